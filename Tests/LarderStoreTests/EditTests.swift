import LarderCore
import LarderStore
import Testing

@Suite struct EditTests {
  private let people: People
  private let ada: PersistentIdentifier

  init() throws {
    people = try People()
    ada = try people.insert(
      "Person", ["name": .text("Ada"), "age": .integer(36), "tags": .array([.text("x")])])
    try people.context.save()
  }

  @Test func anInsertTakesDefaultsAndATemporaryIdentifier() throws {
    let bob = try people.insert("Person", ["name": .text("Bob")])

    #expect(bob.isTemporary)
    #expect(try people.value("mood", of: bob) == .text("good"))
    #expect(try people.value("age", of: bob) == nil)
    #expect(try people.destinations("friends", of: bob) == [])
  }

  @Test func rightSidesSeeTheValuesBeforeTheStatement() throws {
    try people.set(ada, "weight", .real(1.5))
    try people.update(
      "Person",
      set: [
        .init(AttributePath("age"), .function(.integer, [.path(AttributePath("weight"))])),
        .init(AttributePath("weight"), .function(.real, [.path(AttributePath("age"))])),
      ])

    #expect(try people.value("age", of: ada) == .integer(1))
    #expect(try people.value("weight", of: ada) == .real(36))
  }

  @Test func aStatementThatFailsInTheMiddleChangesNothing() throws {
    let bob = try people.insert("Person", ["name": .text("Bob"), "age": .integer(.max)])
    let before = people.context.changes(in: "main")

    let error = failure {
      try people.update(
        "Person",
        set: [
          .init(
            AttributePath("age"),
            .arithmetic(.add, .path(AttributePath("age")), .value(.integer(1))))
        ])
    }

    #expect(error?.code == .overflow && error?.identifier == bob && error?.attribute == "age")
    #expect(people.context.changes(in: "main") == before)
    #expect(try people.value("age", of: ada) == .integer(36))
    #expect(people.context.undoCount == 2)
  }

  @Test func severalEditsAreOneStepOfUndo() throws {
    let outcome = try people.context.perform(
      ["Bob", "Cid"].map { name in
        .insert("Person", [.init(AttributePath("name"), .value(.text(name)))])
      }, named: "two", in: "main")

    #expect(
      try outcome.inserted.map { try people.value("name", of: $0) } == [.text("Bob"), .text("Cid")])
    #expect(try people.context.undo().name == "two")
    #expect(!people.context.hasChanges)
  }

  @Test(arguments: [["Acme", "Beta", "Acme"], ["Beta", "Old"]])
  func ofSeveralEditsNoneIsDoneWhereTwoObjectsWouldShareAUniqueValue(_ names: [String]) throws {
    try people.insert("Company", ["name": .text("Old")])
    try people.context.save()

    let error = failure {
      try people.context.perform(
        names.map { .insert("Company", [.init(AttributePath("name"), .value(.text($0)))]) },
        named: "several", in: "main")
    }

    #expect(error?.code == .notUnique && error?.attribute == "name")
    #expect(!people.context.hasChanges)
  }

  @Test func aUniqueValueIsCheckedAgainWhenItIsChanged() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    let beta = try people.insert("Company", ["name": .text("Beta")])
    try people.set(beta, "staff", .array([.identifier(ada)]))

    #expect(failure { try people.set(beta, "name", .text("Acme")) }?.code == .notUnique)
    try people.set(acme, "name", .text("Gone"))
    try people.set(beta, "name", .text("Acme"))
    #expect(try people.value("name", of: beta) == .text("Acme"))
  }

  @Test func aMemberOfACompositeIsSetAloneAndInPlace() throws {
    let acme = try people.insert(
      "Company",
      [
        "name": .text("Acme"),
        "address": .object(
          AttributeObject([
            .init(name: "street", value: .text("Main")), .init(name: "city", value: .text("Oslo")),
          ])),
      ])

    try people.update(
      "Company", set: [.init(AttributePath("address", "street"), .value(.text("High")))])
    try people.update("Company", set: [.init(AttributePath("address", "zip"), .value(.integer(7)))])

    let wanted = AttributeObject([
      .init(name: "street", value: .text("High")), .init(name: "city", value: .text("Oslo")),
      .init(name: "zip", value: .integer(7)),
    ])
    #expect(try people.value("address", of: acme) == .object(wanted))
  }

  @Test func aMemberOfANilCompositeMakesIt() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])

    try people.update(
      "Company", set: [.init(AttributePath("address", "city"), .value(.text("Rome")))])

    let wanted = AttributeObject([.init(name: "city", value: .text("Rome"))])
    #expect(try people.value("address", of: acme) == .object(wanted))
  }

  @Test func valuesAreAppendedToAnArrayAndRemoved() throws {
    try people.append([.text("y"), .text("x")], to: "tags", of: ada)
    #expect(try people.value("tags", of: ada) == .array([.text("x"), .text("y"), .text("x")]))

    try people.remove([.text("x")], from: "tags", of: ada)
    #expect(try people.value("tags", of: ada) == .array([.text("y")]))
  }

  @Test func anIntegerBecomesTheRealThatIsAsLarge() throws {
    try people.set(ada, "weight", .integer(70))

    #expect(try people.value("weight", of: ada) == .real(70))
  }

  static let misfits: [(AttributeName, AttributeValue, PersistenceError.Code, String?)] = [
    ("age", .text("4"), .wrongKind, "expected integer, found text"),
    ("age", .real(4), .wrongKind, "expected integer, found real"),
    ("weight", .integer(9_007_199_254_740_993), .wrongKind, "expected real, found integer"),
    ("name", .null, .requiredValueMissing, nil),
    ("mood", .text("odd"), .wrongKind, "not a case of Mood, which are good, bad"),
    ("tags", .array([.integer(1)]), .wrongKind, "expected text, found integer"),
    ("size", .integer(1), .unknownAttribute, nil),
    ("employer", .text("Acme"), .wrongKind, "expected an object of Company, found text"),
    ("friends", .integer(1), .wrongKind, "expected objects of Person, found integer"),
  ]

  @Test(arguments: misfits)
  func aValueThatDoesNotFitIsRefused(
    _ name: AttributeName, _ value: AttributeValue, _ code: PersistenceError.Code,
    _ detail: String?
  ) {
    let error = failure { try people.set(ada, name, value) }

    #expect(error?.code == code && error?.attribute == name && error?.identifier == ada.permanent)
    #expect(error?.detail == detail)
    #expect(!people.context.hasChanges)
  }

  @Test func aMemberThatDoesNotExistIsRefused() throws {
    try people.insert("Company", ["name": .text("Acme")])

    let error = failure {
      try people.update("Company", set: [.init(AttributePath("address", "town"), .value(.null))])
    }

    #expect(error?.code == .unknownAttribute && error?.detail == "member town: no member town")
  }

  @Test func anInsertWithoutARequiredValueIsRefused() {
    let error = failure { try people.insert("Person", ["age": .integer(1)]) }

    #expect(error?.code == .requiredValueMissing && error?.attribute == "name")
    #expect(!people.context.hasChanges)
  }

  @Test func anEditOfAReadOnlyStoreIsRefused() throws {
    let context = EntityContext()
    let store = InMemoryStore(identifier: "r", schema: .people, readOnlyReason: "opened read-only")
    try context.attach(store, as: "main")

    let error = failure {
      try context.perform(
        .insert("Person", [.init(AttributePath("name"), .value(.text("x")))]), in: "main")
    }

    #expect(error?.code == .readOnly && error?.detail == "opened read-only")
  }

  @Test func aUniqueValueIsRefusedWhereThePendingOrTheStoredHoldIt() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    let pending = failure { try people.insert("Company", ["name": .text("Acme")]) }
    #expect(pending?.code == .notUnique && pending?.detail == "\(acme) holds the same name")

    try people.context.save()
    let stored = failure { try people.insert("Company", ["name": .text("Acme")]) }
    #expect(stored?.code == .notUnique && stored?.value == .text("Acme"))
  }

  @Test func aUniqueValueThatWasGivenUpIsFree() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try people.context.save()

    try people.set(acme, "name", .text("Ajax"))
    try people.insert("Company", ["name": .text("Acme")])
    try people.context.save()

    #expect(try people.count("Company") == 2)
  }

  @Test func anUpsertUpdatesTheObjectThatHoldsTheValue() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try people.context.save()
    people.context.uniquenessPolicy = .upsert

    let again = try people.insert("Company", ["name": .text("Acme"), "address": .null])

    #expect(again == people.context.permanentIdentifier(for: acme))
    #expect(people.context.changes(in: "main").inserted.isEmpty)
  }

  @Test func aFetchInsideAnEditIsCarriedOutFirst() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    let first = EntityFetchDescriptor(
      entity: "Company", predicate: compare("name", is: .equal, .text("Acme")))

    try people.update("Person", set: [.init(AttributePath("employer"), .first(first))])

    #expect(try people.value("employer", of: ada) == .identifier(acme))
  }

  @Test func anInsertThatIsDeletedLeavesNothing() throws {
    let bob = try people.insert("Person", ["name": .text("Bob")])
    try people.delete(bob)

    #expect(!people.context.hasChanges)
  }

  @Test func anUpdateBackToTheStoredValueLeavesNothing() throws {
    try people.set(ada, "age", .integer(1))
    try people.set(ada, "age", .integer(36))

    #expect(!people.context.hasChanges)
    #expect(people.context.undoCount == 3)
  }

  @Test func anEditWithoutEffectIsNoStep() throws {
    try people.set(ada, "age", .integer(36))

    #expect(people.context.undoCount == 1)
  }

  @Test func differencesNameEachValue() throws {
    try people.set(ada, "age", .integer(37))
    let found = try people.context.differences()

    #expect(found.map(\.attribute) == ["age"] && found.map(\.kind) == [.update])
    #expect(found.map(\.before) == [.integer(36)] && found.map(\.after) == [.integer(37)])
  }

  @Test func aPreviewShowsAllEffectsAndChangesNothing() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try people.insert("Room", ["number": .integer(1), "company": .identifier(acme)])
    try people.context.save()

    let preview = try people.context.preview(.delete(.objects([acme])), in: "main")

    let saved = people.context.permanentIdentifier(for: acme)
    #expect(preview.effects.map(\.cause) == [.statement, .cascade(from: saved, "rooms")])
    #expect(!people.context.hasChanges && people.context.undoCount == 3)
  }
}

extension PersistentIdentifier {
  /// The identifier that the in-memory store gives the first object of an entity.
  var permanent: PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: "people", entityName: entity, primaryKey: .integer(1))
  }
}
