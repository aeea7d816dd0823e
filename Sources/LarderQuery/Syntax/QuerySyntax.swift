/// A query as it was written.
struct QuerySyntax: Hashable, Sendable {
  enum Verb: String, Hashable, Sendable { case fetch, count, first }

  /// What the query begins with.
  enum Subject: Hashable, Sendable {
    /// An entity, or a variable that holds a query or an object.
    case entity(EntitySyntax)
    case objects([ReferenceSyntax])
  }

  var verb: Verb
  var subject: Subject
  var clauses: [ClauseSyntax]
  var span: Range<Int>
}

/// `Person`, or `archive::Person`.
struct EntitySyntax: Hashable, Sendable {
  var store: NameSyntax?
  var name: NameSyntax

  var span: Range<Int> { (store ?? name).span.lowerBound..<name.span.upperBound }
}

/// Objects named from outside the query: by handle, or by variable.
enum ReferenceSyntax: Hashable, Sendable {
  case handle(HandleSyntax)
  case variable(NameSyntax)

  var span: Range<Int> {
    switch self {
    case .handle(let handle): handle.span
    case .variable(let name): name.span
    }
  }
}

/// `#3`, `#3...#9`, `Person#t1`.
struct HandleSyntax: Hashable, Sendable {
  var entity: EntitySyntax?
  var literal: HandleLiteral

  /// The last row of a range; `nil` for one object.
  var lastRow: Int?
  var span: Range<Int>
}

/// A clause and where its word stands.
struct ClauseSyntax: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case `where`(ExpressionSyntax)
    case sort([SortKeySyntax])
    case limit(ExpressionSyntax)
    case offset(ExpressionSyntax)
    case select([ItemSyntax])
    case group([ExpressionSyntax])
    case having(ExpressionSyntax)
    case distinct
    case prefetch([PathSyntax])
  }

  var kind: Kind
  var word: Word
  var span: Range<Int>
}

struct SortKeySyntax: Hashable, Sendable {
  var expression: ExpressionSyntax
  var isReversed = false
  var isLocalized = false
  var nilsFirst: Bool?
}

/// A column of a `select`.
enum ItemSyntax: Hashable, Sendable {
  case expression(ExpressionSyntax, alias: NameSyntax?)
  case everything(except: [PathSyntax], Range<Int>)
}

/// Names joined by dots.
struct PathSyntax: Hashable, Sendable {
  var names: [NameSyntax]

  var span: Range<Int> {
    (names.first?.span.lowerBound ?? 0)..<(names.last?.span.upperBound ?? 0)
  }
}
