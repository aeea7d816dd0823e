import FoundationEssentials
import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct MigrationTests {
  /// A store with an object of `Trip`, named `Oslo`.
  private func trips(_ attributes: EntitySchema.Attribute...) throws -> LayoutStore {
    let schema = EntitySchema(entities: [
      EntitySchema.Entity(
        name: "Trip", attributes: [.init(name: "name", type: .text)] + attributes)
    ])
    let new = try LayoutStore(schema)
    try new.insert("Trip", ("name", .text("Oslo")))
    _ = try new.context.save()
    return new
  }

  @Test func attributesComeGoAndAreRenamed() throws {
    let new = try trips(.init(name: "old", type: .text, isOptional: true))
    let declared = LayoutSchemas.entity(
      "Trip", .init(name: "title", type: .text, originalName: "name"),
      .init(name: "price", type: .real, isOptional: true),
      .init(name: "count", type: .integer, defaultValue: .integer(7)),
      .init(name: "day", type: .date, defaultValue: .date(Date(timeIntervalSinceReferenceDate: 1))))

    let store = try new.reopened(declared)

    let trip = try #require(store.objects("Trip").first)
    #expect(trip.identifier.primaryKey == .integer(1))
    #expect(
      trip.values == [
        .text("Oslo"), .null, .integer(7), .date(Date(timeIntervalSinceReferenceDate: 1)),
      ])
    #expect(store.schema.entities == declared.entities)
    #expect(store.schema.version == EntitySchema.Version(1, 1, 0))
    #expect(store.identifier == new.store.identifier)
    #expect(try new.reopened().schema == store.schema)
  }

  @Test func theFileIsCopiedBeforeItsObjectsAreCarriedOver() throws {
    let new = try trips()
    let path = new.path + ".backup-1.0.0"

    _ = try new.reopened(
      LayoutSchemas.entity("Trip", .init(name: "n", type: .text, isOptional: true)))

    let backup = try SQLiteStore.open(path: path, options: .init(isReadOnly: true))
    #expect(try backup.objects("Trip").first?["name"] == .text("Oslo"))
    #expect(backup.schema == new.store.schema)
  }

  @Test func theSameSchemaAgainChangesNothing() throws {
    let new = try trips()
    let before = try new.folder.bytes(of: "new.sqlite")

    let store = try new.reopened(new.store.schema)

    #expect(store.schema == new.store.schema)
    #expect(try new.folder.bytes(of: "new.sqlite") == before)
    #expect(access(new.path + ".backup-1.0.0", F_OK) != 0)
  }

  @Test func relationshipsAndTheirOrderAreCarriedOver() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    let author = try new.insert("Author", ("name", .text("Ursula")))
    let genre = try new.insert("Genre", ("name", .text("SF")))
    let books = try ["a", "b"].map { title in
      try new.insert(
        "Book", ("title", .text(title)), ("author", .identifier(author)),
        ("genres", .array([.identifier(genre)])))
    }
    let reversed = AttributeValue.array(books.reversed().map { .identifier($0) })
    _ = try new.context.perform(
      .update(.objects([author]), [.init(AttributePath("books"), .value(reversed))]), in: "store")
    _ = try new.context.save()
    var declared = LayoutSchemas.library
    declared.entities[1].attributes.append(
      .init(name: "isbn", type: .text, isOptional: true, isUnique: true))
    declared.entities[2].attributes[0].name = "title"
    declared.entities[2].attributes[0].originalName = "name"
    declared.entities.append(EntitySchema.Entity(name: "Shelf"))

    let store = try new.reopened(declared)

    let first = try #require(store.objects("Author").first).identifier
    let second = try #require(store.objects("Genre").first)
    #expect(second["title"] == .text("SF"))
    let ordered = try store.destinations(of: "books", from: [first])[first] ?? []
    #expect(ordered.map(\.primaryKey) == [.integer(2), .integer(1)])
    let shared = try store.destinations(of: "books", from: [second.identifier])
    #expect(shared[second.identifier]?.map(\.primaryKey) == [.integer(1), .integer(2)])
    #expect(try store.count(EntityFetchDescriptor(entity: "Shelf")) == 0)
    #expect(try new.sql("PRAGMA foreign_key_check").isEmpty)
    #expect(try new.sql("PRAGMA integrity_check") == [[.text("ok")]])
  }

  @Test func aKeyIsNotGivenTwiceAfterACarryOver() throws {
    let new = try trips()
    let trip = try new.insert("Trip", ("name", .text("Rome")))
    _ = try new.context.save()
    _ = try new.context.perform(
      .delete(.objects([new.context.permanentIdentifier(for: trip)])), in: "store")
    _ = try new.context.save()

    let store = try new.reopened(
      LayoutSchemas.entity("Trip", .init(name: "name", type: .text, isOptional: true)))
    let context = EntityContext()
    try context.attach(store, as: "store")
    _ = try context.perform(.insert("Trip", []), in: "store")
    _ = try context.save()

    #expect(try store.keys("Trip") == [.integer(1), .integer(3)])
  }

  @Test func aStoreThatWasOpenedBeforeACarryOverIsNotWrittenAnyMore() throws {
    let new = try trips()
    let declared = LayoutSchemas.entity("Trip", .init(name: "name", type: .text, isOptional: true))
    _ = try new.reopened(declared)
    try new.insert("Trip", ("name", .text("Rome")))

    let error = #expect(throws: PersistenceError.self) { try new.context.save() }

    #expect(error?.code == .unavailable)
    #expect(
      error?.detail == "the schema was changed by another process; open the store again")
    #expect(try new.reopened(declared).objects("Trip").count == 1)
  }

  @Test func entitiesAreDeclaredIntoAnOpenStore() throws {
    let new = try LayoutStore(EntitySchema(entities: []))

    let store = try new.store.declaring(LayoutSchemas.library.entities)

    #expect(store.schema.entities == LayoutSchemas.library.entities)
    #expect(store.identifier == new.store.identifier)
  }

  @Test(arguments: [
    (
      LayoutSchemas.entity("Trip", .init(name: "name", type: .integer)),
      "`Trip.name` would change its type; the stored objects cannot be carried over"
    ),
    (
      LayoutSchemas.entity("Trip", .init(name: "price", type: .real)),
      "`Trip.price` is new and required, and has no default; the stored objects cannot be carried over"
    ),
    (
      LayoutSchemas.entity(
        "Trip", .init(name: "name", type: .text),
        .init(name: "code", type: .text, isUnique: true, defaultValue: .text("x"))),
      "the stored objects do not fit: UNIQUE constraint failed: larder_new_Trip.code"
    ),
    (
      EntitySchema(entities: [
        .init(
          name: "Trip",
          relationships: [.init(name: "owner", destination: "Trip", isOptional: false)])
      ]),
      "`Trip.owner` is new and required, and has no default; the stored objects cannot be carried over"
    ),
    (
      LayoutSchemas.entity("Other"),
      "the schema leaves out `Trip`, of which 2 objects are stored; declare it, or delete them first"
    ),
  ])
  func aChangeThatIsNotLightweightIsRefusedAndChangesNothing(
    _ declared: EntitySchema, _ message: String
  ) throws {
    let new = try trips()
    try new.insert("Trip", ("name", .text("Rome")))
    _ = try new.context.save()
    let before = try new.sql("SELECT * FROM sqlite_schema")

    let error = #expect(throws: PersistenceError.self) { try new.reopened(declared) }

    #expect(error?.code == .invalidSchema)
    #expect(error?.detail == message)
    #expect(try new.sql("SELECT * FROM sqlite_schema") == before)
    #expect(try new.reopened().objects("Trip").count == 2)
  }

  @Test func anEntityWithoutObjectsGoesWithItsDeclaration() throws {
    let new = try trips()
    _ = try new.context.perform(
      .delete(.matching(EntityFetchDescriptor(entity: "Trip"))), in: "store")
    _ = try new.context.save()

    let store = try new.reopened(LayoutSchemas.entity("Other"))

    #expect(store.schema.entities.map(\.name) == ["Other"])
    #expect(try new.sql("SELECT name FROM sqlite_schema WHERE name = 'Trip'").isEmpty)
  }

  @Test func aDryRunCarriesACopyOver() throws {
    let new = try trips()
    let before = try new.folder.bytes(of: "new.sqlite")
    let declared = LayoutSchemas.entity(
      "Trip", .init(name: "name", type: .text), .init(name: "price", type: .real, isOptional: true))

    let store = try SQLiteStore.open(
      path: new.path, options: .init(schema: declared, isDryRun: true))

    #expect(store.schema.entities == declared.entities)
    let trip = try #require(try store.objects("Trip").first)
    #expect(trip.values == [.text("Oslo"), .null])
    let error = #expect(throws: PersistenceError.self) {
      try store.apply(ChangeSet([.delete(trip)]))
    }
    #expect(error?.detail == "a dry run saves nothing")
    #expect(try new.folder.bytes(of: "new.sqlite") == before)
    #expect(access(new.path + ".backup-1.0.0", F_OK) != 0)
  }

  @Test func aReadOnlyStoreIsNotCarriedOver() throws {
    let new = try trips()
    let error = #expect(throws: PersistenceError.self) {
      try SQLiteStore.open(
        path: new.path,
        options: .init(isReadOnly: true, schema: LayoutSchemas.entity("Trip")))
    }
    #expect(error?.code == .readOnly)
    #expect(error?.detail == "the schema cannot be changed: it was opened to be read only")
  }

  @Test(arguments: [
    (
      "UPDATE larder_metadata SET value = '2' WHERE key = 'layout'",
      PersistenceError.Code.unsupported
    ),
    ("UPDATE larder_metadata SET value = '{' WHERE key = 'schema'", .corrupt),
    ("DELETE FROM larder_metadata WHERE key = 'schema'", .corrupt),
    ("DELETE FROM larder_metadata WHERE key = 'store'", .corrupt),
  ])
  func metadataThatCannotBeReadIsSaid(_ damage: String, _ code: PersistenceError.Code) throws {
    let new = try trips()
    try Connection(path: new.path).execute(damage)
    let error = #expect(throws: PersistenceError.self) { try new.reopened() }
    #expect(error?.code == code)
  }
}
