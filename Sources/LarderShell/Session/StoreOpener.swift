public import LarderCore
public import LarderStore

/// A kind of store that the shell can open; the executable registers one a kind.
public struct StoreOpener: Sendable {
  /// The kind as `.stores` names it: `JSON`.
  public var kind: String

  /// What is looked for in a file, for the message when nothing fits: `an SQLite database`.
  public var sought: String

  /// Tells from the first bytes of a file whether it is of this kind; `nil` bytes are an address that
  /// is no file.
  public var recognises: @Sendable (_ location: StoreLocation, _ prefix: [UInt8]?) -> Bool

  public var open: @Sendable (StoreLocation, StoreOptions) throws -> any EntityStore

  /// Makes a store where there is no file; returns `nil` for an address that is not of this kind.
  ///
  /// `nil` for a kind that makes none.
  public var make: (@Sendable (StoreLocation, StoreOptions) throws -> (any EntityStore)?)?

  /// Databases can be attached to it.
  public var takesAttachments = false

  public init(
    kind: String, sought: String,
    recognises: @escaping @Sendable (_ location: StoreLocation, _ prefix: [UInt8]?) -> Bool,
    open: @escaping @Sendable (StoreLocation, StoreOptions) throws -> any EntityStore,
    make: (@Sendable (StoreLocation, StoreOptions) throws -> (any EntityStore)?)? = nil
  ) {
    self.kind = kind
    self.sought = sought
    self.recognises = recognises
    self.open = open
    self.make = make
  }
}

/// What a person said about a store that is to be opened.
public struct StoreOptions: Sendable {
  /// Overrides what the store infers or says, or `nil`.
  public var schema: EntitySchema?

  /// The entity's name where the store gives none.
  public var entityName: EntityName?

  /// Opened for reading alone on request.
  public var isReadOnly: Bool

  /// Opened for writing on request, where that is not the rule.
  public var isWritable: Bool

  /// Nothing on disk may be changed, not by the opening either; nothing will be saved.
  public var isDryRun: Bool

  /// Opened for writing even where the store advises against it.
  public var isForced = false

  /// Databases that are opened together with the store, by the names that they get.
  public var attached: [Attachment] = []

  /// A database and the name that it gets.
  public struct Attachment: Hashable, Sendable {
    public var name: String
    public var path: String
  }

  /// A file that describes how a service is spoken to, or `nil`.
  public var dialectPath: String?

  /// A file with the credentials for services, or `nil`.
  public var authPath: String?

  /// A file with the authorities that certificates of services are checked by, or `nil` for the system's.
  public var authoritiesPath: String?

  /// A file or folder with a compiled or source model of Core Data, or `nil`.
  public var modelPath: String?

  public init(
    schema: EntitySchema? = nil, entityName: EntityName? = nil, isReadOnly: Bool = false,
    isWritable: Bool = false, isDryRun: Bool = false
  ) {
    self.schema = schema
    self.entityName = entityName
    self.isReadOnly = isReadOnly
    self.isWritable = isWritable
    self.isDryRun = isDryRun
  }
}
