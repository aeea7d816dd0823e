import SwiftData

// Three versions of an app's models, as its own source would have them.

enum LogV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Author.self] }

  @Model
  final class Entry {
    var title: String
    var words: Int
    var author: Author?

    init(title: String, words: Int) {
      self.title = title
      self.words = words
    }
  }

  @Model
  final class Author {
    var name: String
    @Relationship(inverse: \Entry.author) var entries: [Entry] = []

    init(name: String) { self.name = name }
  }
}

/// A property is renamed, one is new.
enum LogV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Author.self] }

  @Model
  final class Entry {
    @Attribute(originalName: "title") var heading: String
    var words: Int
    var isLong: Bool = false
    var author: Author?

    init(heading: String, words: Int) {
      self.heading = heading
      self.words = words
    }
  }

  @Model
  final class Author {
    var name: String
    @Relationship(inverse: \Entry.author) var entries: [Entry] = []

    init(name: String) { self.name = name }
  }
}

/// What was one text is two; names are unique.
enum LogV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Author.self] }

  @Model
  final class Entry {
    var heading: String
    var subtitle: String = ""
    var words: Int
    var isLong: Bool = false
    var author: Author?

    init(heading: String, words: Int) {
      self.heading = heading
      self.words = words
    }
  }

  @Model
  final class Author {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Entry.author) var entries: [Entry] = []

    init(name: String) { self.name = name }
  }
}

struct Refusal: Error {}

enum LogPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LogV1.self, LogV2.self, LogV3.self] }
  static var stages: [MigrationStage] { [toV2, toV3] }

  static let toV2 = MigrationStage.custom(
    fromVersion: LogV1.self, toVersion: LogV2.self, willMigrate: nil,
    didMigrate: { context in
      for entry in try context.fetch(FetchDescriptor<LogV2.Entry>()) {
        entry.isLong = entry.words > 100
      }
      try context.save()
    })

  static let toV3 = MigrationStage.custom(
    fromVersion: LogV2.self, toVersion: LogV3.self,
    willMigrate: { context in
      var known: [String: LogV2.Author] = [:]
      for author in try context.fetch(FetchDescriptor<LogV2.Author>()) {
        if let first = known[author.name] {
          for entry in author.entries { entry.author = first }
          context.delete(author)
        } else {
          known[author.name] = author
        }
      }
    },
    didMigrate: { context in
      for entry in try context.fetch(FetchDescriptor<LogV3.Entry>()) {
        let parts = entry.heading.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        entry.heading = String(parts[0])
        entry.subtitle = String(parts[1])
      }
    })
}

enum LightPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LogV1.self, LogV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: LogV1.self, toVersion: LogV2.self)]
  }
}

enum ThrowingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LogV1.self, LogV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: LogV1.self, toVersion: LogV2.self,
        willMigrate: { context in
          for entry in try context.fetch(FetchDescriptor<LogV1.Entry>()) { entry.words = 0 }
        },
        didMigrate: { context in
          for entry in try context.fetch(FetchDescriptor<LogV2.Entry>()) { entry.words = 1 }
          try context.save()
          throw Refusal()
        })
    ]
  }
}

/// There is no way from the second version to the third.
enum GappyPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { LogPlan.schemas }
  static var stages: [MigrationStage] { [LogPlan.toV2] }
}

enum LatePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LogV2.self, LogV3.self] }
  static var stages: [MigrationStage] { [LogPlan.toV3] }
}
