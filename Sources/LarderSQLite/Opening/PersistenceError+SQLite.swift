import LarderCore
import SQLiteDriver

extension PersistenceError {
  /// What an error of SQLite means for a read.
  init(_ error: SQLiteError) {
    let code: Code =
      switch error.code.primary {
      case .interrupted: .cancelled
      case .busy, .locked: .busy
      case .corrupt, .notADatabase: .corrupt
      case .cannotOpen: .unavailable
      case .readOnly: .readOnly
      default: .failed
      }
    self.init(code, detail: code == .cancelled ? nil : error.message, underlyingError: error)
  }
}
