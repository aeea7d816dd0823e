import FoundationEssentials
import JSONTree
import LarderCore

/// Guesses the attributes of an entity from some of its rows.
///
/// A sample proves no absence: every attribute is optional.
struct SampleInference {
  /// How many rows are looked at.
  static let rowLimit = 100

  /// The attributes in the order in which their members first stand.
  static func attributes(
    of rows: [JSONNode], isOptional: Bool = true
  ) -> [EntitySchema.Attribute] {
    var names: [String] = []
    var values: [String: [JSONNode]] = [:]
    for case .object(let members) in rows {
      for member in members {
        if values[member.name] == nil { names.append(member.name) }
        values[member.name, default: []].append(member.value)
      }
    }
    return names.map { name in
      let found = values[name] ?? []
      return EntitySchema.Attribute(
        name: AttributeName(name), type: type(of: found), isOptional: isOptional,
        observation: observation(found, holders: rows.count))
    }
  }

  /// One kind gives its type; integers beside reals are reals; all else is mixed.
  static func type(of values: [JSONNode], depth: Int = 0) -> EntitySchema.AttributeType {
    let values = values.filter { $0 != .null }
    let kinds = Set(values.map(kind))
    if !kinds.isEmpty, kinds.isSubset(of: [.integer, .real, .decimal]) {
      if kinds.contains(.decimal) { return .decimal }
      return kinds.contains(.real) ? .real : .integer
    }
    guard kinds.count == 1, let kind = kinds.first, depth < 20 else { return .mixed }
    switch kind {
    case .bool: return .bool
    case .text: return textType(values.compactMap(\.plainText))
    case .array:
      let elements = values.flatMap(\.elements)
      return .array(of: elements.isEmpty ? .mixed : type(of: elements, depth: depth + 1))
    case .object: return .composite(attributes(of: values))
    default: return .mixed
    }
  }

  /// Texts that are all dates or UUIDs are such.
  private static func textType(_ texts: [String]) -> EntitySchema.AttributeType {
    if texts.allSatisfy({ $0.utf8.count == 36 && UUID(uuidString: $0) != nil }) { return .uuid }
    if texts.allSatisfy({ $0.utf8.count >= 10 && DateText.parse($0) != nil }) { return .date }
    return .text
  }

  /// Whether texts of dates are all days.
  static func areDays(_ rows: [JSONNode], _ name: String) -> Bool {
    let texts = rows.compactMap { $0.member(name)?.plainText }
    return !texts.isEmpty && texts.allSatisfy { $0.utf8.count == 10 }
  }

  private static func kind(_ node: JSONNode) -> AttributeValue.Kind {
    switch node {
    case .null: .null
    case .bool: .bool
    case .number(let text): AttributeValue(number: text).kind
    case .text: .text
    case .array: .array
    case .object: .object
    }
  }

  private static func observation(
    _ values: [JSONNode], holders: Int
  ) -> EntitySchema.Observation {
    var counts: [AttributeValue.Kind: Int] = [:]
    for value in values { counts[kind(value), default: 0] += 1 }
    let nulls = counts.removeValue(forKey: .null) ?? 0
    return EntitySchema.Observation(
      counts: counts, nullCount: nulls, missingCount: max(0, holders - values.count))
  }
}

extension AttributeValue {
  /// A number as the kind that holds it exactly as it is written: a real is its shortest text.
  init(number text: String) {
    if let integer = Int64(text) {
      self = .integer(integer)
      return
    }
    guard let decimal = ExactDecimal(text) else {
      self = .text(text)
      return
    }
    let real = decimal.doubleValue
    self = real.isFinite && ExactDecimal("\(real)") == decimal ? .real(real) : .decimal(decimal)
  }
}
