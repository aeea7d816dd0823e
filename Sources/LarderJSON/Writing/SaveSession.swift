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

  /// What objects were called first, by what they are called now, where that is another identifier.
  private var firstIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:]

  init(base: LoadedFile) {
    self.base = base
    current = base
  }

  /// What an object was called when ``base`` was read, or when it was inserted.
  func firstIdentifier(of identifier: PersistentIdentifier) -> PersistentIdentifier {
    firstIdentifiers[identifier] ?? identifier
  }

  /// Whether an identifier belongs to an object that is called otherwise now, or is gone and may come back.
  func isReserved(_ identifier: PersistentIdentifier) -> Bool {
    base.place(of: identifier) != nil || ledger.insertionIndex(of: identifier) != nil
  }

  /// Whether an object that is called otherwise now was first called so.
  func isFirstName(_ identifier: PersistentIdentifier) -> Bool {
    firstIdentifiers.values.contains(identifier)
  }

  /// Gives an object another identifier.
  mutating func rename(_ old: PersistentIdentifier, to new: PersistentIdentifier) {
    let first = firstIdentifiers.removeValue(forKey: old) ?? old
    if first != new { firstIdentifiers[new] = first }
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
