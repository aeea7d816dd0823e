import LarderCore

/// Finds entities and objects.
extension StatementResolver {
  /// An entity and the store that has it.
  struct FoundEntity {
    var store: String
    var schema: EntitySchema
    var name: EntityName
  }

  /// The current store comes first, then the others in order.
  private var searchOrder: [(name: String, schema: EntitySchema)] {
    scope.stores.filter { $0.name == scope.currentStore }
      + scope.stores.filter { $0.name != scope.currentStore }
  }

  func entity(named name: String) -> FoundEntity? {
    for store in searchOrder where store.schema.entity(EntityName(name)) != nil {
      return FoundEntity(store: store.name, schema: store.schema, name: EntityName(name))
    }
    return nil
  }

  func entity(_ syntax: EntitySyntax) throws(Diagnostic) -> FoundEntity {
    let name = EntityName(syntax.name.text)
    if let storeName = syntax.store {
      guard let store = scope.stores.first(where: { $0.name == storeName.text }) else {
        throw unknownStore(storeName)
      }
      guard store.schema.entity(name) != nil else {
        throw unknownEntity(syntax.name, among: [store])
      }
      return FoundEntity(store: store.name, schema: store.schema, name: name)
    }
    let owners = scope.stores.filter { $0.schema.entity(name) != nil }
    let isCurrent = owners.contains { $0.name == scope.currentStore }
    if owners.count > 1, !isCurrent {
      let names = owners.map { "`\($0.name.asName)::\(name.rawValue.asName)`" }
      throw Diagnostic(
        .ambiguousEntity, "`\(name)` is in several stores", at: syntax.name.span,
        help: "write " + names.joined(separator: " or "))
    }
    guard let found = entity(named: syntax.name.text) else {
      throw unknownEntity(syntax.name, among: scope.stores)
    }
    return found
  }

  func unknownEntity(
    _ name: NameSyntax, among stores: [(name: String, schema: EntitySchema)]
  ) -> Diagnostic {
    let entities = stores.flatMap { $0.schema.entities.map(\.name.rawValue) }
    guard !stores.isEmpty else {
      return Diagnostic(
        .unknownEntity, "there is no entity `\(name.text)`: no store is open", at: name.span,
        help: "open one with `.open FILE`")
    }
    let nearest = Spelling.nearest(to: name.text, among: entities + scope.variableNames)
    let listed = entities.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      .unknownEntity, "there is no entity `\(name.text)`", at: name.span,
      help: nearest.map { "did you mean `\($0)`" }
        ?? (entities.isEmpty ? nil : "there are \(listed)\(entities.count > 8 ? " and more" : "")"),
      replacement: nearest.map { Diagnostic.Replacement(name.span, with: $0.asName) })
  }

  /// Makes an entity's store the statement's own.
  mutating func enter(_ entity: FoundEntity) {
    store = entity.store
    schema = entity.schema
  }

  func identifiers(of references: [ReferenceSyntax]) throws(Diagnostic) -> [PersistentIdentifier] {
    var result: [PersistentIdentifier] = []
    for reference in references {
      switch reference {
      case .handle(let handle): result += try identifiers(of: handle)
      case .variable(let name): result += try identifiers(of: name)
      }
    }
    return result
  }

  private func identifiers(of name: NameSyntax) throws(Diagnostic) -> [PersistentIdentifier] {
    guard let value = value(named: name.text) else {
      if let entity = entity(named: name.text) {
        throw Diagnostic(
          .unknownVariable, "`\(entity.name)` is an entity, not an object", at: name.span,
          help: "write `update all \(entity.name) set …`, or name one object as in `#3`")
      }
      throw unknownVariable(name)
    }
    switch value {
    case .identifier(let identifier): return [identifier]
    case .array(let elements):
      let identifiers = elements.compactMap { element in
        if case .identifier(let identifier) = element { identifier } else { nil }
      }
      if identifiers.count == elements.count { return identifiers }
    default: break
    }
    throw Diagnostic(
      .typeMismatch, "`\(name.text)` is \(value.valueType), not an object", at: name.span)
  }

  func identifiers(of handle: HandleSyntax) throws(Diagnostic) -> [PersistentIdentifier] {
    switch handle.literal {
    case .row(let first): return try rows(first, handle.lastRow ?? first, handle)
    case .key(let key):
      let entity = handle.entity
      if let entity { _ = try self.entity(entity) }
      guard let found = scope.handleIdentifier(entity: entity?.name.text, key: key) else {
        throw Diagnostic(
          .unknownHandle, "there is no object `\(source.excerpt(handle.span))`", at: handle.span,
          help: entity == nil ? "name the entity too, as in `Person#p42`" : nil)
      }
      return [found]
    }
  }

  private func rows(
    _ first: Int, _ last: Int, _ handle: HandleSyntax
  ) throws(Diagnostic) -> [PersistentIdentifier] {
    guard first <= last, last - first < 1_000_000 else {
      throw Diagnostic(
        .unknownHandle, "`\(source.excerpt(handle.span))` is no range of rows", at: handle.span)
    }
    var result: [PersistentIdentifier] = []
    for row in first...last {
      guard let identifier = scope.object(at: row) else {
        throw Diagnostic(
          .unknownHandle, "the last listing has no row \(row)", at: handle.span,
          help: scope.object(at: 1) == nil
            ? "list objects first" : result.last.map { _ in "the last row is \(row - 1)" })
      }
      result.append(identifier)
    }
    return result
  }

  /// The store of some objects and their one entity, which become the statement's own.
  mutating func enterObjects(
    _ identifiers: [PersistentIdentifier], at span: Range<Int>
  ) throws(Diagnostic) -> EntityName {
    guard let first = identifiers.first else {
      throw Diagnostic(.unknownHandle, "there is no object here", at: span)
    }
    if let other = identifiers.first(where: { $0.entity != first.entity }) {
      throw Diagnostic(
        .typeMismatch,
        "the objects are of several entities: \(first.entity) and \(other.entity)",
        at: span, help: "name objects of one entity in a statement")
    }
    let owner = scope.storeName(of: first)
    let found =
      scope.stores.first { $0.name == owner }.map {
        FoundEntity(store: $0.name, schema: $0.schema, name: first.entity)
      } ?? entity(named: first.entity.rawValue)
    guard let found else {
      throw Diagnostic(.unknownEntity, "no open store has \(first.entity)", at: span)
    }
    enter(found)
    return found.name
  }
}

extension String {
  /// The text as a name of the language: in backticks where it would not be read as one.
  var asName: String {
    let lexed = Lexer.lex(self)
    if lexed.tokens.count == 2, lexed.diagnostics.isEmpty,
      case .identifier(self) = lexed.tokens[0].kind, Word(self) == nil
    {
      return self
    }
    return "`\(self)`"
  }
}
