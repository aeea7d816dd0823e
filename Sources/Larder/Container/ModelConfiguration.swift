public import Foundation

/// What the default store needs in order to open: a file, or memory.
public struct ModelConfiguration: Identifiable, Hashable, Sendable, CustomDebugStringConvertible {
  public let name: String
  public let url: URL

  /// The classes that this configuration's store keeps; nil for all that no other has.
  public var schema: Schema?

  /// False opens the store for reading alone.
  public let allowsSave: Bool
  public let isStoredInMemoryOnly: Bool
  public let groupContainer: GroupContainer
  public let cloudKitDatabase: CloudKitDatabase

  public var id: URL { url }

  /// Always nil: there are no application groups here.
  public var groupAppContainerIdentifier: String? { nil }

  /// Always nil: there is no CloudKit here.
  public var cloudKitContainerIdentifier: String? { nil }

  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A store at its usual place: `default.store`, or the name's, among the application's files.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    let file = (name ?? "default") + ".store"
    self.name = name ?? "default"
    url = isStoredInMemoryOnly ? URL(filePath: "/dev/null") : Self.folder.appending(path: file)
    self.schema = schema
    self.allowsSave = allowsSave
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
  }

  /// Where applications keep their files, such as `~/.local/share`.
  private static var folder: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? URL(filePath: FileManager.default.currentDirectoryPath)
  }

  /// A store in a file of its own.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.schema = schema
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = false
    groupContainer = .automatic
    self.cloudKitDatabase = cloudKitDatabase
  }

  /// Refuses what exists on Apple's systems only, and names that no file can have.
  public func validate() throws {
    guard groupContainer.isNoneOrAutomatic, cloudKitDatabase.isNoneOrAutomatic else {
      throw DataStoreError.unsupportedFeature
    }
    guard !name.contains("/"), !name.contains("\0") else {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters
    }
    guard url.lastPathComponent.utf8.count <= 255 else {
      throw SwiftDataError.configurationFileNameTooLong
    }
  }

  public var debugDescription: String {
    isStoredInMemoryOnly ? "\(name) (in memory)" : "\(name) (\(url.path))"
  }
}

extension ModelConfiguration {
  /// Where an application group keeps its files; on Linux there is none.
  public struct GroupContainer: Hashable, Sendable {
    private let name: String?

    var isNoneOrAutomatic: Bool { name == nil }

    public static let automatic = GroupContainer(name: nil)
    public static let none = GroupContainer(name: nil)

    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(name: groupName)
    }
  }

  /// The CloudKit database to mirror; on Linux there is none.
  public struct CloudKitDatabase: Hashable, Sendable {
    private let name: String?

    var isNoneOrAutomatic: Bool { name == nil }

    public static let automatic = CloudKitDatabase(name: nil)
    public static let none = CloudKitDatabase(name: nil)

    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(name: privateDBName)
    }
  }
}
