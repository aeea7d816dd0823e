import Foundation
import Larder
import LarderCore
import LarderStore
import Testing

@Suite struct DataStoreAdapterTests {
  private let log: RequestLog
  private let context = EntityContext()

  init() throws {
    log = RequestLog()
    try attach(log)
  }

  private func attach(_ log: RequestLog) throws {
    let schema = Schema([Journey.self, Guide.self])
    let store = SessionFormStore(schema: schema, log: log)
    try context.attach(DataStoreAdapter(store), as: "session")
    for (title, stops) in [("north", Int64(3)), ("south", 8), ("east", 5)] {
      _ = try context.perform(insert(title, stops: stops), in: "session")
    }
    _ = try context.save()
    _ = log.take()
  }

  private func insert(_ title: String, stops: Int64) -> EntityEdit {
    .insert(
      "Journey",
      [
        .init(AttributePath("title"), .value(.text(title))),
        .init(AttributePath("stops"), .value(.integer(stops))),
        .init(AttributePath("isDone"), .value(.bool(false))),
        .init(AttributePath("start"), .value(.date(Date(timeIntervalSince1970: 0)))),
        .init(AttributePath("code"), .value(.uuid(UUID()))),
        .init(AttributePath("tags"), .value(.array([]))),
      ])
  }

  private func titles(_ predicate: EntityPredicate?, limit: Int? = nil) throws -> [String] {
    let descriptor = EntityFetchDescriptor(
      entity: "Journey", predicate: predicate,
      sortDescriptors: [EntitySortDescriptor(.path(AttributePath("title")))], fetchLimit: limit)
    let result = try context.run(EntityQuery(descriptor: descriptor), in: "session")
    guard case .objects(let snapshots) = result else { return [] }
    return snapshots.compactMap { if case .text(let title)? = $0["title"] { title } else { nil } }
  }

  private let manyStops = EntityPredicate.comparison(
    .greaterThan, .path(AttributePath("stops")), .value(.integer(4)))

  @Test func aStoreInTheSpellingOfTheSessionWorks() throws {
    #expect(try titles(nil) == ["east", "north", "south"])
  }

  @Test func whatTheStoreReturnsIsCheckedAgain() throws {
    #expect(try titles(manyStops) == ["east", "south"])
    #expect(log.take() == [true], "the store was asked with the predicate, and returned everything")
  }

  @Test func theLimitComesAfterTheCheck() throws {
    #expect(try titles(manyStops, limit: 1) == ["east"])
  }

  @Test func aStoreThatPrefersMemoryIsAskedAgainWithoutPredicate() throws {
    let context = try DataStoreAdapterTests(prefersMemory: true)
    #expect(try context.titles(manyStops) == ["east", "south"])
    #expect(context.log.take() == [true, false])
  }

  private init(prefersMemory: Bool) throws {
    log = RequestLog(prefersMemory: prefersMemory)
    try attach(log)
  }

  @Test func aConditionWithoutFoundationFormIsNotSent() throws {
    let like = EntityPredicate.text(
      .like, [], .path(AttributePath("title")), .value(.text("*th")))
    #expect(try titles(like) == ["north", "south"])
    #expect(log.take() == [false])
  }

  @Test func insertsGetTheIdentifiersThatTheStoreMints() throws {
    _ = try context.perform(insert("west", stops: 1), in: "session")
    let outcome = try context.save()
    let fetched = try context.run(
      EntityQuery(descriptor: EntityFetchDescriptor(entity: "Journey")), in: "session")
    guard case .objects(let snapshots) = fetched else { return }
    #expect(snapshots.count == 4)
    #expect(snapshots.allSatisfy { $0.identifier.storeIdentifier == "session" })
    #expect(outcome.stores.count == 1)
  }
}
