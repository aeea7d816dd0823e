import LarderStores
import SwiftData

/// Where the client keeps its objects.
enum Backend: String, CaseIterable {
  case json, sqlite

  /// The line that is another one for each of them; nothing else in the client knows the difference.
  func configuration(in folder: URL) -> any DataStoreConfiguration {
    switch self {
    case .json: JSONStoreConfiguration(url: folder.appending(path: "tasks.json"))
    case .sqlite: ModelConfiguration(url: folder.appending(path: "tasks.store"))
    }
  }
}
