import SwiftData
import Synchronization
import Testing

@Suite struct ObservationTests {
  private let context: ModelContext

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
  }

  private func changes(reading body: () -> Void, doing edit: () throws -> Void) rethrows -> Bool {
    let flag = Flag()
    withObservationTracking(body) { flag.raise() }
    try edit()
    return flag.isRaised
  }

  @Test func aSetterTellsWhoReadThatProperty() {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    #expect(changes(reading: { _ = trip.name }, doing: { trip.name = "south" }))
    #expect(!changes(reading: { _ = trip.name }, doing: { trip.code = 2 }))
  }

  @Test func theOtherEndOfARelationshipIsToldToo() {
    let trip = Trip("north", code: 1)
    let stay = Stay("hut", nights: 1)
    context.insert(trip)
    context.insert(stay)
    #expect(changes(reading: { _ = trip.stays }, doing: { stay.trip = trip }))
    #expect(changes(reading: { _ = stay.trip }, doing: { trip.stays = [] }))
  }

  @Test func aRollbackTellsEveryone() throws {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    try context.save()
    trip.name = "south"
    #expect(changes(reading: { _ = trip.name }, doing: { context.rollback() }))
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
  }
}
