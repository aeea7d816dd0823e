import LarderStore

/// A store that a session has open, under a name.
struct OpenStore {
  var name: String

  /// What opened it: `JSON`.
  var kind: String
  var location: StoreLocation
  var store: TracingStore

  /// Reading it asks no other machine.
  var isLocal: Bool { !location.address.contains("://") }
}

/// A context of a session, under a name.
struct NamedContext {
  var name: String
  var context: EntityContext
}
