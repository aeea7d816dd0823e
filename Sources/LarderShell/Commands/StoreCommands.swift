import LarderCore
import LarderQuery
import LarderStore

extension ShellCommand {
  static let open = ShellCommand(
    "open",
    ".open [NAME=]STORE [--read-only|--write] [--entity NAME] [--schema FILE] [--attach NAME=FILE]"
      + " [--dialect FILE] [--auth-file FILE] [--ca-file FILE]",
    "Open a store; what it is is read from its content."
  ) { arguments, session in
    let invocation: Invocation
    do {
      invocation = try Invocation(arguments: try CommandWords.split(arguments))
    } catch let error as InvocationError {
      throw ShellError(.wrongUsage, error.message, help: "`.help open` says how it is written")
    }
    guard !invocation.stores.isEmpty else { throw UsageError() }
    let options = try session.options(for: invocation)
    for location in invocation.stores {
      let opened = try session.open(location, options)
      try session.report("\(opened.name): \(session.summary(of: opened))")
    }
  }

  static let close = ShellCommand(
    "close", ".close [NAME]", "Close a store, the current one where none is named."
  ) { arguments, session in
    let name =
      try arguments.isEmpty ? session.currentOpenStore().name : CommandWords.one(arguments)
    try session.close(name)
  }

  static let stores = ShellCommand(
    "stores", ".stores", "List the open stores."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    try session.show(
      names: ["name", "kind", "location", "readonly", "changes"],
      session.stores.map { open in
        [
          .text(open.name), .text(open.kind), .text(open.location.address),
          .bool(open.store.readOnlyReason != nil || session.isReadOnly),
          .integer(Int64(session.context.changes(in: open.name).count)),
        ]
      })
  }

  static let use = ShellCommand(
    "use", ".use NAME", "Make a store the one that statements are about."
  ) { arguments, session in
    session.currentStore = try session.openStore(named: CommandWords.one(arguments)).name
  }

  static let entities = ShellCommand(
    "entities", ".entities", "List the entities of the open stores with their numbers of objects."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    var records: [[AttributeValue?]] = []
    var failure: PersistenceError?
    for open in session.stores {
      for entity in open.store.schema.entities {
        var count: AttributeValue = .null
        do {
          count = .integer(Int64(try session.count(entity.name, in: open.name)))
        } catch let error as PersistenceError where error.code != .cancelled {
          failure = failure ?? error
        }
        records.append([.text(open.name), .text(entity.name.rawValue), count])
      }
    }
    try session.show(names: ["store", "entity", "count"], records)
    // What cannot be counted does not hide the rest.
    if let failure { throw failure }
  }

  static let schema = ShellCommand(
    "schema", ".schema [ENTITY]", "Show entities as @Model classes, as an app would declare them."
  ) { arguments, session in
    let schema = try session.currentOpenStore().store.schema
    var entities = schema.entities
    if !arguments.isEmpty {
      let name = EntityName(try CommandWords.one(arguments))
      guard let entity = schema.entity(name) else {
        throw PersistenceError(.unknownEntity, entity: name)
      }
      entities = [entity]
    }
    if session.settings.mode.isForData {
      try session.showSchemaRecords(of: entities, in: schema)
    } else {
      let sources = entities.map { ModelPrinter.source(of: $0, in: schema) }
      try session.show(lines: sources.joined(separator: "\n"))
    }
  }
}

extension Session {
  fileprivate func count(_ entity: EntityName, in store: String) throws -> Int {
    let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: entity), output: .count)
    guard case .count(let count) = try context.run(query, in: store) else { return 0 }
    return count
  }

  /// `3 entities, read-only: …`.
  func summary(of open: OpenStore) -> String {
    let count = open.store.schema.entities.count
    let entities = "\(open.kind), \(count) \(count == 1 ? "entity" : "entities")"
    return entities + (open.store.readOnlyReason.map { ", read-only: \($0)" } ?? "")
  }

  /// A record a property, with stable names.
  fileprivate func showSchemaRecords(
    of entities: [EntitySchema.Entity], in schema: EntitySchema
  ) throws {
    let names = [
      "entity", "name", "type", "optional", "unique", "relationship", "inverse", "deleteRule",
    ]
    let records = entities.flatMap { entity -> [[AttributeValue?]] in
      schema.allAttributes(of: entity.name).map { Self.record(of: $0, in: entity) }
        + schema.allRelationships(of: entity.name).map { Self.record(of: $0, in: entity) }
    }
    try show(names: names, records)
  }

  private static func record(
    of attribute: EntitySchema.Attribute, in entity: EntitySchema.Entity
  ) -> [AttributeValue?] {
    [
      .text(entity.name.rawValue), .text(attribute.name.rawValue), .text(attribute.type.word),
      .bool(attribute.isOptional), .bool(attribute.isUnique), .bool(false), .null, .null,
    ]
  }

  private static func record(
    of relationship: EntitySchema.Relationship, in entity: EntitySchema.Entity
  ) -> [AttributeValue?] {
    let type =
      relationship.isToMany
      ? "[\(relationship.destination)]" : relationship.destination.rawValue
    return [
      .text(entity.name.rawValue), .text(relationship.name.rawValue), .text(type),
      .bool(relationship.isOptional), .bool(false), .bool(true),
      relationship.inverse.map { .text($0.rawValue) } ?? .null,
      .text(relationship.deleteRule.rawValue),
    ]
  }
}

extension EntitySchema.AttributeType {
  /// The type in a word, as records of `.schema` name it.
  var word: String {
    switch self {
    case .mixed: "mixed"
    case .bool: "bool"
    case .integer: "integer"
    case .real: "real"
    case .decimal: "decimal"
    case .text: "text"
    case .date: "date"
    case .uuid: "uuid"
    case .data: "data"
    case .array(let element): "[\(element.word)]"
    case .composite: "composite"
    case .enumeration(let name, _, _): name
    }
  }
}
