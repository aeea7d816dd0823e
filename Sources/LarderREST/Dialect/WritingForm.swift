/// How objects are created, changed and deleted.
struct WritingForm: Hashable, Sendable {
  /// Who makes the key of a new object.
  enum Keys: String, Hashable, Sendable, CaseIterable {
    /// The service alone.
    case service
    /// The service, unless it takes the one that an object was given.
    case given
    /// A key in the body of a create is taken.
    case body
    /// A create is a PUT at the key, with `If-None-Match: *`.
    case put
  }

  /// What guards an update against a change by somebody else.
  enum Concurrency: String, Hashable, Sendable, CaseIterable {
    /// `If-Match` is enforced.
    case ifMatch
    /// It must be found out, once an entity.
    case probe
    /// Nothing does.
    case none
  }

  /// How several changes are sent at once.
  enum Batch: String, Hashable, Sendable, CaseIterable {
    case none, odata, multipart, pocketbase, kinto, atomic
  }

  /// How exact decimals are written.
  enum Decimals: String, Hashable, Sendable, CaseIterable { case number, text }

  var keys = Keys.service

  /// The keys that a client may make; `nil` where only UUIDs and what an object is given are keys.
  var keyPattern: KeyPattern?
  var concurrency = Concurrency.none

  /// Where the answer to a conflict holds the object as it is, as a row without its envelope.
  var conflictRow: MemberPath?
  var batch = Batch.none

  /// Below the service's address.
  var batchPath: String?
  var batchLimit: Int?
  var decimals = Decimals.number

  /// An object may lead to one that does not exist yet.
  var isDangling = false

  /// The media type of bodies.
  var mediaType = "application/json"

  /// Sent with every change.
  var headers: [Dialect.Header] = []

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    keys = try reader.choice("keys", Keys.self) ?? .service
    keyPattern = try Self.keyPattern(&reader)
    concurrency = try reader.choice("concurrency", Concurrency.self) ?? .none
    conflictRow = try reader.text("conflictRow").map(MemberPath.init)
    batch = try reader.choice("batch", Batch.self) ?? .none
    batchPath = try reader.text("batchPath")
    batchLimit = try reader.number("batchLimit", in: 1...10_000)
    decimals = try reader.choice("decimals", Decimals.self) ?? .number
    isDangling = try reader.flag("dangling") ?? false
    mediaType = try reader.text("mediaType") ?? "application/json"
    headers = try reader.pairs("headers").map { .init(name: $0.name, value: $0.value) }
    if batch != .none, batchPath == nil { throw reader.fault("batchPath", "it is missing") }
    try reader.finish()
  }

  private static func keyPattern(
    _ reader: inout DescriptionReader
  ) throws(DialectError) -> KeyPattern? {
    guard let text = try reader.text("keyPattern") else { return nil }
    guard let pattern = KeyPattern(text) else {
      throw reader.fault(
        "keyPattern", "expected one class of characters and how many, such as `[a-z0-9]{15}`")
    }
    return pattern
  }
}
