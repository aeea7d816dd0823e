import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver
import Testing

extension CountingDatabase {
  /// Checks what holds after every save: rows agree, and each batch has that many entries.
  func checkAgreement(
    entriesPerBatch: Int, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let connection = try connection()
    let entries = "SELECT counter, batch FROM entry"
    let links = "SELECT counter, batch FROM counter_batch"
    let claims: [(sql: String, answer: [[SQLiteValue]])] = [
      ("PRAGMA integrity_check", [[.text("ok")]]),
      ("PRAGMA foreign_key_check", []),
      ("\(entries) EXCEPT \(links)", []),
      ("\(links) EXCEPT \(entries)", []),
      ("SELECT count(*) - (SELECT count(*) FROM counter_batch) FROM entry", [[.integer(0)]]),
      (
        """
        SELECT pk FROM batch WHERE pk NOT IN
          (SELECT batch FROM entry GROUP BY batch HAVING count(*) = \(entriesPerBatch))
        """, []
      ),
    ]
    for claim in claims {
      #expect(
        try connection.rows(claim.sql) == claim.answer, comment, sourceLocation: sourceLocation)
    }
    if form.isOwnLayout { try checkHistory(entriesPerBatch, comment, sourceLocation) }
  }

  /// Checks that the history tells of every save, and of nothing else, what stands in the rows.
  private func checkHistory(
    _ entriesPerBatch: Int, _ comment: Comment?, _ sourceLocation: SourceLocation
  ) throws {
    let saves = try SQLiteStore.open(path: path).transactions(after: 1, of: nil)
    var (batches, entries): (Set<Int64>, Set<Int64>) = ([], [])
    for save in saves {
      let counts = Dictionary(grouping: save.changes) { "\($0.kind) \($0.identifier.entityName)" }
      let isWhole =
        counts["insert batch"]?.count == 1 && counts["insert entry"]?.count == entriesPerBatch
        && counts["update counter"]?.count == entriesPerBatch
      #expect(isWhole, comment, sourceLocation: sourceLocation)
      for change in save.changes {
        guard case .integer(let key) = change.identifier.primaryKey else { continue }
        switch (change.kind, change.identifier.entityName) {
        case (.insert, "batch"): batches.insert(key)
        case (.insert, "entry"): entries.insert(key)
        case (.delete, "batch"): batches.remove(key)
        case (.delete, "entry"): entries.remove(key)
        default: continue
        }
      }
    }
    #expect(try batches == keys("batch"), comment, sourceLocation: sourceLocation)
    #expect(try entries == keys("entry"), comment, sourceLocation: sourceLocation)
    #expect(
      try saves.count * entriesPerBatch == integer("SELECT sum(n) FROM counter"), comment,
      sourceLocation: sourceLocation)
  }

  private func keys(_ table: String) throws -> Set<Int64> {
    let rows = try connection().rows("SELECT pk FROM \(table)")
    return Set(
      rows.compactMap { row in
        if case .integer(let key)? = row.first { key } else { nil }
      })
  }

  /// The number that a query gives; -1 where it gives none.
  func integer(_ sql: String) throws -> Int {
    guard case .integer(let number)? = try connection().value(sql) else { return -1 }
    return Int(number)
  }
}
