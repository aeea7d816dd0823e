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
