import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Eight processes save to one database at the same time.
///
/// `LARDER_SAVES` says how many saves each of them makes, where that is to be more; then all forms of
/// databases have their turn. How many conflicts there were is attached to the test.
@Suite(.serialized) struct SharedDatabaseTests {
  private static let pathVariable = "LARDER_SHARED_DATABASE"
  private static let numberVariable = "LARDER_SHARED_BY"
  private static let savesVariable = "LARDER_SAVES"
  static let isWorker = getenv(pathVariable) != nil

  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  /// What a process notes of each save that it tries.
  private enum Note {
    static let saved = UInt8(ascii: "s")
    static let conflict = UInt8(ascii: "c")
    static let busy = UInt8(ascii: "b")
  }

  @Test(
    .enabled(if: !isWorker, "this is one of the eight processes"),
    arguments: number(savesVariable) == nil
      ? CountingDatabase.Form.opposites : CountingDatabase.Form.all)
  func whatEightProcessesSaveIsThereAndEveryConflictIsReported(
    _ form: CountingDatabase.Form
  ) throws {
    let database = try CountingDatabase(form)
    let saves = Self.number(Self.savesVariable) ?? 10
    let command = try #require(ChildProcess.command(running: "SharedDatabaseTests/savesForOthers"))

    let processes = try (1...8).map { number in
      try ChildProcess(
        command,
        [
          Self.pathVariable: database.path, Self.numberVariable: "\(number)",
          Self.savesVariable: "\(saves)",
        ])
    }
    let notes = processes.map { $0.remainingNotes() }
    let endings = processes.map { $0.wait() }

    #expect(endings == Array(repeating: .exited(0), count: 8))
    let tries = notes.joined()
    Attachment.record(
      """
      \(form.testDescription): \(tries.count { $0 == Note.saved }) saves, \
      \(tries.count { $0 == Note.conflict }) conflicts, \(tries.count { $0 == Note.busy }) busy

      """, named: "saves.txt")
    for (index, notes) in notes.enumerated() {
      #expect(notes.count { $0 == Note.saved } == saves)
      let sql = "SELECT count(*) FROM batch WHERE number = \(index + 1)"
      #expect(try database.integer(sql) == saves)
    }
    #expect(try database.integer("SELECT sum(n) FROM counter") == 8 * saves * 2)
    #expect(
      try database.integer(
        """
        SELECT count(*) FROM counter
        WHERE n <> (SELECT count(*) FROM entry WHERE entry.counter = counter.pk)
        """) == 0)
    try database.checkAgreement(entriesPerBatch: 2)
  }

  /// Saves again and again; what fails must be a conflict about what another process has saved.
  @Test(.enabled(if: isWorker, "only run by the test beside it"))
  func savesForOthers() throws {
    let path = try #require(getenv(Self.pathVariable).map { String(cString: $0) })
    let number = try #require(Self.number(Self.numberVariable))
    let saves = try #require(Self.number(Self.savesVariable))
    let shared = try CountingContext(path: path)
    var count = 0
    while count < saves {
      let counters = Array(try shared.counters().shuffled().prefix(2))
      let note = try Self.note(of: shared, batch: number, counters)
      if note == Note.saved { count += 1 }
      try #require(ChildProcess.note(note), "the test has ended")
    }
  }

  private static func note(
    of shared: CountingContext, batch: Int, _ counters: [EntitySnapshot]
  ) throws -> UInt8 {
    do {
      try shared.add(batch: Int64(batch), to: counters)
      try shared.context.save()
      return Note.saved
    } catch let error as PersistenceError where error.code == .conflict {
      #expect(!error.conflicts.isEmpty)
      for conflict in error.conflicts {
        #expect(counters.contains { $0.identifier == conflict.identifier })
        #expect(conflict.lastSeen["n"] != conflict.stored?["n"])
      }
      shared.context.rollback()
      return Note.conflict
    } catch let error as PersistenceError where error.code == .busy {
      shared.context.rollback()
      return Note.busy
    }
  }
}
