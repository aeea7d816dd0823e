import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver
import Synchronization
import Testing

@Suite struct InterruptionTests {
  private static let sql = """
    CREATE TABLE first (n INTEGER PRIMARY KEY);
    INSERT INTO first VALUES (1);
    CREATE VIEW endless AS
      WITH RECURSIVE c(n) AS (SELECT n FROM first UNION ALL SELECT n + 1 FROM c)
      SELECT n FROM c WHERE n = 1 OR n < 0;
    CREATE VIEW numbers AS
      WITH RECURSIVE c(n) AS (SELECT n FROM first UNION ALL SELECT n + 1 FROM c) SELECT n FROM c;
    """

  @Test func aQueryThatNeverEndsIsStoppedFromAnotherThread() throws {
    let store = try TestDatabase(Self.sql).open(isReadOnly: true)
    let isDone = Flag()
    Self.inAnotherThread { while !isDone.isSet { store.interrupt() } }
    defer { isDone.set() }

    let error = #expect(throws: PersistenceError.self) {
      try store.enumerate(EntityFetchDescriptor(entity: "endless")) { _ in true }
    }

    #expect(error?.code == .cancelled)
  }

  @Test func rowsAreStoppedToo() throws {
    let store = try TestDatabase(Self.sql).open()
    let projection = EntityProjection(items: [.init(.aggregate(.count, nil), name: "n")])
    let isDone = Flag()
    Self.inAnotherThread { while !isDone.isSet { store.interrupt() } }
    defer { isDone.set() }

    let error = #expect(throws: PersistenceError.self) {
      try store.rows(projection, of: EntityFetchDescriptor(entity: "endless"))
    }

    #expect(error?.code == .cancelled)
  }

  /// Rows of a view that has no end, so that nothing can wait for the last one.
  @Test(arguments: [EntityProjection(items: [n]), EntityProjection(items: [n, sum], limit: 3)])
  func rowsComeWhileTheQueryRuns(_ projection: EntityProjection) throws {
    let context = EntityContext()
    try context.attach(try TestDatabase(Self.sql).open(), as: "main")
    let descriptor = EntityFetchDescriptor(
      entity: "numbers", predicate: .comparison(.greaterThan, .path("n"), .integer(7)))

    var rows: [EntityRow] = []
    try context.enumerateRows(projection, of: descriptor, in: "main") {
      rows.append($0.map(\.value))
      return rows.count < 3
    }

    #expect(rows.map(\.first) == [.integer(8), .integer(9), .integer(10)])
  }

  @Test func aStreamOfRowsIsStoppedFromInside() throws {
    let context = EntityContext()
    try context.attach(try TestDatabase(Self.sql).open(), as: "main")
    var count = 0

    let error = #expect(throws: PersistenceError.self) {
      try context.enumerateRows(
        EntityProjection(items: [Self.n]), of: EntityFetchDescriptor(entity: "numbers"),
        in: "main"
      ) { _ in
        count += 1
        context.interrupt()
        return true
      }
    }

    #expect(error?.code == .cancelled)
    #expect(count == 1)
  }

  private static let n = EntityProjection.Item(.path("n"), name: "n")
  private static let sum = EntityProjection.Item(
    .arithmetic(.add, .path("n"), .integer(1)), name: "sum")

  @Test func whatBeginsAfterAnInterruptRuns() throws {
    let store = try TestDatabase(Self.sql).open()

    store.interrupt()

    #expect(try store.objects("first").count == 1)
  }

  private static func inAnotherThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Body(body))
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }
}

private final class Body: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
