import LarderTestSupport
import SwiftData
import Testing

enum Genre: String, Codable, CaseIterable { case crime, poetry, travel }

struct Money: Codable, Hashable {
  var amount: Decimal
  var currency: String
}

@Model
final class Writer {
  @Attribute(.unique) var key: UUID
  var name: String
  var born: Date?
  @Relationship(deleteRule: .cascade, inverse: \Volume.writer) var volumes: [Volume] = []
  var friend: Writer?

  init(_ name: String, key: UUID = UUID()) {
    self.name = name
    self.key = key
  }
}

@Model
final class Volume {
  #Unique<Volume>([\.title, \.edition])

  var title: String
  var edition: Int
  var genre: Genre?
  var price: Money?
  var prices: [Money] = []
  var shelf: [String: Int] = [:]
  var writer: Writer?
  @Relationship var topics: [Topic]? = []
  @Attribute(.externalStorage) var cover: Data?

  init(_ title: String, edition: Int = 1, genre: Genre? = nil) {
    self.title = title
    self.edition = edition
    self.genre = genre
  }
}

@Model
final class Topic {
  var word: String
  @Relationship(inverse: \Volume.topics) var volumes: [Volume]? = []

  init(_ word: String) { self.word = word }
}

@ModelActor
actor Importer {
  func add(_ names: [String]) throws -> [PersistentIdentifier] {
    let writers = names.map { Writer($0) }
    for writer in writers { modelContext.insert(writer) }
    try modelContext.save()
    return writers.map(\.persistentModelID)
  }

  func rename(_ identifier: PersistentIdentifier, to name: String) throws -> Bool {
    guard let writer = self[identifier, as: Writer.self] else { return false }
    writer.name = name
    try modelContext.save()
    return true
  }
}

/// Programs as the documentation of the framework would have them, in a file and in memory.
@Suite struct NaiveUseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func container(_ isInMemory: Bool) throws -> ModelContainer {
    let url = URL(filePath: folder.path(of: "books.store"))
    return try ModelContainer(
      for: Writer.self, Volume.self, Topic.self,
      configurations: isInMemory
        ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: url))
  }

  private func filled(_ isInMemory: Bool) throws -> ModelContext {
    let context = ModelContext(try container(isInMemory))
    let (ada, bea) = (Writer("Ada"), Writer("Bea"))
    ada.born = Date(timeIntervalSince1970: 0)
    ada.friend = bea
    let sea = Topic("sea")
    for (title, genre, writer) in [
      ("Waves", Genre.poetry, ada), ("Tides", .travel, ada), ("Knives", .crime, bea),
    ] {
      let volume = Volume(title, genre: genre)
      volume.price = Money(amount: Decimal(title.count), currency: "EUR")
      volume.prices = [Money(amount: 1, currency: "NOK")]
      volume.shelf = [title: 1]
      volume.writer = writer
      if genre != .crime { volume.topics?.append(sea) }
      context.insert(volume)
    }
    try context.save()
    return context
  }

  @Test(arguments: [true, false])
  func aGraphComesBackWhole(_ isInMemory: Bool) throws {
    let context = ModelContext(try filled(isInMemory).container)
    let volumes = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    #expect(volumes.map(\.title) == ["Knives", "Tides", "Waves"])
    #expect(volumes.map(\.genre) == [.crime, .travel, .poetry])
    #expect(volumes.map { $0.price?.amount } == [6, 5, 5])
    #expect(volumes.map(\.shelf) == [["Knives": 1], ["Tides": 1], ["Waves": 1]])
    #expect(volumes.map { $0.topics?.map(\.word) } == [[], ["sea"], ["sea"]])
    #expect(volumes[1].writer?.friend?.volumes.map(\.title) == ["Knives"])
    #expect(volumes[1].writer === volumes[2].writer)
  }

  @Test(arguments: [true, false])
  func conditionsOfEveryKindFindTheSameAsTheClosureTheyReadAs(_ isInMemory: Bool) throws {
    let context = try filled(isInMemory)
    let (key, wanted) = (
      try #require(
        context.fetch(FetchDescriptor<Writer>(predicate: #Predicate { $0.name == "Ada" })).first),
      Optional(Genre.poetry)
    )
    let (uuid, identifier) = (key.key, key.persistentModelID)
    let titles = ["Waves", "Knives"]
    let (limit, late): (Date?, Date) = (Date(timeIntervalSince1970: 1), .distantFuture)
    let conditions: [(Predicate<Volume>, [String])] = [
      (#Predicate { $0.genre == wanted }, ["Waves"]),
      (#Predicate { $0.writer?.key == uuid }, ["Tides", "Waves"]),
      (#Predicate { $0.writer?.persistentModelID == identifier }, ["Tides", "Waves"]),
      (#Predicate { $0.writer?.friend == nil }, ["Knives"]),
      (#Predicate { $0.writer?.friend?.name == "Bea" }, ["Tides", "Waves"]),
      (#Predicate { titles.contains($0.title) }, ["Knives", "Waves"]),
      (#Predicate { ($0.writer?.born ?? late) < (limit ?? late) }, ["Tides", "Waves"]),
      (#Predicate { ($0.genre == wanted ? $0.edition : 0) == 1 }, ["Waves"]),
      (#Predicate { $0.price?.currency == "EUR" && $0.title.count == 5 }, ["Tides", "Waves"]),
      (#Predicate { $0.topics?.contains { $0.word == "sea" } == true }, ["Tides", "Waves"]),
      (#Predicate { $0.topics?.isEmpty == true }, ["Knives"]),
      (#Predicate { $0.title.localizedStandardContains("wAVE") }, ["Waves"]),
      (
        #Predicate { if let writer = $0.writer { writer.name == "Bea" } else { false } }, ["Knives"]
      ),
      (#Predicate { $0.cover == nil && !$0.title.isEmpty }, ["Knives", "Tides", "Waves"]),
    ]
    for (number, (condition, expected)) in conditions.enumerated() {
      let found = try context.fetch(
        FetchDescriptor(predicate: condition, sortBy: [SortDescriptor(\.title)]))
      #expect(found.map(\.title) == expected, "condition \(number)")
      #expect(try context.fetchCount(FetchDescriptor(predicate: condition)) == expected.count)
    }
  }

  @Test(arguments: [true, false])
  func aConflictOfUniqueValuesUpdatesTheObjectThatHasThem(_ isInMemory: Bool) throws {
    let context = try filled(isInMemory)
    let again = Volume("Waves", genre: .crime)
    again.cover = Data([1])
    context.insert(again)
    context.insert(Volume("Waves", edition: 2))
    try context.save()
    let found = try context.fetch(
      FetchDescriptor<Volume>(
        predicate: #Predicate { $0.title == "Waves" }, sortBy: [SortDescriptor(\.edition)]))
    #expect(found.map(\.edition) == [1, 2])
    #expect(found.first?.genre == .crime)
    #expect(found.first?.cover == Data([1]))
    #expect(again.persistentModelID == found.first?.persistentModelID)
  }

  @Test(arguments: [true, false])
  func modelsThatAreTouchedAfterTheirDeleteDoNoHarm(_ isInMemory: Bool) throws {
    let context = try filled(isInMemory)
    let ada = try #require(
      try context.fetch(FetchDescriptor<Writer>(predicate: #Predicate { $0.name == "Ada" })).first)
    let volume = try #require(ada.volumes.first)
    context.delete(ada)
    #expect(ada.isDeleted)
    ada.name = "Eve"
    _ = context.hasChanges
    context.processPendingChanges()
    do { try context.save() } catch { try context.save() }
    #expect(ada.modelContext == nil)
    ada.name = "Ida"
    ada.friend = nil
    ada.volumes.append(Volume("Late"))
    volume.writer = ada
    context.delete(ada)
    context.delete(volume)
    _ = (ada.hasChanges, volume.topics, ada.friend, volume.title, ada.hashValue)
    try? context.save()
    #expect(try context.fetchCount(FetchDescriptor<Writer>()) <= 2)
  }

  @Test func actorsInTheBackgroundSaveToTheSameStore() async throws {
    let container = try container(false)
    async let one = Importer(modelContainer: container).add((0..<20).map { "a\($0)" })
    async let two = Importer(modelContainer: container).add((0..<20).map { "b\($0)" })
    let identifiers = try await one + two
    #expect(Set(identifiers).count == 40)
    let renamed = try await Importer(modelContainer: container).rename(identifiers[3], to: "c")
    #expect(renamed)
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Writer>()) == 40)
    let writer = context.model(for: identifiers[3]) as? Writer
    #expect(writer?.name == "c")
  }

  @Test func aLoopOverTheHistoryCopiesOneStoreToAnother() throws {
    let context = try filled(true)
    let copy = ModelContext(try container(false))
    copy.author = "copy"
    var token: DefaultHistoryToken?
    for round in 0..<3 {
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
      if let last = token { descriptor.predicate = #Predicate { $0.token > last } }
      for transaction in try context.fetchHistory(descriptor) {
        token = transaction.token
        for change in transaction.changes {
          switch change {
          case .insert(let insert as any HistoryInsert<Writer>):
            let id = insert.changedPersistentIdentifier
            guard let writer = context.model(for: id) as? Writer, !writer.name.isEmpty else {
              break
            }
            copy.insert(Writer(writer.name, key: writer.key))
          case .delete(let delete as any HistoryDelete<Writer>):
            guard let key = delete.tombstone[\.key] as? UUID else { break }
            try copy.delete(model: Writer.self, where: #Predicate { $0.key == key })
          default: break
          }
        }
      }
      try copy.save()
      let names = try copy.fetch(FetchDescriptor<Writer>(sortBy: [SortDescriptor(\.name)]))
      #expect(
        names.map(\.name) == [["Ada", "Bea"], ["Ada", "Bea", "Cleo"], ["Bea", "Cleo"]][round])
      if round == 0 {
        context.insert(Writer("Cleo"))
      } else {
        try context.delete(model: Writer.self, where: #Predicate { $0.name == "Ada" })
      }
      try context.save()
    }
  }
}
