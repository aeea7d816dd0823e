import LarderCore

/// An expression as it was written; what its names mean is the resolver's business.
struct ExpressionSyntax: Hashable, Sendable {
  let kind: Kind
  let span: Range<Int>

  /// The number of expressions on the longest way down, this one included.
  let depth: Int

  init(_ kind: Kind, _ span: Range<Int>) {
    self.kind = kind
    self.span = span
    depth = 1 + (kind.children.map(\.depth).max() ?? 0)
  }

  indirect enum Kind: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(NumberLiteral)
    case text(String, Token.Quotes)
    case date(DateLiteral)
    case duration(CalendarDuration)
    case pattern(String)
    case name(NameSyntax)
    /// `$name`.
    case variable(String)
    /// `$0`.
    case element(Int)
    /// `SELF`: the object that the query is about.
    case itself
    /// `\.lodging.stars`.
    case keyPath([NameSyntax])
    /// `.live`.
    case implicitMember(NameSyntax)
    case handle(HandleSyntax)
    case member(ExpressionSyntax, NameSyntax)
    /// `items.@sum.price`: the operator's name, and a path after it.
    case collectionOperator(ExpressionSyntax, NameSyntax, [NameSyntax])
    case call(CallSyntax)
    /// `tags[0]`, `tags[LAST]`.
    case index(ExpressionSyntax, ExpressionSyntax)
    case negative(ExpressionSyntax)
    case not(ExpressionSyntax)
    case and([ExpressionSyntax])
    case or([ExpressionSyntax])
    case arithmetic(EntityExpression.ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
    case coalesce(ExpressionSyntax, ExpressionSyntax)
    case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    case range(ExpressionSyntax, ExpressionSyntax, includesUpperBound: Bool)
    case comparison(ComparisonSyntax, ExpressionSyntax, ExpressionSyntax)
    case test(ExpressionSyntax, TestSyntax)
    case quantified(EntityPredicate.Quantifier, ExpressionSyntax)
    case list([ExpressionSyntax])
    case object([MemberSyntax])
    case closure(ClosureSyntax)
    case first(QuerySyntax)
  }
}

/// A name as it was written.
struct NameSyntax: Hashable, Sendable {
  var text: String
  var span: Range<Int>

  /// It stood in backticks, or after a dot: it is never a word of the language.
  var isQuoted: Bool
}

/// A function or method, its arguments, and a closure behind it.
struct CallSyntax: Hashable, Sendable {
  /// What the method is called on; `nil` for a function.
  var base: ExpressionSyntax?
  var name: NameSyntax
  var arguments: [ArgumentSyntax]
}

struct ArgumentSyntax: Hashable, Sendable {
  var label: String?
  var value: ExpressionSyntax
}

/// A member of an object literal.
struct MemberSyntax: Hashable, Sendable {
  var key: NameSyntax
  var value: ExpressionSyntax
}

/// `{ $0.age < 18 }`, or `{ friend in friend.age < 18 }`.
struct ClosureSyntax: Hashable, Sendable {
  /// The element's name; `nil` for `$0` alone.
  var parameter: NameSyntax?
  var body: ExpressionSyntax
}

/// A comparison's sign or word.
struct ComparisonSyntax: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case relation(EntityPredicate.ComparisonOperator)
    case text(EntityPredicate.TextOperator)
    case membership
    /// The right side is a range or a list of two.
    case between
  }

  var kind: Kind
  var options: EntityPredicate.TextOptions
  var isNegated: Bool
  var span: Range<Int>
}

/// `is nil`, `is not missing`.
struct TestSyntax: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case null, missing, empty
    /// `is Novel`: the object is of an entity or of one below it.
    case kind(EntitySyntax)
  }

  var kind: Kind
  var isNegated: Bool
}

extension ExpressionSyntax.Kind {
  /// The expressions directly below; those of a nested query are not counted.
  var children: [ExpressionSyntax] {
    switch self {
    case .null, .bool, .number, .text, .date, .duration, .pattern, .name, .variable, .element,
      .itself, .keyPath, .implicitMember, .handle, .first:
      []
    case .member(let base, _), .collectionOperator(let base, _, _), .negative(let base),
      .not(let base), .test(let base, _), .quantified(_, let base):
      [base]
    case .call(let call): (call.base.map { [$0] } ?? []) + call.arguments.map(\.value)
    case .index(let base, let index): [base, index]
    case .and(let parts), .or(let parts), .list(let parts): parts
    case .arithmetic(_, let left, let right), .coalesce(let left, let right),
      .range(let left, let right, _), .comparison(_, let left, let right):
      [left, right]
    case .conditional(let condition, let left, let right): [condition, left, right]
    case .object(let members): members.map(\.value)
    case .closure(let closure): [closure.body]
    }
  }
}
