import SwiftData
import Synchronization
import Testing

@Model
final class Card {
  var title: String
  var count: Int = 0
  var deck: Deck?

  init(_ title: String) { self.title = title }
}

@Model
final class Deck {
  var name: String
  @Relationship(inverse: \Card.deck) var cards: [Card] = []

  init(_ name: String) { self.name = name }
}

/// A snapshot type as an author writes it: made of storage by key path, read back by name.
struct CardSnapshot: DataStoreSnapshot {
  var persistentIdentifier: PersistentIdentifier
  var texts: [String: String] = [:]
  var count: Int?
  var links: [String: [PersistentIdentifier]] = [:]

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    guard let identifier = backingData.persistentModelID else {
      preconditionFailure("storage without an identifier")
    }
    persistentIdentifier = identifier
    if let card = backingData as? any BackingData<Card> {
      texts["title"] = card.getValue(forKey: \.title)
      count = card.getValue(forKey: \.count)
      links["deck"] = card.getValue(forKey: \.deck).map { [$0.persistentModelID] } ?? []
    } else if let deck = backingData as? any BackingData<Deck> {
      texts["name"] = deck.getValue(forKey: \.name)
      links["cards"] = deck.getValue(forKey: \.cards).map(\.persistentModelID)
    }
    relatedBackingDatas[identifier] = backingData
  }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> CardSnapshot {
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    copy.links = links.mapValues { $0.map { remappedIdentifiers?[$0] ?? $0 } }
    return copy
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, text) in texts { try container.encode(text, forKey: .modeledProperty(name)) }
    try container.encodeIfPresent(count, forKey: .modeledProperty("count"))
    try container.encodeIfPresent(links["deck"]?.first, forKey: .modeledProperty("deck"))
    try container.encodeIfPresent(links["cards"], forKey: .modeledProperty("cards"))
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "nobody decodes these"))
  }
}

struct CardConfiguration: DataStoreConfiguration {
  typealias Store = CardStore

  var name = "cards"
  var schema: Schema?
}

/// Trims titles, counts saves in a property, and tells its caller so.
final class CardStore: DataStore {
  typealias Configuration = CardConfiguration
  typealias Snapshot = CardSnapshot

  let configuration: CardConfiguration
  let schema: Schema
  let identifier = "cards"
  private var snapshots: [PersistentIdentifier: CardSnapshot] = [:]
  private var saves: Int64 = 0

  init(
    _ configuration: CardConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema([])
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, CardSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    let entity = Schema.entityName(for: T.self)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: snapshots.values.filter { $0.persistentIdentifier.entityName == entity })
  }

  func save(
    _ request: DataStoreSaveChangesRequest<CardSnapshot>
  ) throws -> DataStoreSaveChangesResult<CardSnapshot> {
    saves += 1
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
    }
    var revised: [PersistentIdentifier: CardSnapshot] = [:]
    for snapshot in request.inserted + request.updated {
      let permanent = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      var copy = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped)
      copy.texts["title"] = copy.texts["title"]?.trimmingCharacters(in: .whitespaces)
      if copy.count != nil { copy.count = Int(saves) }
      snapshots[permanent] = copy
      revised[permanent] = copy
    }
    for snapshot in request.deleted {
      snapshots[snapshot.persistentIdentifier] = nil
      revised[snapshot.persistentIdentifier] = snapshot
    }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: revised,
      historyToken: CardToken(tokenValue: saves))
  }
}

struct CardToken: HistoryToken {
  var tokenValue: Int64?

  var id: Int64 { tokenValue ?? 0 }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.id < rhs.id }
}

@Suite struct OwnSnapshotTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(for: Card.self, configurations: CardConfiguration())
    context = ModelContext(container)
  }

  @Test func snapshotsAreMadeOfTheStorageThatIsSaved() throws {
    let deck = Deck("first")
    deck.cards = [Card("ace"), Card("king")]
    context.insert(deck)
    try context.save()

    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Deck>()).first)
    #expect(Set(found.cards.map(\.title)) == ["ace", "king"])
    #expect(found.cards.allSatisfy { $0.deck === found })
  }

  @Test func whatTheStoreChangedIsInTheModelsAtOnce() throws {
    let card = Card("  ace ")
    context.insert(card)
    try context.save()
    #expect(card.title == "ace")
    #expect(card.count == 1)
    #expect(!context.hasChanges)
    card.title = " king"
    let isTold = Mutex(false)
    withObservationTracking {
      _ = card.count
    } onChange: {
      isTold.withLock { $0 = true }
    }
    try context.save()
    #expect(card.title == "king")
    #expect(card.count == 2)
    #expect(isTold.withLock { $0 })
    context.delete(card)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Card>()) == 0)
  }

  @Test func theTokenOfASaveIsInItsNotification() throws {
    let tokens = Mutex<[Int64?]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      let found = notification.userInfo?[key] as? [String: any HistoryToken]
      let token = found?["cards"] as? CardToken
      tokens.withLock { $0.append(token?.tokenValue) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    for title in ["ace", "king"] {
      context.insert(Card(title))
      try context.save()
    }
    #expect(tokens.withLock { $0 } == [1, 2])
  }
}
