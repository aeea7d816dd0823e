import LarderCore

/// What all threads saw in one place, put together.
struct ShapeMerge {
  let nodes: [UnsafeMutablePointer<ShapeNode>]

  init(_ nodes: [UnsafeMutablePointer<ShapeNode>]) { self.nodes = nodes }

  /// A name and what was seen under it; the slot it has in each node, or `nil` where it was not met.
  struct Member {
    var name: AttributeName
    var slots: [Int?]
    var merge: ShapeMerge
  }

  /// In the order in which the names were met.
  var members: [Member] {
    var order: [String] = []
    var slots: [String: [Int?]] = [:]
    var children: [String: [UnsafeMutablePointer<ShapeNode>]] = [:]
    for (index, node) in nodes.enumerated() {
      for position in 0..<Int(node.pointee.memberCount) {
        guard let member = node.pointee.members?[position] else { continue }
        let name = member.name
        if slots[name] == nil {
          order.append(name)
          slots[name] = Array(repeating: nil, count: nodes.count)
        }
        // A further spelling of a name shares its slot and its node.
        guard slots[name]?[index] == nil else { continue }
        slots[name]?[index] = Int(member.slot)
        children[name, default: []].append(member.node)
      }
    }
    return order.map { name in
      Member(
        name: AttributeName(name), slots: slots[name] ?? [], merge: ShapeMerge(children[name] ?? [])
      )
    }
  }

  /// Whether some keys were too many to follow.
  var isOpen: Bool { nodes.contains { $0.pointee.isOpen } }

  func total(_ count: KeyPath<ShapeNode, Int>) -> Int {
    nodes.reduce(0) { $0 + $1.pointee[keyPath: count] }
  }

  /// The kind of text that all texts are; empty when they are just text, or when there are none.
  var textForm: TextForms {
    let forms = nodes.filter { $0.pointee.textCount > 0 }.map(\.pointee.textForms)
    guard let first = forms.first else { return [] }
    return forms.dropFirst().reduce(first) { $0.intersection($1) }
  }
}

extension ShapeMerge {
  /// The attributes of the objects seen here.
  func attributes() -> [EntitySchema.Attribute] {
    let holders = total(\.objectCount)
    return members.map { $0.merge.attribute(named: $0.name, holders: holders) }
  }

  func attribute(named name: AttributeName, holders: Int) -> EntitySchema.Attribute {
    let missing = max(0, holders - total(\.holderCount))
    let nulls = total(\.nullCount)
    return EntitySchema.Attribute(
      name: name, type: type, isOptional: missing > 0 || nulls > 0,
      observation: EntitySchema.Observation(
        counts: counts.filter { $0.value > 0 }, nullCount: nulls, missingCount: missing))
  }

  /// Values by kind; texts that are all dates or UUIDs count as such.
  private var counts: [AttributeValue.Kind: Int] {
    var counts: [AttributeValue.Kind: Int] = [
      .bool: total(\.boolCount), .integer: total(\.integerCount), .real: total(\.realCount),
      .decimal: total(\.decimalCount), .date: total(\.dateCount), .uuid: total(\.uuidCount),
      .array: total(\.arrayCount), .object: total(\.objectCount),
    ]
    let textKind: AttributeValue.Kind =
      if textForm.contains(.uuid) { .uuid } else { textForm.isEmpty ? .text : .date }
    let others = counts.contains { $0.value > 0 && $0.key != textKind }
    counts[others ? .text : textKind, default: 0] += total(\.textCount)
    return counts
  }

  /// One kind gives its type; integers beside reals are reals; all else is mixed.
  private var type: EntitySchema.AttributeType {
    let kinds = Set(counts.filter { $0.value > 0 }.keys)
    if kinds.isSubset(of: [.integer, .real, .decimal]), !kinds.isEmpty {
      if kinds.contains(.decimal) { return .decimal }
      return kinds.contains(.real) ? .real : .integer
    }
    guard kinds.count == 1, let kind = kinds.first else { return .mixed }
    switch kind {
    case .bool: return .bool
    case .text: return .text
    case .date: return .date
    case .uuid: return .uuid
    case .array: return .array(of: elementType)
    case .object: return .composite(attributes())
    case .null, .integer, .real, .decimal, .data, .identifier: return .mixed
    }
  }

  private var elementType: EntitySchema.AttributeType {
    let elements = nodes.compactMap(\.pointee.element)
    return elements.isEmpty ? .mixed : ShapeMerge(elements).type
  }
}
