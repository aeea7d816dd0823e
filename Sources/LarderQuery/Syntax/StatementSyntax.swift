/// A statement as it was written.
public struct StatementSyntax: Hashable, Sendable {
  let kind: Kind
  let source: SourceText

  /// Half-open UTF-8 offsets into the source.
  public let span: Range<Int>

  /// The statement's own text.
  public var text: String { source.text(span) }

  indirect enum Kind: Hashable, Sendable {
    case query(QuerySyntax)
    case edit(EditSyntax)
    case preview(EditSyntax)
    case bind(NameSyntax, LetValueSyntax)
    case save, rollback, diff, status, end
    case undo(Int)
    case redo(Int)
    case begin(String)
    case refresh([ReferenceSyntax], discard: Bool)
    /// `nil` for every object in conflict.
    case resolve([ReferenceSyntax]?, keepMine: Bool)
    case copy(QuerySyntax, to: NameSyntax)
    case command(name: String, argumentsSpan: Range<Int>)
    case declaration
  }
}

/// What `let` gives a name to.
enum LetValueSyntax: Hashable, Sendable {
  case expression(ExpressionSyntax)
  case query(QuerySyntax)
  case insert(EditSyntax)
}

/// A change of objects.
enum EditSyntax: Hashable, Sendable {
  case insert(EntitySyntax, [AssignmentSyntax])
  case update(TargetSyntax, [AssignmentSyntax])
  case delete(TargetSyntax)
  case append(ReferenceSyntax, PathSyntax, [ExpressionSyntax])
  case remove(ReferenceSyntax, PathSyntax, [ExpressionSyntax])
}

/// The objects of an update or delete.
enum TargetSyntax: Hashable, Sendable {
  /// `all` was said, or conditions were given, or neither: then the resolver refuses.
  case entity(EntitySyntax, conditions: [ExpressionSyntax], isAll: Bool)
  case objects([ReferenceSyntax])
}

struct AssignmentSyntax: Hashable, Sendable {
  enum Operator: String, Hashable, Sendable {
    case set = "="
    case add = "+="
    case subtract = "-="
    case multiply = "*="
  }

  var path: PathSyntax
  var operation: Operator
  var value: ExpressionSyntax
}

/// All statements of a text, and its problems.
public struct Script: Sendable {
  /// Statements without a problem of their own, in order.
  public let statements: [StatementSyntax]

  /// In order of the text; at most ten.
  public let diagnostics: [Diagnostic]

  let source: SourceText

  init(statements: [StatementSyntax], diagnostics: [Diagnostic], source: SourceText) {
    self.statements = statements
    self.diagnostics = DiagnosticList(diagnostics).diagnostics
    self.source = source
  }
}
