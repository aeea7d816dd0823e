import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// A database in which every save keeps an agreement between rows, so that half a save would be seen.
///
/// A save adds one to some counters and inserts a batch, an entry a counter that leads to both, and a
/// link between batch and counter.
struct CountingDatabase {
  /// Whose tables they are, and how changes reach the file.
  struct Form: CustomTestStringConvertible, Sendable {
    var isOwnLayout: Bool
    var journal: String

    var testDescription: String {
      (isOwnLayout ? "larder's layout, " : "any database, ") + journal
    }

    static let all = [false, true].flatMap { isOwnLayout in
      ["delete", "wal"].map { Form(isOwnLayout: isOwnLayout, journal: $0) }
    }

    /// Two that share nothing.
    static let opposites = [
      Form(isOwnLayout: false, journal: "delete"), Form(isOwnLayout: true, journal: "wal"),
    ]
  }

  let form: Form
  let folder: TemporaryFolder
  var path: String { folder.path(of: "counting.sqlite") }

  /// Four counters, all at 0.
  init(_ form: Form) throws {
    self.form = form
    folder = try TemporaryFolder()
    if form.isOwnLayout {
      let store = try SQLiteStore.create(path: path, schema: Self.schema)
      let context = EntityContext()
      try context.attach(store, as: "store")
      for _ in 0..<4 { _ = try context.perform(.insert("counter", []), in: "store") }
      _ = try context.save()
    } else {
      try Connection(path: path, mode: .create).execute(Self.sql)
    }
    try connection().execute("PRAGMA journal_mode = \(form.journal)")
  }

  func connection() throws -> Connection { try Connection(path: path) }

  // Names as in larder's own layout, so that one SQL looks at both.
  private static let sql = """
    CREATE TABLE counter (pk INTEGER PRIMARY KEY, n INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE batch (pk INTEGER PRIMARY KEY, number INTEGER NOT NULL);
    CREATE TABLE entry (
      pk INTEGER PRIMARY KEY, counter INTEGER NOT NULL REFERENCES counter,
      batch INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE);
    CREATE TABLE counter_batch (
      counter INTEGER NOT NULL REFERENCES counter, batch INTEGER NOT NULL REFERENCES batch,
      PRIMARY KEY (counter, batch));
    INSERT INTO counter (pk) VALUES (1), (2), (3), (4);
    """

  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "counter",
      attributes: [.init(name: "n", type: .integer, defaultValue: .integer(0))],
      relationships: [
        .init(name: "entry", destination: "entry", isToMany: true, inverse: "counter"),
        .init(name: "batch", destination: "batch", isToMany: true, inverse: "counter"),
      ]),
    EntitySchema.Entity(
      name: "batch", attributes: [.init(name: "number", type: .integer)],
      relationships: [
        .init(
          name: "entry", destination: "entry", isToMany: true, inverse: "batch",
          deleteRule: .cascade),
        .init(name: "counter", destination: "counter", isToMany: true, inverse: "batch"),
      ]),
    EntitySchema.Entity(
      name: "entry",
      relationships: [
        .init(name: "counter", destination: "counter", isOptional: false, inverse: "entry"),
        .init(name: "batch", destination: "batch", isOptional: false, inverse: "entry"),
      ]),
  ])
}

/// A context over the database of another process's test.
struct CountingContext {
  let store: SQLiteStore
  let context = EntityContext()

  init(path: String) throws {
    store = try SQLiteStore.open(path: path)
    try context.attach(store, as: "store")
  }

  /// The counters as they are now; an edit of theirs starts from there.
  func counters() throws -> [EntitySnapshot] {
    let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: "counter"))
    guard case .objects(let counters) = try context.run(query, in: "store") else { return [] }
    return counters
  }

  /// Adds a batch to some counters, without a save.
  func add(batch number: Int64, to counters: [EntitySnapshot]) throws {
    let batch = try insert("batch", ("number", .integer(number)))
    for counter in counters {
      let identifier = AttributeValue.identifier(counter.identifier)
      try insert("entry", ("batch", .identifier(batch)), ("counter", identifier))
      let append = EntityEdit.append(to: batch, AttributePath("counter"), [.value(identifier)])
      try context.perform(append, in: "store")
    }
    let increment = EntityExpression.arithmetic(.add, .path("n"), .integer(1))
    try context.perform(
      .update(
        .objects(counters.map(\.identifier)), [.init(AttributePath("n"), increment)]), in: "store")
  }

  /// Deletes the batches up to a number with their entries, without a save.
  func delete(batchesUpTo number: Int64) throws {
    let old = EntityFetchDescriptor(
      entity: "batch",
      predicate: .comparison(.lessThanOrEqual, .path("number"), .integer(number)))
    try context.perform(.delete(.matching(old)), in: "store")
  }

  @discardableResult
  private func insert(
    _ entity: EntityName, _ values: (AttributeName, AttributeValue)...
  ) throws -> PersistentIdentifier {
    let assignments = values.map { EntityEdit.Assignment(AttributePath($0), .value($1)) }
    let outcome = try context.perform(.insert(entity, assignments), in: "store")
    return try #require(outcome.inserted.first)
  }
}
