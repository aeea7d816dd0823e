import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct InheritanceTests {
  static let zoo = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Animal", isAbstract: true,
      attributes: [.init(name: "name", type: .text, isUnique: true)],
      relationships: [
        .init(
          name: "keeper", destination: "Keeper", inverse: "animals")
      ]),
    EntitySchema.Entity(
      name: "Dog", superentity: "Animal",
      attributes: [
        .init(name: "isGood", type: .bool), .init(name: "tag", type: .integer, isOptional: true),
      ], uniquenessConstraints: [["tag"]]),
    EntitySchema.Entity(
      name: "Cat", superentity: "Animal",
      attributes: [.init(name: "tag", type: .integer, isOptional: true)]),
    EntitySchema.Entity(
      name: "Keeper", attributes: [.init(name: "entity", type: .text)],
      relationships: [
        .init(
          name: "animals", destination: "Animal", isToMany: true, isOrdered: true,
          inverse: "keeper", deleteRule: .cascade),
        .init(name: "favourite", destination: "Animal"),
      ]),
  ])

  /// A keeper with a dog and a cat, of which the cat is the favourite.
  private func zoo() throws -> LayoutStore {
    let new = try LayoutStore(Self.zoo)
    let keeper = try new.insert("Keeper", ("entity", .text("Kim")))
    try new.insert(
      "Dog", ("name", .text("Rex")), ("isGood", .bool(true)), ("tag", .integer(1)),
      ("keeper", .identifier(keeper)))
    _ = try new.context.save()
    let cat = try new.insert(
      "Cat", ("name", .text("Tom")), ("tag", .integer(1)),
      ("keeper", .identifier(new.context.permanentIdentifier(for: keeper))))
    _ = try new.context.perform(
      .update(
        .objects([new.context.permanentIdentifier(for: keeper)]),
        [.init(AttributePath("favourite"), .value(.identifier(cat)))]),
      in: "store")
    _ = try new.context.save()
    return new
  }

  private func insert(
    _ entity: EntityName, _ values: [AttributeName: AttributeValue]
  ) throws -> ChangeSet {
    let layout = try #require(Self.zoo.layout(of: entity))
    let identifier = PersistentIdentifier(
      storeIdentifier: nil, entityName: entity, primaryKey: .temporary(1))
    let snapshot = EntitySnapshot(
      identifier: identifier, layout: layout, values: layout.names.map { values[$0] })
    return ChangeSet([.insert(snapshot, restoring: nil)])
  }

  @Test func aHierarchyIsOneTableWithTheEntityOfEachRow() throws {
    let new = try LayoutStore(Self.zoo)

    let sql = try new.sql("SELECT sql FROM sqlite_schema WHERE name IN ('Animal', 'Dog', 'Cat')")

    guard sql.count == 1, case .text(let made) = sql[0][0] else {
      Issue.record("there is one table")
      return
    }
    expectText(
      made,
      """
      CREATE TABLE "Animal" (
        "pk" INTEGER PRIMARY KEY AUTOINCREMENT,
        "entity" TEXT NOT NULL CHECK ("entity" IN ('Dog', 'Cat')),
        "name" TEXT NOT NULL,
        "isGood" INTEGER CHECK ("isGood" IN (0, 1)) \
      CHECK ("isGood" IS NOT NULL OR NOT "entity" IN ('Dog')),
        "tag" INTEGER,
        "tag_2" INTEGER,
        "keeper" INTEGER REFERENCES "Keeper" ("pk") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
        "keeper_order" INTEGER,
        UNIQUE ("name")
      ) STRICT
      """)
  }

  @Test func objectsComeBackAsWhatTheyAre() throws {
    let store = try zoo().reopened()

    let animals = try store.objects("Animal")

    #expect(animals.map(\.identifier.description) == ["Dog#p1", "Cat#p2"])
    #expect(animals.map { $0["tag"] } == [.integer(1), .integer(1)])
    let keeper = try #require(store.objects("Keeper").first)
    #expect(keeper["favourite"] == .identifier(animals[1].identifier))
    #expect(keeper["entity"] == .text("Kim"))
    let kept = try store.destinations(of: "animals", from: [keeper.identifier])
    #expect(kept[keeper.identifier] == animals.map(\.identifier))
  }

  @Test func aValueUniqueAboveIsHeldByOneObjectOfAllEntities() throws {
    let new = try zoo()
    let cat = try insert("Cat", ["name": .text("Rex")])

    let error = #expect(throws: PersistenceError.self) { try new.store.apply(cat) }

    #expect(error?.code == .notUnique)
    #expect(error?.attribute == "name")
    #expect(error?.detail == "Dog#p1 holds the same name")
  }

  @Test func aValueUniqueBelowIsNoMatterOfOtherEntities() throws {
    let new = try zoo()
    let dog = try insert(
      "Dog", ["name": .text("Ace"), "isGood": .bool(false), "tag": .integer(1)])

    let error = #expect(throws: PersistenceError.self) { try new.store.apply(dog) }

    #expect(error?.code == .notUnique)
    #expect(error?.detail == "Dog#p1 holds the same tag")
  }

  @Test func theHistoryOfAnEntityHasThoseBelowItToo() throws {
    let new = try zoo()

    func changed(_ entity: EntityName) throws -> [String] {
      try new.store.transactions(after: nil, of: entity).flatMap(\.changes)
        .map(\.identifier.description)
    }

    #expect(try changed("Animal") == ["Dog#p1", "Cat#p2"])
    #expect(try changed("Dog") == ["Dog#p1"])
  }

  @Test func aDeleteTakesItsCascadeAndAnUndoBringsEntitiesAndKeysBack() throws {
    let new = try zoo()
    let keeper = try #require(new.store.objects("Keeper").first).identifier
    let before = try new.store.objects("Animal")

    _ = try new.context.perform(.delete(.objects([keeper])), in: "store")
    _ = try new.context.save()
    #expect(try new.store.objects("Animal").isEmpty)
    _ = try new.context.undo()
    _ = try new.context.save()

    let animals = try new.store.objects("Animal")
    #expect(animals.map(\.identifier) == before.map(\.identifier))
    #expect(animals.map(\.values) == before.map(\.values))
    let restored = try #require(new.store.objects("Keeper").first)
    #expect(restored["favourite"] == .identifier(before[1].identifier))
  }

  @Test func anEntityGetsOthersBelowIt() throws {
    let new = try LayoutStore(LayoutSchemas.entity("Trip", .init(name: "name", type: .text)))
    try new.insert("Trip", ("name", .text("Oslo")))
    _ = try new.context.save()
    var declared = LayoutSchemas.entity(
      "Trip", .init(name: "name", type: .text),
      .init(name: "days", type: .integer, defaultValue: .integer(2)))
    declared.entities.append(
      .init(
        name: "Cruise", superentity: "Trip",
        attributes: [.init(name: "ship", type: .text, defaultValue: .text("Fram"))]))

    let store = try new.reopened(declared)

    let trip = try #require(store.objects("Trip").first)
    #expect(trip.identifier.description == "Trip#p1")
    #expect(trip.values == [.text("Oslo"), .integer(2)])
    #expect(try new.sql("SELECT ship FROM Trip") == [[.null]])
    #expect(try new.sql("PRAGMA integrity_check") == [[.text("ok")]])
  }

  @Test func attributesMoveUpAndEntitiesWithoutObjectsGo() throws {
    let new = try zoo()
    _ = try new.context.perform(
      .delete(.matching(EntityFetchDescriptor(entity: "Cat"))), in: "store")
    _ = try new.context.save()
    var declared = Self.zoo
    declared.entities[0].attributes.append(.init(name: "tag", type: .integer, isOptional: true))
    declared.entities[1].attributes.removeLast()
    declared.entities[1].uniquenessConstraints = []
    declared.entities.remove(at: 2)
    declared.entities[2].relationships.removeLast()

    let store = try new.reopened(declared)

    let animal = try #require(store.objects("Animal").first)
    #expect(try store.objects("Animal").map(\.identifier.description) == ["Dog#p1"])
    #expect(animal["tag"] == .integer(1))
    #expect(animal["isGood"] == .bool(true))
  }

  @Test func anEntityBelowWithObjectsIsNotLeftOut() throws {
    let new = try zoo()
    var declared = Self.zoo
    declared.entities.remove(at: 2)

    let error = #expect(throws: PersistenceError.self) { _ = try new.reopened(declared) }

    #expect(error?.code == .invalidSchema)
    #expect(
      error?.detail
        == "the schema leaves out `Cat`, of which 1 object is stored; declare it, or delete them first"
    )
  }

  @Test func entitiesWithObjectsOfTheirOwnDoNotBecomeOne() throws {
    let new = try LayoutStore(EntitySchema(entities: [.init(name: "A"), .init(name: "B")]))

    let error = #expect(throws: PersistenceError.self) {
      _ = try new.reopened(
        EntitySchema(entities: [.init(name: "A"), .init(name: "B", superentity: "A")]))
    }

    #expect(error?.code == .invalidSchema)
    #expect(
      error?.detail
        == "`A` and `B` would become of one kind; the stored objects cannot be carried over")
  }
}
