import HTTPTransport
import LarderCore
import LarderStores
import LarderTestSupport
import SwiftData
import Testing

@Model
final class Errand {
  var title: String
  var hours: Double
  var isDone = false
  var due: Date?
  var round: Round?

  init(title: String, hours: Double, due: Date? = nil) {
    self.title = title
    self.hours = hours
    self.due = due
  }
}

@Model
final class Round {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Errand.round) var errands: [Errand] = []

  init(name: String) { self.name = name }
}

/// Models in a real service, as in any other store.
@Suite(.enabled(if: RESTServer.areInstalled, "the services for tests are not installed"))
struct RESTConfigurationTests {
  /// A bucket of its own in Kinto, with the collections of the models.
  private func configuration(_ bucket: String) throws -> RESTStoreConfiguration {
    let server = try RESTServer.shared(.kinto)
    let account = try #require(server.account)
    let user = Credentials.Kind.basic(user: account.user, password: account.password)
    try server.send(.put, "buckets/\(bucket)", [:], user)
    for collection in ["Errand", "Round"] {
      try server.send(.put, "buckets/\(bucket)/collections/\(collection)", [:], user)
    }
    return RESTStoreConfiguration(
      address: "kinto+\(server.url)buckets/\(bucket)",
      account: .password(user: account.user, password: account.password))
  }

  private func context(_ configuration: RESTStoreConfiguration) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema([Errand.self, Round.self]), configurations: [configuration]))
  }

  @Test func modelsAreSavedFetchedChangedAndDeleted() throws {
    let configuration = try configuration("models-a")
    let first = try context(configuration)
    let round = Round(name: "north")
    round.errands = [
      Errand(title: "post", hours: 0.5),
      Errand(title: "bank", hours: 1.5, due: Date(timeIntervalSince1970: 86_400)),
    ]
    first.insert(round)
    try first.save()
    #expect(!round.persistentModelID.isTemporary)

    let second = try context(configuration)
    let long = try second.fetch(
      FetchDescriptor<Errand>(predicate: #Predicate { $0.hours > 1 }))
    #expect(long.map(\.title) == ["bank"])
    #expect(long.first?.round?.name == "north")
    long.first?.isDone = true
    try second.save()

    let third = try context(configuration)
    let open = FetchDescriptor<Errand>(predicate: #Predicate { !$0.isDone })
    #expect(try third.fetch(open).map(\.title) == ["post"])
    for found in try third.fetch(FetchDescriptor<Round>()) { third.delete(found) }
    try third.save()
    #expect(try context(configuration).fetchCount(FetchDescriptor<Errand>()) == 0)
  }

  @Test func aTemporaryIdentifierIsReplacedByTheServices() throws {
    let configuration = try configuration("models-b")
    let context = try context(configuration)
    let errand = Errand(title: "post", hours: 1)
    context.insert(errand)
    let temporary = errand.persistentModelID
    try context.save()

    #expect(temporary.isTemporary)
    #expect(errand.persistentModelID.storeIdentifier != nil)
    let found: Errand? = context.registeredModel(for: errand.persistentModelID)
    #expect(found === errand)
  }

  @Test(arguments: ["nowhere", "kinto+ftp://127.0.0.1/", "nonsense+http://127.0.0.1:1/"])
  func anAddressThatCannotBeOpenedIsATypedError(address: String) {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try context(RESTStoreConfiguration(address: address))
    }
  }
}
