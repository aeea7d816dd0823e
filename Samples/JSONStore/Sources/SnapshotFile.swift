import SwiftData

/// A file that holds an array of snapshots; both stores of this sample keep theirs in one.
struct SnapshotFile {
  let url: URL

  func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [:] }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let snapshots = try decoder.decode([DefaultSnapshot].self, from: Data(contentsOf: url))
    return Dictionary(
      snapshots.map { ($0.persistentIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func write(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(Array(snapshots.values)).write(to: url, options: .atomic)
  }
}
