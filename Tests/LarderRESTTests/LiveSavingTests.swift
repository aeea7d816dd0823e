import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// Saves to real services.
@Suite(.enabled(if: RESTServer.areInstalled)) struct LiveSavingTests {
  @Test(arguments: [
    (RESTServer.Kind.odata, 0, "save.rejected"), (.pocketBase, 0, "save.rejected"),
    (.kinto, 9, "save.rejected"), (.jsonAPI, 4, "save.rejected"), (.drf, 4, "save.rejected"),
  ])
  func ofTenWithTheFifthRefused(
    _ kind: RESTServer.Kind, _ written: Int, _ code: String
  ) throws {
    let service = try RealService(kind)
    let context = try service.context()
    let taken = try #require(ServiceRows.people.first)
    var made: [PersistentIdentifier] = []
    for number in 1...10 {
      // Names are unique but in OData, where numbers have bounds, and Kinto, where keys have a form.
      let isBad = number == 5
      let key: [AttributeName: AttributeValue] =
        switch kind {
        case .odata where isBad: ["age": .integer(3_000_000_000)]
        case .kinto where isBad: ["id": .text("-bad")]
        default: [:]
        }
      let isNamed = isBad && kind != .odata && kind != .kinto
      made.append(try service.insert(isNamed ? taken.name : "new\(number)", key, in: context))
    }

    let error = failure { try context.save() }

    #expect(error?.failures.first { $0.identifier == made[4] }?.code.rawValue == code)
    #expect(try service.names(from: "new").count == written)
    #expect(context.changes(in: "main").inserted.count == 10 - written)
    try context.perform(.delete(.objects([made[4]])), in: "main")
    try context.save()
    #expect(try service.names(from: "new").count == 9)
  }

  @Test(arguments: [(RESTServer.Kind.odata, 1), (.kinto, 1), (.drf, 8)])
  func ofEightSaversOfOneObject(_ kind: RESTServer.Kind, _ winners: Int) throws {
    let service = try RealService(kind)
    let savers = try (0..<8).map { number in
      let context = try service.context()
      var descriptor = EntityFetchDescriptor(entity: service.people)
      descriptor.fetchLimit = 1
      descriptor.predicate = .comparison(
        .equal, .path(AttributePath("name")), .value(.text(ServiceRows.people[2].name)))
      var found: [EntitySnapshot] = []
      try context.enumerate(descriptor, in: "main") {
        found.append($0); return true
      }
      let object = try #require(found.first)
      try context.perform(
        .update(
          .objects([object.identifier]),
          [.init(AttributePath("age"), .value(.integer(Int64(1000 + number))))]), in: "main")
      return Saver(context: context)
    }

    let results = try Concurrently.map(savers) { saver in saver.save() }

    let won = results.filter { $0.code == nil }
    if kind == .drf {
      // No check: whoever reads before another writes wins, too, and is told.
      #expect(won.count >= 1)
      #expect(won.allSatisfy { $0.notes.contains { $0.hasPrefix("the service does not check") } })
    } else {
      #expect(won.count == winners && won.allSatisfy { $0.notes.isEmpty })
    }
    #expect(results.compactMap { $0.code }.allSatisfy { $0 == PersistenceError.Code.conflict })
  }

  private struct Saver: @unchecked Sendable {
    let context: EntityContext

    func save() -> (code: PersistenceError.Code?, notes: [String]) {
      do {
        return (nil, try context.save().stores.flatMap(\.notes).map(\.message))
      } catch { return ((error as? PersistenceError)?.code ?? .failed, []) }
    }
  }

  @Test(arguments: [
    (RESTServer.Kind.kinto, true), (.pocketBase, true), (.drf, false), (.odata, false),
    (.jsonAPI, false),
  ])
  func aCreateWhoseReplyIsLost(_ kind: RESTServer.Kind, _ isFound: Bool) throws {
    let service = try RealService(kind)
    let proxy = try LossyProxy(to: service.server.port) { request in
      ["POST", "PUT"].contains(request.method) && !request.target.contains("auth-with-password")
    }
    let context = try service.context(through: proxy.port)
    try service.insert("lost", in: context)

    let error = failure { try context.save() }

    #expect(error?.code == (isFound ? nil : .unknownOutcome))
    #expect(failure { try context.save() }?.code == (isFound ? nil : .unknownOutcome))
    #expect(try service.names(from: "lost") == ["lost"])
  }

  @Test(arguments: RESTServer.Kind.allCases)
  func anObjectIsMadeChangedAndDeleted(_ kind: RESTServer.Kind) throws {
    let service = try RealService(kind)
    let context = try service.context()
    let new = try service.insert("Zoë 'q\" %", ["age": .integer(33)], in: context)
    try context.save()
    let object = context.permanentIdentifier(for: new)

    try context.perform(
      .update(.objects([object]), [.init(AttributePath("age"), .value(.integer(34)))]), in: "main")
    try context.save()
    let changed = try service.store().snapshots(for: [object])[object]
    try context.perform(.delete(.objects([object])), in: "main")
    try context.save()

    #expect(AttributeValue.areEqual(changed?["age"], .integer(34)))
    #expect(changed?["name"] == .text("Zoë 'q\" %"))
    #expect(try service.store().snapshots(for: [object]).isEmpty)
  }

  @Test(arguments: RESTServer.Kind.allCases)
  func aNewObjectLeadsToANewObject(_ kind: RESTServer.Kind) throws {
    let service = try RealService(kind)
    let context = try service.context()
    let schema = try service.store().schema
    let relationship = try #require(schema.relationship("city", of: service.people))
    let city = try context.perform(
      .insert(
        relationship.destination, [.init(AttributePath("name"), .value(.text("Atlantis")))]),
      in: "main"
    ).inserted[0]
    let person = try service.insert("Plato", ["city": .identifier(city)], in: context)

    try context.save()

    let object = context.permanentIdentifier(for: person)
    let stored = try service.store().snapshots(for: [object])[object]
    #expect(stored?["city"] == .identifier(context.permanentIdentifier(for: city)))
    try context.perform(
      .update(.objects([object]), [.init(AttributePath("city"), .value(.null))]), in: "main")
    try context.save()
    #expect(try service.store().snapshots(for: [object])[object]?["city"].isNil == true)
  }

  @Test func aWriteThatIsRedirectedIsRefusedWithTheSlashNamed() throws {
    let service = try RealService(.drf)
    let text = #"{"name": "slashless", "envelope": {"rows": "results", "next": "next"}}"#
    let schema = EntitySchema(entities: [
      EntitySchema.Entity(name: "cities", attributes: [.init(name: "name", type: .text)])
    ])
    let store = try RESTStore(
      base: HTTPURL(service.server.url), dialect: Dialect(json: Array(text.utf8)),
      transport: CarefulTransport(over: CurlTransport(), timeout: .seconds(20)),
      options: .init(schema: schema))
    let context = EntityContext()
    try context.attach(store, as: "main")
    try context.perform(
      .insert("cities", [.init(AttributePath("name"), .value(.text("Nowhere")))]), in: "main")

    let error = failure { try context.save() }

    #expect(error?.code == .rejected)
    #expect(error?.detail?.contains("redirects the write to /cities/ (301)") == true)
    #expect(error?.detail?.contains("`collection.trailingSlash`") == true)
    let all = EntityFetchDescriptor(entity: "cities")
    #expect(
      try !store.fetch(all, environment: .standard).contains { $0["name"] == .text("Nowhere") })
  }

  private func failure(_ body: () throws -> Void) -> PersistenceError? {
    do { try body() } catch {
      if let error = error as? PersistenceError { return error }
      Issue.record("\(error)")
    }
    return nil
  }
}
