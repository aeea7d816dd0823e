import LarderTestSupport
import SwiftData
import Testing

@Model
final class Note {
  @Attribute(.preserveValueOnDeletion) var title: String
  var body: String = ""
  @Attribute(.unique) var code: Int
  @Attribute(.preserveValueOnDeletion) var day: Date?

  init(_ title: String, code: Int) {
    self.title = title
    self.code = code
  }
}

/// Where a store's history is kept.
enum Medium: CaseIterable {
  case memory, file

  func container(in folder: TemporaryFolder) throws -> ModelContainer {
    let configuration =
      switch self {
      case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
      case .file: ModelConfiguration(url: URL(filePath: folder.path(of: "notes.store")))
      }
    return try ModelContainer(for: Note.self, configurations: configuration)
  }
}

@Suite struct ModelHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Three saves: two notes, an edit of the first, its delete.
  private func context(_ medium: Medium) throws -> ModelContext {
    let context = ModelContext(try medium.container(in: folder))
    let note = Note("first", code: 1)
    note.day = Date(timeIntervalSince1970: 0)
    context.author = "Ada"
    context.insert(note)
    context.insert(Note("second", code: 2))
    try context.save()
    context.author = "Bob"
    note.body = "words"
    try context.save()
    context.author = nil
    context.delete(note)
    try context.save()
    return context
  }

  private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  @Test(arguments: Medium.allCases)
  func aSaveIsATransactionWithItsChanges(_ medium: Medium) throws {
    let context = try context(medium)
    let history = try context.fetchHistory(Descriptor())
    #expect(history.map(\.author) == ["Ada", "Bob", nil])
    #expect(history.map { $0.changes.count } == [2, 1, 1])
    #expect(history.map(\.transactionIdentifier) == [1, 2, 3])
    #expect(Set(history.map(\.storeIdentifier)).count == 1)
    #expect(history == history.sorted { $0.token < $1.token })
    guard case .insert(let insert)? = history[0].changes.first else {
      Issue.record("the first change is no insert")
      return
    }
    #expect(insert is DefaultHistoryInsert<Note>)
    #expect(insert is any HistoryInsert<Note>)
    #expect(insert.changedPersistentIdentifier.entityName == "Note")
  }

  @Test(arguments: Medium.allCases)
  func anUpdateNamesItsAttributes(_ medium: Medium) throws {
    let history = try context(medium).fetchHistory(Descriptor())
    guard case .update(let update)? = history[1].changes.first,
      let update = update as? DefaultHistoryUpdate<Note>
    else {
      Issue.record("the change is no update of a note")
      return
    }
    #expect(update.updatedAttributes.map { $0 as AnyKeyPath } == [\Note.body])
    #expect(update.containsAttribute(\.body))
    #expect(!update.containsAttribute(\.title))
  }

  @Test(arguments: Medium.allCases)
  func aTombstoneKeepsWhatIsPreservedAndUnique(_ medium: Medium) throws {
    let history = try context(medium).fetchHistory(Descriptor())
    guard case .delete(let deletion)? = history[2].changes.first,
      let deletion = deletion as? DefaultHistoryDelete<Note>
    else {
      Issue.record("the change is no delete of a note")
      return
    }
    let tombstone = deletion.tombstone
    #expect(tombstone[\.title] as? String == "first")
    #expect(tombstone[\.code] as? Int == 1)
    #expect(tombstone[\.day] as? Date == Date(timeIntervalSince1970: 0))
    #expect(tombstone[\.body] == nil)
    #expect(Array(tombstone).count == 3)
  }

  @Test func aTombstoneCanBeMade() {
    let tombstone = HistoryTombstone<Note>([(\.title, "gone"), (\.code, 7)])
    #expect(tombstone[\.title] as? String == "gone")
    #expect(tombstone[\.body] == nil)
    #expect(tombstone.map { "\($0)" } == ["gone", "7"])
  }

  @Test(arguments: Medium.allCases)
  func transactionsAreFilteredByWhateverTheyHave(_ medium: Medium) throws {
    let context = try context(medium)
    let all = try context.fetchHistory(Descriptor())
    func numbers(_ predicate: Predicate<DefaultHistoryTransaction>) throws -> [Int64] {
      try context.fetchHistory(Descriptor(predicate: predicate)).map(\.transactionIdentifier)
    }
    let (token, store, date) = (all[0].token, all[0].storeIdentifier, all[1].timestamp)
    let changed = all[1].changes[0].changedPersistentIdentifier
    #expect(try numbers(#Predicate { $0.token > token }) == [2, 3])
    #expect(try numbers(#Predicate { token <= $0.token }) == [1, 2, 3])
    #expect(try numbers(#Predicate { $0.token > token && $0.author == "Bob" }) == [2])
    #expect(try numbers(#Predicate { $0.author != "Ada" }) == [2, 3])
    #expect(try numbers(#Predicate { $0.timestamp >= date }) == [2, 3])
    #expect(try numbers(#Predicate { $0.storeIdentifier == store }) == [1, 2, 3])
    #expect(
      try numbers(#Predicate { $0.changes.contains { $0.changedPersistentIdentifier == changed } })
        == [1, 2, 3])
  }

  @Test func orderAndLimitApply() throws {
    let context = try context(.memory)
    var descriptor = Descriptor(sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [3, 2, 1])
    descriptor.fetchLimit = 2
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [3, 2])
  }

  @Test(arguments: Medium.allCases)
  func aTokenBehindWhichHistoryIsGoneHasExpired(_ medium: Medium) throws {
    let context = try context(medium)
    let tokens = try context.fetchHistory(Descriptor()).map(\.token)
    let (first, second) = (tokens[0], tokens[1])
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= second }))

    #expect(
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > second })).count == 1)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > first }))
    }
    #expect(try context.fetchHistory(Descriptor()).count == 1, "without a token nothing expires")
  }

  @Test func historyOutlivesTheContainerOfAFile() throws {
    let identifier = try context(.file).fetchHistory(Descriptor()).last?.token
    let again = ModelContext(try Medium.file.container(in: folder))
    #expect(try again.fetchHistory(Descriptor()).last?.token == identifier)
  }

  @Test func aTokenComesBackFromItsText() throws {
    let token = try #require(try context(.memory).fetchHistory(Descriptor()).last?.token)
    let text = try JSONEncoder().encode(token)
    let copy = try JSONDecoder().decode(DefaultHistoryToken.self, from: text)
    #expect(copy == token)
    #expect(copy.tokenValue == [token.storeIdentifier: 3])
  }

  @Test func severalStoresGiveTheirHistoriesByTime() throws {
    let first = ModelConfiguration(
      "first", schema: Schema([Place.self]), isStoredInMemoryOnly: true)
    let second = ModelConfiguration("second", isStoredInMemoryOnly: true)
    let context = ModelContext(
      try ModelContainer(for: Place.self, Thing.self, configurations: first, second))
    for index in 0..<2 {
      context.insert(Place(name: "\(index)"))
      try context.save()
      context.insert(Thing(name: "\(index)"))
      try context.save()
    }
    let history = try context.fetchHistory(Descriptor())
    #expect(
      history.flatMap(\.changes).map(\.changedPersistentIdentifier.entityName)
        == ["Place", "Thing", "Place", "Thing"])
    var limited = Descriptor()
    limited.fetchLimit = 3
    #expect(try context.fetchHistory(limited).count == 3)
  }

  @Test func aStoreOfOnesOwnIsAskedForItsHistory() throws {
    let context = ModelContext(
      try ModelContainer(for: Trip.self, configurations: ProbeConfiguration(desk: Desk())))
    context.author = "Ada"
    context.insert(Trip("north", code: 1))
    try context.save()
    #expect(try context.fetchHistory(Descriptor()).map(\.author) == ["Ada"])
    try context.deleteHistory(Descriptor())
    #expect(try context.fetchHistory(Descriptor()).isEmpty)
  }

  @Test func withoutAHistoryThereIsAnError() throws {
    let context = ModelContext(
      try ModelContainer(for: Card.self, configurations: CardConfiguration()))
    #expect(throws: DataStoreError.unsupportedFeature) {
      try context.fetchHistory(Descriptor())
    }
    #expect(throws: DataStoreError.unsupportedFeature) {
      try context.deleteHistory(Descriptor())
    }
  }
}
