import LarderCore

extension StatementResolver {
  mutating func resolve(
    _ statement: StatementSyntax
  ) throws(Diagnostic) -> ResolvedStatement {
    switch statement.kind {
    case .query(let query):
      let resolved = try self.query(query)
      return .query(resolved, store: store)
    case .edit(let edit):
      let resolved = try self.edit(edit)
      return .edit(resolved, store: store)
    case .preview(let edit):
      let resolved = try self.edit(edit)
      return .preview(resolved, store: store)
    case .bind(let name, let value): return try bind(name, value)
    case .save: return .save
    case .rollback: return .rollback
    case .diff: return .diff
    case .status: return .status
    case .end: return .end
    case .undo(let count): return .undo(count)
    case .redo(let count): return .redo(count)
    case .begin(let name): return .begin(name)
    case .refresh(let references, let discard):
      return .refresh(try identifiers(of: references), discard: discard)
    case .resolve(let references, let keepMine):
      guard let references else { return .resolve(nil, keepMine: keepMine) }
      return .resolve(try identifiers(of: references), keepMine: keepMine)
    case .copy(let query, let destination):
      let resolved = try self.query(query)
      return .copy(resolved, from: store, to: try storeName(destination))
    case .command(let name, let span):
      return .command(name: name, arguments: source.text(span), argumentsSpan: span)
    case .declaration: return try declare(statement)
    }
  }

  private func storeName(_ name: NameSyntax) throws(Diagnostic) -> String {
    if scope.stores.contains(where: { $0.name == name.text }) { return name.text }
    throw unknownStore(name)
  }

  func unknownStore(_ name: NameSyntax) -> Diagnostic {
    let nearest = Spelling.nearest(to: name.text, among: scope.stores.map(\.name))
    return Diagnostic(
      .unknownStore, "no store is open as `\(name.text)`", at: name.span,
      help: nearest.map { "did you mean `\($0)`" },
      replacement: nearest.map { Diagnostic.Replacement(name.span, with: $0.asName) })
  }

  private mutating func bind(
    _ name: NameSyntax, _ value: LetValueSyntax
  ) throws(Diagnostic) -> ResolvedStatement {
    switch value {
    case .insert(let edit):
      let resolved = try self.edit(edit)
      return .bindInsert(name: name.text, resolved, store: store)
    case .expression(let expression):
      return .bindValue(name: name.text, try constant(expression, expecting: nil))
    case .query(let query):
      if let value = plainValue(of: query) { return .bindValue(name: name.text, value) }
      let resolved = try self.query(query)
      if query.verb == .first, resolved.output == .objects {
        return .bindFirst(name: name.text, resolved, store: store)
      }
      return .bindQuery(
        name: name.text, resolved, store: store, source: source.text(query.span))
    }
  }

  /// `let a = b` looks like a query; it is a value where `b` is one.
  private func plainValue(of query: QuerySyntax) -> AttributeValue? {
    guard query.clauses.isEmpty, query.verb == .fetch else { return nil }
    switch query.subject {
    case .entity(let entity):
      guard entity.store == nil, self.entity(named: entity.name.text) == nil else { return nil }
      return value(named: entity.name.text) ?? clock(entity.name)
    case .objects(let references):
      guard references.count == 1, case .variable(let name) = references[0] else { return nil }
      return value(named: name.text)
    }
  }

  private mutating func declare(_ statement: StatementSyntax) throws(Diagnostic)
    -> ResolvedStatement
  {
    let (entities, problems) = ModelReader.entities(
      from: statement.text, beside: scope.declaredEntities)
    diagnostics += problems.map { $0.shifted(by: statement.span.lowerBound) }
    return .declare(entities)
  }
}
