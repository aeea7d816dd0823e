import FoundationEssentials
import Glibc
import LarderCore
import SQLiteDriver

/// The copy of a store that is made beside it before the first save.
enum StoreBackup {
  /// Copies everything, what stands in the `-wal` too, to `FILE.backup-2026-11-30T104500`, with a number
  /// behind it where that is taken.
  ///
  /// - Throws: ``PersistenceError`` with code `store.failed`, and then no copy is left behind.
  static func make(ofStoreAt path: String, at date: Date) throws {
    let time = DateText.text(for: date).prefix(19).filter { $0 != ":" }
    let wanted = "\(path).backup-\(time)"
    var copy = wanted
    var number = 2
    while access(copy, F_OK) == 0 {
      copy = "\(wanted)-\(number)"
      number += 1
    }
    do throws(SQLiteError) {
      let original = try Connection(path: path, mode: .readOnly)
      try original.backup(to: Connection(path: copy, mode: .create))
    } catch {
      unlink(copy)
      throw PersistenceError(
        .failed,
        detail: "no copy of the store could be made before it is changed: \(error.message)",
        underlyingError: error)
    }
  }
}
