import CSQLite

extension Connection {
  /// Calls a function while statements run; where it returns true, the statement fails with `interrupted`.
  ///
  /// - Parameters:
  ///   - instructions: How many instructions of SQLite's machine lie between two calls.
  ///   - handler: `nil` removes the handler.
  public func setProgressHandler(every instructions: Int32, _ handler: (() -> Bool)?) {
    progress = handler.map(ProgressBody.init)
    guard let progress else {
      return sqlite3_progress_handler(database.pointer, 0, nil, nil)
    }
    sqlite3_progress_handler(
      database.pointer, instructions,
      { user in
        guard let user else { return 0 }
        return Unmanaged<ProgressBody>.fromOpaque(user).takeUnretainedValue().handler() ? 1 : 0
      }, Unmanaged.passUnretained(progress).toOpaque())
  }
}

/// Keeps a progress handler alive for C.
final class ProgressBody {
  let handler: () -> Bool

  init(_ handler: @escaping () -> Bool) { self.handler = handler }
}
