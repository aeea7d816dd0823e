/// How objects are created, changed and deleted.
///
/// This part of a description belongs to the writing side of the store: it reads it, and adds what it needs.
struct WritingForm: Hashable, Sendable {
  /// Who makes the key of a new object.
  enum Keys: String, Hashable, Sendable, CaseIterable {
    /// The service alone.
    case service
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
    case none, odata, pocketbase, kinto, atomic
  }

  var keys = Keys.service

  /// Fifteen letters and digits of ASCII, as a regular expression would say them.
  var keyPattern: String?
  var concurrency = Concurrency.none
  var batch = Batch.none
  var batchLimit: Int?

  /// The media type of bodies.
  var mediaType = "application/json"

  /// Sent with every change.
  var headers: [Dialect.Header] = []

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    keys = try reader.choice("keys", Keys.self) ?? .service
    keyPattern = try reader.text("keyPattern")
    concurrency = try reader.choice("concurrency", Concurrency.self) ?? .none
    batch = try reader.choice("batch", Batch.self) ?? .none
    batchLimit = try reader.number("batchLimit", in: 1...10_000)
    mediaType = try reader.text("mediaType") ?? "application/json"
    headers = try reader.pairs("headers").map { .init(name: $0.name, value: $0.value) }
    try reader.finish()
  }
}
