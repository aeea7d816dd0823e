import Foundation
import LarderStores
import SwiftData

/// Where the client keeps its objects.
enum Backend: String, CaseIterable {
  case json, sqlite, rest

  /// The line that is another one for each of them; nothing else in the client knows the difference.
  func configuration(in folder: URL) -> any DataStoreConfiguration {
    switch self {
    case .json: JSONStoreConfiguration(url: folder.appending(path: "tasks.json"))
    case .sqlite: ModelConfiguration(url: folder.appending(path: "tasks.store"))
    case .rest: RESTStoreConfiguration(address: Self.service ?? "")
    }
  }

  /// A service to try, such as `kinto+https://host/v1/buckets/tasks` with the collections `Project` and `Task`.
  static let service = ProcessInfo.processInfo.environment["TASK_SERVICE"]

  /// Those that can be had here.
  static var available: [Backend] { allCases.filter { $0 != .rest || service != nil } }
}
