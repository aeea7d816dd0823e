import FoundationEssentials
import JSONTree
import LarderCore
import SQLiteDriver

/// What the SQL functions over JSON texts do: `(json, path, type, …)`.
///
/// The path is an array of the names of members, the type a word for what the value is declared as.
enum JSONFunction {
  /// The word for a type; of arrays and composites only that they are.
  static func word(for type: EntitySchema.AttributeType) -> String {
    switch type {
    case .mixed: "mixed"
    case .bool: "bool"
    case .integer: "integer"
    case .real: "real"
    case .decimal: "decimal"
    case .text: "text"
    case .date: "date"
    case .uuid: "uuid"
    case .data: "data"
    case .array: "array"
    case .composite: "composite"
    case .enumeration(_, let rawType, _): word(for: rawType)
    }
  }

  private static func type(for word: String) -> EntitySchema.AttributeType {
    switch word {
    case "bool": .bool
    case "integer": .integer
    case "real": .real
    case "decimal": .decimal
    case "text": .text
    case "date": .date
    case "uuid": .uuid
    case "data": .data
    case "array": .array(of: .mixed)
    case "composite": .composite([])
    default: .mixed
    }
  }

  /// The path and the type of a call, taken apart once.
  final class Target {
    let names: [String]
    let type: EntitySchema.AttributeType

    init(path: String, type: String) {
      if case .array(let nodes)? = JSONReader.node(path) {
        names = nodes.compactMap { if case .text(let name) = $0 { name } else { nil } }
      } else {
        names = []
      }
      self.type = JSONFunction.type(for: type)
    }
  }

  /// The JSON value that a path leads to; `nil` where there is none.
  static func node(_ json: UnsafeBufferPointer<UInt8>, _ target: Target) -> JSONNode? {
    guard var node = JSONReader.node(json) else {
      // A text that is no JSON is that text.
      return target.names.isEmpty ? .text(String(decoding: json, as: UTF8.self)) : nil
    }
    for name in target.names {
      guard let member = node.member(name) else { return nil }
      node = member
    }
    return node
  }

  /// A value of a declared kind as SQLite holds it; null for any other.
  static func stored(_ value: AttributeValue, _ type: EntitySchema.AttributeType) -> SQLiteValue {
    switch (type, value) {
    case (.text, .text(let text)): .text(text)
    case (.bool, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.date, .date(let date)): .real(date.timeIntervalSinceReferenceDate)
    case (.uuid, .uuid(let uuid)): .text(uuid.uuidString)
    case (.data, .data(let data)): .blob(Array(data))
    default: .null
    }
  }

  static func isEmpty(_ value: AttributeValue?) -> Bool {
    switch value {
    case nil, .null?: true
    case .text(let text)?: text.isEmpty
    case .array(let elements)?: elements.isEmpty
    case .object(let object)?: object.members.isEmpty
    default: false
    }
  }

  /// An array of the JSON texts of an array's elements; an empty one for what is no array.
  static func elements(_ node: JSONNode?) -> String {
    guard case .array(let elements)? = node else { return "[]" }
    return JSONNode.array(elements.map { .text($0.text) }).text
  }

  static func comparison(_ sign: String) -> EntityPredicate.ComparisonOperator? {
    EntityPredicate.ComparisonOperator.allCases.first { $0.sql.text == sign }
  }
}

extension Connection {
  /// Adds the functions that take values out of JSON texts.
  func addJSONFunctions() throws(SQLiteError) {
    try addFunction("larder_json_kind", argumentCount: 3) { arguments in
      guard let value = arguments.jsonValue else { return .text("missing") }
      return .text(value.kind.rawValue)
    }
    try addFunction("larder_json_value", argumentCount: 3) { arguments in
      arguments.jsonValue.map { JSONFunction.stored($0, arguments.jsonTarget.type) } ?? .null
    }
    try addFunction("larder_json_is_empty", argumentCount: 3) { arguments in
      .integer(JSONFunction.isEmpty(arguments.jsonValue) ? 1 : 0)
    }
    try addFunction("larder_json_elements", argumentCount: 3) { arguments in
      .text(JSONFunction.elements(arguments.jsonNode))
    }
    try addFunction("larder_json_compares", argumentCount: 5) { arguments in
      guard let comparison = JSONFunction.comparison(arguments.text(at: 3)) else { return .null }
      let number: AttributeValue =
        arguments.kind(at: 4) == .integer
        ? .integer(arguments.integer(at: 4)) : .real(arguments.real(at: 4))
      return .integer(comparison.holds(arguments.jsonValue, number) ? 1 : 0)
    }
  }
}

extension FunctionArguments {
  fileprivate var jsonTarget: JSONFunction.Target {
    prepared(at: 1) { JSONFunction.Target(path: text(at: 1), type: text(at: 2)) }
  }

  /// `nil` where the path leads to nothing.
  fileprivate var jsonNode: JSONNode? {
    let target = jsonTarget
    if kind(at: 0) == .null { return target.names.isEmpty ? .null : nil }
    return withTextBytes(at: 0) { JSONFunction.node($0, target) }
  }

  fileprivate var jsonValue: AttributeValue? {
    jsonNode.map { AttributeValue($0, jsonTarget.type) }
  }
}
