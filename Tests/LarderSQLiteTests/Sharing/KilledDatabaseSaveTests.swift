import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// A process that saves without end is killed at a random moment: each save is there whole or not at
/// all.
///
/// `LARDER_KILLS` says how often, where that is to be more. How many saves were cut short is attached to
/// the test, where that can be seen.
@Suite(.serialized) struct KilledDatabaseSaveTests {
  private static let pathVariable = "LARDER_SAVE_UNTIL_KILLED"
  static let isWorker = getenv(pathVariable) != nil

  /// Older batches are deleted in the save that adds one, so that pages are given up and taken again.
  private static let keptBatches = 10

  private static let kills =
    getenv("LARDER_KILLS").flatMap { Int(String(cString: $0)) } ?? 4

  @Test(
    .enabled(if: !isWorker, "this is the process to be killed"),
    arguments: CountingDatabase.Form.all)
  func aKilledSaveIsThereWholeOrNotAtAll(_ form: CountingDatabase.Form) throws {
    let database = try CountingDatabase(form)
    let command = try #require(
      ChildProcess.command(running: "KilledDatabaseSaveTests/savesUntilKilled"))
    var saves = 0
    var rollbacks = 0
    for kill in 1...Self.kills {
      let process = try ChildProcess(command, [Self.pathVariable: database.path])
      for _ in 0..<Int.random(in: 1...12) {
        try #require(process.nextNote() != nil)
        saves += 1
      }
      // A moment of the next save.
      for _ in 0..<Int.random(in: 0...10_000) { _ = access(database.path, F_OK) }
      process.kill()
      #expect(process.wait() == .killed(signal: SIGKILL))
      saves += process.remainingNotes().count

      if access(database.path + "-journal", F_OK) == 0 { rollbacks += 1 }
      // The last save may be whole without a word about it.
      let found = try database.integer("SELECT max(n) FROM counter")
      #expect(found == saves || found == saves + 1, "kill \(kill)")
      saves = found
      try check(database, saves, "kill \(kill)")
    }
    Attachment.record(
      """
      \(form.testDescription): \(Self.kills) kills, \(saves) saves, \(rollbacks) journals to roll \
      back

      """, named: "kills.txt")
  }

  private func check(_ database: CountingDatabase, _ saves: Int, _ comment: Comment) throws {
    #expect(try database.integer("SELECT min(n) FROM counter") == saves, comment)
    let kept = min(saves, Self.keptBatches)
    #expect(
      try database.connection().rows("SELECT min(number), max(number), count(*) FROM batch")
        == [[saves - kept + 1, saves, kept].map { .integer(Int64($0)) }], comment)
    try database.checkAgreement(entriesPerBatch: 4, comment)
  }

  /// Adds to all counters in each save, until the test that started it has ended.
  @Test(.enabled(if: isWorker, "only run by the test beside it"))
  func savesUntilKilled() throws {
    let path = try #require(getenv(Self.pathVariable).map { String(cString: $0) })
    let shared = try CountingContext(path: path)
    repeat {
      let counters = try shared.counters()
      guard case .integer(let number)? = counters.first?["n"] else { return }
      try shared.add(batch: number + 1, to: counters)
      try shared.delete(batchesUpTo: number + 1 - Int64(Self.keptBatches))
      try shared.context.save()
    } while ChildProcess.note(1)
  }
}
