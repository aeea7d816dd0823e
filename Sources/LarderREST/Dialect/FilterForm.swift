import JSONTree

/// How conditions are spelled, and how far the service's answer to them can be believed.
struct FilterForm: Hashable, Sendable {
  enum Encoder: String, Hashable, Sendable, CaseIterable {
    /// One parameter a condition, joined by "and".
    case parameters
    /// One expression in a parameter.
    case infix
    /// A JSON tree in a parameter.
    case tree
    /// A JSON tree in the body of a POST.
    case body
  }

  /// What becomes of a condition that the service does not know.
  enum UnknownConditions: String, Hashable, Sendable, CaseIterable { case rejected, ignored }

  var encoder: Encoder

  /// The parameter of an expression or a tree.
  var parameter: String?

  /// The address of a POST with conditions, of `{collection}`; and the member that holds the tree.
  var bodyPath: Template?
  var bodyMember: String?

  /// The tree is an array of the conditions joined by "and".
  var isList: Bool

  /// A parameter may stand twice, and both conditions hold.
  var joinsRepeats: Bool
  var unknown: UnknownConditions

  /// Stands between the names of a path.
  var separator: String

  /// Paths may lead through to-one relationships.
  var followsRelationships: Bool
  var literals: LiteralForm
  var operators: [FilterOperator: OperatorForm]
  var and: CombinationForm?
  var or: CombinationForm?

  /// The opposite of one condition.
  var not: OppositeForm?

  /// At least one object of a to-many relationship meets a condition, of `{path}`, `{variable}` and
  /// `{condition}`.
  var any: Template?

  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    guard let encoder = try reader.choice("encoder", Encoder.self) else {
      throw reader.fault("encoder", "it is missing")
    }
    self.encoder = encoder
    parameter = try reader.text("parameter")
    bodyPath = try reader.template("bodyPath", places: ["collection"])
    bodyMember = try reader.text("bodyMember")
    isList = try reader.flag("list") ?? false
    joinsRepeats = try reader.flag("repeats") ?? false
    unknown = try reader.choice("unknown", UnknownConditions.self) ?? .ignored
    separator = try reader.text("separator") ?? "."
    followsRelationships = try reader.flag("relationships") ?? false
    literals = try LiteralForm(reader.object("literals"))
    operators = [:]
    if var inner = try reader.object("operators") {
      for name in inner.names {
        guard let key = FilterOperator(rawValue: name) else {
          throw inner.fault(name, "there is no such operator; there are \(FilterOperator.list)")
        }
        guard let form = try inner.object(name) else { continue }
        operators[key] = try OperatorForm(form, encoder: encoder)
      }
    }
    and = try CombinationForm(reader.object("and"), encoder)
    or = try CombinationForm(reader.object("or"), encoder)
    not = try OppositeForm(reader.object("not"), encoder)
    any = try reader.template("any", places: ["path", "variable", "condition"])
    try checkWhole(reader)
    try reader.finish()
  }

  private func checkWhole(_ reader: DescriptionReader) throws(DialectError) {
    switch encoder {
    case .infix, .tree:
      if parameter == nil { throw reader.fault("parameter", "it is missing") }
    case .body:
      if bodyMember == nil { throw reader.fault("bodyMember", "it is missing") }
    case .parameters: break
    }
    if encoder == .infix, and == nil { throw reader.fault("and", "it is missing") }
  }
}

/// A condition that a dialect may know.
///
/// Each has Swift's meaning of null; a service's own meaning is said by a weaker strength.
enum FilterOperator: String, Hashable, Sendable, CaseIterable {
  case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual
  case isNull, isNotNull, isMissing, isNotMissing
  case isIn, isNotIn
  case contains, hasPrefix, hasSuffix
  /// An array holds an element.
  case hasElement

  static var list: String { allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") }

  /// The operator that is true where this one is false, but for null.
  var opposite: FilterOperator? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .lessThan: .greaterThanOrEqual
    case .lessThanOrEqual: .greaterThan
    case .greaterThan: .lessThanOrEqual
    case .greaterThanOrEqual: .lessThan
    case .isNull: .isNotNull
    case .isNotNull: .isNull
    case .isMissing: .isNotMissing
    case .isNotMissing: .isMissing
    case .isIn: .isNotIn
    case .isNotIn: .isIn
    case .contains, .hasPrefix, .hasSuffix, .hasElement: nil
    }
  }

  var isOrdering: Bool {
    switch self {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    default: false
    }
  }
}

/// How one operator is spelled.
struct OperatorForm: Hashable, Sendable {
  /// How far the answer can be believed: just the right objects, or at least these.
  enum Strength: String, Hashable, Sendable, CaseIterable { case exact, superset }

  var strength: Strength

  /// Why the answer is only a superset, for people.
  var reason: String

  /// The operator is known only of these kinds of values; `nil` for all.
  var kinds: [LiteralKind]?

  /// Texts looked for may hold only letters and digits of ASCII and spaces.
  var takesWordsOnly: Bool

  /// The parameter's name and value, for the encoder of parameters.
  var key: Template?
  var value: Template?

  /// The condition as text: of an expression, or inside a combination of parameters.
  var text: Template?
  var tree: JSONNode?

  static let places: Set<String> = ["path", "value", "element", "values"]

  init(_ object: DescriptionReader, encoder: FilterForm.Encoder) throws(DialectError) {
    var reader = object
    guard let strength = try reader.choice("class", Strength.self) else {
      throw reader.fault("class", "it is missing")
    }
    self.strength = strength
    reason = try reader.text("reason") ?? "the service's answer may hold more"
    kinds = try reader.choices("kinds", LiteralKind.self)
    takesWordsOnly = try reader.flag("wordsOnly") ?? false
    key = try reader.template("key", places: Self.places)
    value = try reader.template("value", places: Self.places)
    text = try reader.template("text", places: Self.places)
    tree = reader.node("tree")
    switch encoder {
    case .parameters:
      if key == nil { throw reader.fault("key", "it is missing") }
      if value == nil { throw reader.fault("value", "it is missing") }
    case .infix: if text == nil { throw reader.fault("text", "it is missing") }
    case .tree, .body: if tree == nil { throw reader.fault("tree", "it is missing") }
    }
    try reader.finish()
  }
}

/// How several conditions are joined.
struct CombinationForm: Hashable, Sendable {
  /// Stands between conditions in an expression.
  var separator: String

  /// Of `{conditions}`; what a group looks like inside another.
  var group: Template?

  /// The parameter's name and value, of `{conditions}`, where the encoder writes parameters.
  var key: String?
  var value: Template?
  var tree: JSONNode?

  init?(_ object: DescriptionReader?, _ encoder: FilterForm.Encoder) throws(DialectError) {
    guard var reader = object else { return nil }
    separator = try reader.text("separator") ?? ","
    group = try reader.template("group", places: ["conditions"])
    key = try reader.text("key")
    value = try reader.template("value", places: ["conditions"])
    tree = reader.node("tree")
    switch encoder {
    case .infix: if group == nil { throw reader.fault("group", "it is missing") }
    case .tree, .body: if tree == nil { throw reader.fault("tree", "it is missing") }
    case .parameters: break
    }
    try reader.finish()
  }
}

/// How the opposite of one condition is spelled.
struct OppositeForm: Hashable, Sendable {
  /// What the opposite of a condition on null is: true, as in Swift, or unknown, as in SQL.
  enum OfNull: String, Hashable, Sendable, CaseIterable { case isTrue = "true", unknown }

  var ofNull: OfNull

  /// Of `{condition}`.
  var text: Template?
  var tree: JSONNode?

  init?(_ object: DescriptionReader?, _ encoder: FilterForm.Encoder) throws(DialectError) {
    guard var reader = object else { return nil }
    ofNull = try reader.choice("ofNull", OfNull.self) ?? .unknown
    text = try reader.template("text", places: ["condition"])
    tree = reader.node("tree")
    if text == nil, tree == nil { throw reader.fault("text", "it is missing") }
    try reader.finish()
  }
}
