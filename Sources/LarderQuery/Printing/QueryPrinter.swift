public import LarderCore

/// Writes queries, conditions and edits in the query language.
///
/// Parsing and resolving the text gives the value back where it is in the form that the resolver
/// makes. The language has no words for `includesSubentities` and `propertiesToFetch`.
public enum QueryPrinter {
  /// A whole statement: `Trip where rating > 3 sort by name limit 10`.
  public static func text(_ query: EntityQuery) -> String {
    var names = ParameterNames()
    names.reserve(query)
    return QueryWriter(names: names).statement(query)
  }

  /// A fetch of objects as a statement.
  public static func text(_ descriptor: EntityFetchDescriptor) -> String {
    text(EntityQuery(descriptor: descriptor))
  }

  /// What may stand after `where`.
  public static func text(_ predicate: EntityPredicate) -> String {
    var names = ParameterNames()
    names.reserve(predicate)
    return QueryWriter(names: names).predicate(predicate).text
  }

  public static func text(_ expression: EntityExpression) -> String {
    var names = ParameterNames()
    names.reserve(expression)
    return QueryWriter(names: names).expression(expression).text
  }

  /// What may stand after `sort by`.
  public static func text(_ descriptor: EntitySortDescriptor) -> String {
    var names = ParameterNames()
    names.reserve(descriptor.expression)
    return QueryWriter(names: names).sortKey(descriptor)
  }

  /// The clauses of a projection, from `group by` to `limit`; the entity stands before them.
  public static func text(_ projection: EntityProjection) -> String {
    var names = ParameterNames()
    names.reserve(projection)
    return QueryWriter(names: names).clauses(projection).joined(separator: " ")
  }

  public static func text(_ edit: EntityEdit) -> String {
    QueryWriter(names: ParameterNames()).statement(edit)
  }

  /// A literal.
  public static func text(_ value: AttributeValue) -> String {
    QueryWriter(names: ParameterNames()).literal(value).text
  }
}

/// How tightly text holds together, loosest first; the order is the parser's.
enum QueryPrecedence: Int, Comparable {
  case conditional, disjunction, conjunction, comparison, coalescing, range, sum, product, prefix
  case postfix

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Text of an expression, and how tightly it holds together.
struct QueryPiece {
  var text: String
  var precedence: QueryPrecedence

  init(_ text: String, _ precedence: QueryPrecedence = .postfix) {
    self.text = text
    self.precedence = precedence
  }

  /// The text, in brackets where it would fall apart beside operators this tight.
  func tight(_ minimum: QueryPrecedence) -> String {
    precedence < minimum ? "(" + text + ")" : text
  }
}
