public import LarderCore

/// Finds out what the names of a statement mean, and whether its types fit.
public struct Resolver<Scope: ResolutionScope> {
  let scope: Scope

  public init(scope: Scope) { self.scope = scope }

  /// Turns a statement into values; a failure lists its problems in order of the text.
  public func resolve(
    _ statement: StatementSyntax
  ) -> Result<ResolvedStatement, DiagnosticList> {
    var resolver = StatementResolver(scope: scope, source: statement.source)
    do {
      let resolved = try resolver.resolve(statement)
      guard resolver.diagnostics.isEmpty else {
        return .failure(DiagnosticList(resolver.diagnostics))
      }
      return .success(resolved)
    } catch {
      return .failure(DiagnosticList(resolver.diagnostics + [error]))
    }
  }

  /// The value of a text that is one whole literal, such as `36`, `"Ada"` or `@2024-02-29`.
  ///
  /// - Returns: `nil` for any other text; a number with needless zeros, such as `01234`, is none.
  public func literal(_ text: String) -> AttributeValue? {
    guard let expression = StatementParser.literal(text) else { return nil }
    var resolver = StatementResolver(scope: scope, source: SourceText(text))
    return try? resolver.constant(expression, expecting: nil)
  }
}

/// The resolver of one statement.
struct StatementResolver<Scope: ResolutionScope> {
  let scope: Scope
  let source: SourceText

  /// The store that the statement is about.
  var store = ""
  var schema = EntitySchema(entities: [])

  /// The elements that `$0` and closure parameters mean, the query's object first; empty where
  /// there is no object, as in an insert.
  var elements: [Element] = []

  /// Names of `select` that `having` and `sort` may use.
  var aliases: [String: Operand] = [:]
  var aggregates = AggregateUse.forbidden

  /// An edit may look up its right sides: `first Company where …`.
  var allowsFirst = false

  /// Problems that did not keep the rest from being resolved.
  var diagnostics: [Diagnostic] = []

  init(scope: Scope, source: SourceText) {
    self.scope = scope
    self.source = source
  }

  struct Element {
    var type: ValueType
    /// The parameter of the closure; `nil` for `$0`.
    var name: String?
  }

  enum AggregateUse { case forbidden, allowed, inside }

  /// Runs a step; its problem is noted, and the rest goes on.
  mutating func collecting<Result>(
    _ step: (inout Self) throws(Diagnostic) -> Result
  ) -> Result? {
    do {
      return try step(&self)
    } catch {
      diagnostics.append(error)
      return nil
    }
  }

  /// Runs a step with one more element in scope.
  mutating func withElement<Result>(
    _ type: ValueType, named name: String? = nil,
    _ step: (inout Self) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    elements.append(Element(type: type, name: name))
    defer { elements.removeLast() }
    return try step(&self)
  }
}
