import Foundation
import LarderCore
import LarderJSON
import Testing

/// Real files of other projects, which stand beside the package where it is developed.
@Suite struct RealFileTests {
  /// Beside the package, or beside the folder that holds its working trees.
  static let folders = ["../../../../", "../../../../../"].map {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0 + "shared/data/json")
      .standardizedFileURL
  }

  static let files: [String] = {
    let names = folders.lazy.compactMap {
      try? FileManager.default.contentsOfDirectory(atPath: $0.path)
    }.first
    return (names ?? []).filter { $0.contains(".json") }.sorted()
  }()

  @Test(
    .enabled(if: !files.isEmpty, "the folder shared/data beside the package is absent"),
    arguments: files)
  func everyFileOpensWithTheRightNumberOfRecords(_ name: String) throws {
    let path = try #require(Self.folders.first { FileManager.default.fileExists(atPath: $0.path) })
      .appending(path: name).path

    let store = try JSONStore.open(path: path)

    let counts = try store.schema.entities.map {
      try store.count(EntityFetchDescriptor(entity: $0.name))
    }
    #expect(counts.sorted() == (try Self.recordCounts(path)).sorted())
    for entity in store.schema.entities {
      var found: Set<PersistentIdentifier> = []
      try store.enumerate(EntityFetchDescriptor(entity: entity.name)) {
        found.insert($0.identifier)
        return true
      }
      #expect(try found.count == store.count(EntityFetchDescriptor(entity: entity.name)))
    }
  }

  /// What Foundation finds: the records of an array, of the arrays in an object, of a keyed object, of
  /// the lines.
  private static func recordCounts(_ path: String) throws -> [Int] {
    let data = try Data(contentsOf: URL(filePath: path))
    if path.hasSuffix(".jsonl") {
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      return [
        try lines.count {
          try JSONSerialization.jsonObject(with: Data($0.utf8)) is [String: NSObject]
        }
      ]
    }
    let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    if let array = object as? [NSObject] { return [array.count] }
    let members = try #require(object as? [String: NSObject])
    let arrays = members.values.compactMap { $0 as? [[String: NSObject]] }
    return arrays.isEmpty
      ? [members.values.count { $0 is [String: NSObject] }] : arrays.map(\.count)
  }
}
