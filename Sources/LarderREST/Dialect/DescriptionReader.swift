import JSONTree

/// Reads the members of one object of a description, and finds those that have no meaning.
///
/// Every fault names the members that lead to it.
struct DescriptionReader {
  let path: String
  private let members: [JSONNode.Member]
  private var known: Set<String> = []

  init(_ node: JSONNode, path: String) throws(DialectError) {
    guard case .object(let members) = node else {
      throw DialectError(path: path, problem: "expected an object, found \(node.kindWords)")
    }
    self.path = path
    self.members = members
  }

  var names: [String] { members.map(\.name) }

  /// A member that is there and not null.
  mutating func node(_ name: String) -> JSONNode? {
    known.insert(name)
    let node = members.last { $0.name == name }?.value
    return node == .null ? nil : node
  }

  mutating func text(_ name: String) throws(DialectError) -> String? {
    switch node(name) {
    case nil: return nil
    case .text(let text)?: return text
    case let other?: throw fault(name, "expected a text, found \(other.kindWords)")
    }
  }

  mutating func requiredText(_ name: String) throws(DialectError) -> String {
    guard let text = try text(name) else { throw fault(name, "it is missing") }
    return text
  }

  mutating func flag(_ name: String) throws(DialectError) -> Bool? {
    switch node(name) {
    case nil: return nil
    case .bool(let flag)?: return flag
    case let other?: throw fault(name, "expected true or false, found \(other.kindWords)")
    }
  }

  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(DialectError) -> Int? {
    switch node(name) {
    case nil: return nil
    case .number(let text)?:
      guard let number = Int(text), range.contains(number) else {
        throw fault(
          name, "expected a number from \(range.lowerBound) to \(range.upperBound), found \(text)")
      }
      return number
    case let other?: throw fault(name, "expected a number, found \(other.kindWords)")
    }
  }

  mutating func texts(_ name: String) throws(DialectError) -> [String]? {
    guard let node = node(name) else { return nil }
    guard case .array(let elements) = node else {
      throw fault(name, "expected an array of texts, found \(node.kindWords)")
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .text(let text) = element else {
        throw fault("\(name).\(index)", "expected a text, found \(element.kindWords)")
      }
      texts.append(text)
    }
    return texts
  }

  /// The values of an object whose members are texts, in order.
  mutating func pairs(_ name: String) throws(DialectError) -> [(name: String, value: String)] {
    guard var inner = try object(name) else { return [] }
    var pairs: [(name: String, value: String)] = []
    for member in inner.names { pairs.append((member, try inner.requiredText(member))) }
    return pairs
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(DialectError) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw fault(name, "expected \(Choice.words), found `\(text)`")
    }
    return choice
  }

  mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(DialectError) -> [Choice]? {
    guard let texts = try texts(name) else { return nil }
    var choices: [Choice] = []
    for text in texts {
      guard let choice = Choice(rawValue: text) else {
        throw fault(name, "expected \(Choice.words), found `\(text)`")
      }
      choices.append(choice)
    }
    return choices
  }

  /// A template all of whose places are among some.
  mutating func template(
    _ name: String, places: Set<String>
  ) throws(DialectError) -> Template? {
    guard let text = try text(name) else { return nil }
    guard let template = Template(text) else { throw fault(name, "a brace is not closed") }
    if let odd = template.places.subtracting(places).sorted().first {
      let list = places.sorted().map { "{\($0)}" }.joined(separator: ", ")
      throw fault(name, "`{\(odd)}` has no meaning here; there are \(list)")
    }
    return template
  }

  mutating func object(_ name: String) throws(DialectError) -> DescriptionReader? {
    guard let node = node(name) else { return nil }
    return try DescriptionReader(node, path: joined(name))
  }

  /// Refuses members that nobody asked for.
  func finish() throws(DialectError) {
    guard let odd = members.first(where: { !known.contains($0.name) }) else { return }
    let list = known.sorted().map { "`\($0)`" }.joined(separator: ", ")
    throw fault(odd.name, "there is no such member; there are \(list)")
  }

  func fault(_ name: String, _ problem: String) -> DialectError {
    DialectError(path: joined(name), problem: problem)
  }

  private func joined(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// The choices in words: `exact`, `superset` or `none`.
  fileprivate static var words: String {
    let all = allCases.map { "`\($0.rawValue)`" }
    guard let last = all.last, all.count > 1 else { return all.joined() }
    return all.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension JSONNode {
  var kindWords: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
