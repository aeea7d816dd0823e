import LarderCore

/// A request to a store, what came of it, or what the store sends for it, as a trace tells it.
struct TraceEvent: Sendable {
  enum Phase: String, Sendable {
    case request
    case result
    case failure
    /// What a store sends to carry out a request, in its own words.
    case message
  }

  /// Counts requests from 1; a result has its request's number.
  var number = 0
  var phase: Phase
  var store: String

  /// `fetch`, `count`, `rows`, `snapshots`, `destinations` or `apply`; of a message, the request's.
  var operation: String

  /// One line.
  var summary: String

  /// What is told of it when it is unfolded, in order.
  var details: [Detail] = []

  /// How long the request took; `nil` but for its end.
  var seconds: Double?

  struct Detail: Sendable {
    var name: String
    var value: Value
  }

  enum Value: Sendable {
    case text(String)
    case lines([String])
    /// The first snapshots of so many.
    case snapshots([EntitySnapshot], count: Int)
    case changes([ChangeSet.Change])
    case remapping([PersistentIdentifier: PersistentIdentifier])
    case destinations([PersistentIdentifier: [PersistentIdentifier]])
  }

  /// How many snapshots an event keeps.
  static let snapshotLimit = 20
}
