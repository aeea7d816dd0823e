import Glibc
import LarderCore

/// What the saves of an open store keep in mind: the file as first read, and the edits since.
struct SaveSession: Sendable {
  /// The text that the file is made from.
  let base: LoadedFile

  /// The file as the last save left it, or ``base``.
  private(set) var current: LoadedFile

  var ledger = EditLedger()

  /// Above every integer key that was given, by entity; a key is never given twice.
  var nextKeys: [EntityName: Int64] = [:]

  init(base: LoadedFile) {
    self.base = base
    current = base
  }

  /// The session after a save.
  func saved(as file: LoadedFile) -> SaveSession {
    var session = self
    session.current = file
    return session
  }

  /// The session on the file as it is found now.
  ///
  /// Where another process has written something else, what was first read is of no use any more: the
  /// session starts again from what is there.
  func continued(on file: LoadedFile) -> SaveSession {
    if file === current { return self }
    if file.document.bytes.hasSameContent(as: current.document.bytes) { return saved(as: file) }
    var session = SaveSession(base: file)
    session.nextKeys = nextKeys
    return session
  }
}

extension FileBytes {
  func hasSameContent(as other: FileBytes) -> Bool {
    count == other.count && memcmp(base, other.base, count) == 0
  }
}
