import LarderCore
import LarderStore
import Testing

@Suite struct RelationshipTests {
  private let people: People
  private let acme: PersistentIdentifier
  private let ajax: PersistentIdentifier
  private let ada: PersistentIdentifier
  private let bob: PersistentIdentifier

  init() throws {
    people = try People(loadsToMany: false)
    acme = try people.insert("Company", ["name": .text("Acme")])
    ajax = try people.insert("Company", ["name": .text("Ajax")])
    ada = try people.insert("Person", ["name": .text("Ada"), "employer": .identifier(acme)])
    bob = try people.insert("Person", ["name": .text("Bob")])
    try people.context.save()
  }

  private func now(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
    people.context.permanentIdentifier(for: identifier)
  }

  @Test func anInsertIsSeenFromTheOtherEnd() throws {
    #expect(try people.destinations("staff", of: acme) == [now(ada)])
  }

  @Test func assigningTheToOneSideMovesTheObject() throws {
    try people.set(ada, "employer", .identifier(ajax))

    #expect(try people.destinations("staff", of: acme) == [])
    #expect(try people.destinations("staff", of: ajax) == [now(ada)])
  }

  @Test func appendingToTheToManySideMovesTheObject() throws {
    try people.append([.identifier(ada), .identifier(bob)], to: "staff", of: ajax)

    #expect(try people.destinations("staff", of: acme) == [])
    #expect(try people.value("employer", of: ada) == .identifier(now(ajax)))
    #expect(try people.value("employer", of: bob) == .identifier(now(ajax)))
  }

  @Test func removingFromTheToManySideClearsTheOther() throws {
    try people.remove([.identifier(ada)], from: "staff", of: acme)

    #expect(try people.value("employer", of: ada) == .null)
  }

  @Test func assigningTheToManySideClearsAndSets() throws {
    try people.set(acme, "staff", .array([.identifier(bob)]))

    #expect(try people.value("employer", of: ada) == .null)
    #expect(try people.value("employer", of: bob) == .identifier(now(acme)))
  }

  @Test func aOneToOneRelationshipLeavesItsFormerEnds() throws {
    let badge = try people.insert("Badge", ["code": .text("1"), "owner": .identifier(ada)])
    let other = try people.insert("Badge", ["code": .text("2"), "owner": .identifier(bob)])

    try people.set(bob, "badge", .identifier(badge))

    #expect(try people.value("badge", of: ada) == .null)
    #expect(try people.value("owner", of: badge) == .identifier(now(bob)))
    #expect(try people.value("owner", of: other) == .null)
  }

  @Test func aRelationshipThatIsItsOwnInverseIsMutual() throws {
    try people.append([.identifier(bob)], to: "friends", of: ada)
    #expect(try people.destinations("friends", of: bob) == [now(ada)])

    try people.remove([.identifier(ada)], from: "friends", of: bob)
    #expect(try people.destinations("friends", of: ada) == [])
  }

  @Test func anObjectMayBeItsOwnFriendOnce() throws {
    try people.append([.identifier(ada), .identifier(ada)], to: "friends", of: ada)

    #expect(try people.destinations("friends", of: ada) == [now(ada)])
  }

  @Test func anObjectOfAnotherEntityIsRefused() {
    let error = failure { try people.set(ada, "employer", .identifier(bob)) }

    #expect(error?.code == .wrongKind)
    #expect(error?.detail == "expected an object of Company, found \(now(bob))")
  }

  @Test func aValueOfAnotherObjectIsSetThere() {
    let error = failure {
      try people.update(
        "Person", set: [.init(AttributePath("employer", "name"), .value(.text("x")))])
    }

    #expect(error?.code == .unsupported)
    #expect(error?.detail == "a value of another object is set on that object")
  }

  @Test func denyNamesWhoHoldsTheObject() {
    let error = failure { try people.delete(acme) }

    #expect(error?.code == .deleteDenied && error?.identifier == now(acme))
    #expect(error?.attribute == "staff" && error?.detail == "\(now(ada)) still belongs to it")
    #expect(!people.context.hasChanges)
  }

  @Test func denyLetsGoWhatIsDeletedTogether() throws {
    try people.delete(acme, ada)

    #expect(people.context.changes(in: nil).deleted.count == 2)
  }

  @Test func cascadeTakesTheDestinationsAlong() throws {
    let room = try people.insert("Room", ["number": .integer(1), "company": .identifier(ajax)])
    try people.context.save()

    let outcome = try people.delete(ajax)

    #expect(outcome.deleted == [now(ajax), now(room)])
  }

  @Test func nullifyClearsTheInverse() throws {
    try people.append([.identifier(bob)], to: "friends", of: ada)
    try people.context.save()

    try people.delete(ada)

    #expect(try people.destinations("friends", of: bob) == [])
    #expect(try people.destinations("staff", of: acme) == [])
  }

  @Test func noActionLeavesReferencesAsTheyAre() throws {
    try people.set(bob, "idol", .identifier(ada))

    try people.delete(ada)

    #expect(try people.value("idol", of: bob) == .identifier(now(ada)))
  }

  @Test func aSaveChecksTheNumberOfObjects() throws {
    var friends: [AttributeValue] = []
    for name in ["Cyd", "Dan", "Eve", "Fay"] {
      friends.append(.identifier(try people.insert("Person", ["name": .text(name)])))
    }
    try people.append(friends, to: "friends", of: ada)

    let error = failure { try people.context.save() }

    #expect(error?.code == .countOutOfRange && error?.attribute == "friends")
    #expect(error?.detail == "expected at most 3, found 4")
    #expect(try people.store.count(EntityFetchDescriptor(entity: "Person")) == 2)
  }

  @Test func aSaveAsksForARequiredRelationship() throws {
    let room = try people.insert("Room", ["number": .integer(1)])

    let error = failure { try people.context.save() }

    #expect(error?.code == .requiredValueMissing && error?.identifier == room)
    #expect(error?.attribute == "company")
  }

  @Test func aChangeSetHoldsParentsFirst() throws {
    let room = try people.insert("Room", ["number": .integer(1)])
    let firm = try people.insert("Company", ["name": .text("Firm")])
    try people.set(room, "company", .identifier(firm))

    let outcome = try people.context.save()

    #expect(outcome.stores.first?.replacements.map(\.old) == [firm, room])
  }
}
