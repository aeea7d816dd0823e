import FoundationEssentials
import Glibc
import LarderCore
import LarderStore
import LarderTestSupport
import SQLiteDriver

@testable import LarderCoreData

/// A writable copy of a store, which is edited entity by entity and looked at by plain SQL.
struct EditedStore {
  let folder: TemporaryFolder
  let path: String
  let store: CoreDataStore
  let context: EntityContext

  init(copyOf original: String, modelPath: String? = nil) throws {
    let folder = try TemporaryFolder()
    for suffix in ["", "-wal"] where access(original + suffix, R_OK) == 0 {
      let bytes = Array(try Data(contentsOf: URL(filePath: original + suffix)))
      try folder.write(bytes, to: "default.store" + suffix)
    }
    try self.init(in: folder, modelPath: modelPath)
  }

  /// The `default.store` in a folder.
  init(in folder: TemporaryFolder, modelPath: String? = nil) throws {
    self.folder = folder
    path = folder.path(of: "default.store")
    store = try CoreDataStore.open(
      path: path, options: .init(isWritable: true, modelPath: modelPath, author: "proof"))
    context = EntityContext()
    try context.attach(store, as: "store")
  }

  var schema: EntitySchema { store.schema }
  var concrete: [EntityName] { schema.entities.filter { !$0.isAbstract }.map(\.name) }

  func rows(_ sql: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.rows(sql).map { row in
      row.map { value in
        if case .text(let text) = value { text } else { value == .null ? "" : value.words }
      }.joined(separator: "|")
    }
  }

  /// Every row of every table but those of the history and the counters, without versions.
  func content() throws -> [String: [String]] {
    let tables = try rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN \
      ('Z_PRIMARYKEY', 'ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING') AND name NOT LIKE 'sqlite_%'
      """)
    var content: [String: [String]] = [:]
    for table in tables {
      let columns = try rows(
        "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'Z_OPT' ORDER BY cid")
      let list = columns.map { "'\($0)=' || quote(\"\($0)\")" }.joined(separator: ", ")
      content[table] = try rows("SELECT \(list) FROM \"\(table)\"").sorted()
    }
    return content
  }

  /// The content and the counters.
  func everything() throws -> [String: [String]] {
    var result = try content()
    result["Z_PRIMARYKEY"] = try rows("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
    return result
  }

  func objects(_ entity: EntityName, limit: Int) throws -> [EntitySnapshot] {
    var descriptor = EntityFetchDescriptor(entity: entity)
    descriptor.includesSubentities = false
    descriptor.fetchLimit = limit
    var found: [EntitySnapshot] = []
    try context.enumerate(descriptor, in: "store") { object in
      found.append(object)
      return true
    }
    return found
  }
}

extension EditedStore {
  /// The edits that were made, and what the context said of those that it did not take.
  struct Edits {
    var made = 0
    var refused: [String] = []
    var inserted: [EntityName: PersistentIdentifier] = [:]
  }

  /// Inserts an object of every entity, links it in every way, changes every attribute of it and of one
  /// that was there, and deletes one that was there.
  func editEverything() throws -> Edits {
    var edits = Edits()
    for entity in concrete { insert(entity, &edits) }
    for entity in concrete { link(entity, &edits) }
    for entity in concrete { try change(entity, &edits) }
    for entity in concrete { try delete(entity, &edits) }
    return edits
  }

  private func perform(
    _ edit: EntityEdit, _ words: String, _ edits: inout Edits
  ) -> EditOutcome? {
    do {
      defer { edits.made += 1 }
      return try context.perform(edit, in: "store")
    } catch {
      edits.refused.append("\(words): \(error)")
      return nil
    }
  }

  private func insert(_ entity: EntityName, _ edits: inout Edits) {
    let values = schema.allAttributes(of: entity).compactMap { attribute in
      attribute.isReadOnly ? nil : assignment(attribute, of: entity, 1)
    }
    edits.inserted[entity] =
      perform(.insert(entity, values), "insert \(entity)", &edits)?.inserted.first
  }

  private func link(_ entity: EntityName, _ edits: inout Edits) {
    guard let owner = edits.inserted[entity] else { return }
    // What is required comes last, so that no other link takes it away again.
    let relationships = schema.allRelationships(of: entity)
    for relationship in relationships.filter(\.isOptional)
      + relationships.filter({ !$0.isOptional })
    {
      let family = schema.descendants(of: relationship.destination)
      let candidates = concrete.filter(family.contains).compactMap { edits.inserted[$0] }
      guard let end = candidates.first else { continue }
      let path = AttributePath(relationship.name)
      let edit: EntityEdit =
        relationship.isToMany
        ? .append(to: owner, path, [.value(.identifier(end))])
        : .update(.objects([owner]), [.init(path, .value(.identifier(end)))])
      _ = perform(edit, "link \(entity).\(relationship.name)", &edits)
    }
  }

  private func change(_ entity: EntityName, _ edits: inout Edits) throws {
    let existing = try objects(entity, limit: 1).map(\.identifier).filter { !$0.isTemporary }
    for object in existing + [edits.inserted[entity]].compactMap(\.self) {
      for attribute in schema.allAttributes(of: entity) where !attribute.isReadOnly {
        let round = object.isTemporary ? 2 : 3
        guard let value = assignment(attribute, of: entity, round) else { continue }
        _ = perform(
          .update(.objects([object]), [value]), "set \(entity).\(attribute.name)", &edits)
      }
    }
  }

  private func delete(_ entity: EntityName, _ edits: inout Edits) throws {
    let existing = try objects(entity, limit: 3).map(\.identifier).filter { !$0.isTemporary }
    guard let last = existing.last, !isNeeded(entity) else { return }
    _ = perform(.delete(.objects([last])), "delete \(entity)", &edits)
  }

  /// Objects of other entities must have one, or refuse that theirs is deleted.
  private func isNeeded(_ entity: EntityName) -> Bool {
    schema.entities.contains { other in
      other.relationships.contains { relationship in
        schema.descendants(of: relationship.destination).contains(entity)
          && !relationship.isToMany && !relationship.isOptional
      }
    } || schema.allRelationships(of: entity).contains { $0.deleteRule == .deny }
  }

  /// Another value for each entity, since entities of one table may share what is unique.
  private func assignment(
    _ attribute: EntitySchema.Attribute, of entity: EntityName, _ round: Int
  ) -> EntityEdit.Assignment? {
    let place = concrete.firstIndex(of: entity) ?? 0
    return Self.sample(attribute.type, round * 100 + place).map {
      .init(AttributePath(attribute.name), .value($0))
    }
  }

  /// A value of a type for a number; others for other numbers, where there are others.
  private static func sample(_ type: EntitySchema.AttributeType, _ number: Int) -> AttributeValue? {
    switch type {
    case .bool: .bool(number / 100 % 2 == 1)
    case .integer, .decimal: .integer(Int64(number))
    case .real: .real(Double(number) + 0.25)
    case .text: .text("proof \(number)")
    case .date: .date(Date(timeIntervalSinceReferenceDate: Double(number) * 1000))
    case .uuid:
      UUID(uuidString: "00000000-0000-4000-8000-\(100_000_000_000 + number)").map { .uuid($0) }
    case .data, .mixed: .data(Data([0xCA, 0xFE, UInt8(number % 256)]))
    case .enumeration(_, _, let cases):
      cases.isEmpty ? nil : cases[number / 100 % cases.count].rawValue
    case .array(let element): sample(element, number).map { .array([$0]) }
    case .composite(let members):
      .object(
        AttributeObject(
          members.compactMap { member in
            sample(member.type, number).map { .init(name: member.name, value: $0) }
          }))
    }
  }
}
