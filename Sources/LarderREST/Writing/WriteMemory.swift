import LarderCore
import Synchronization

/// What a store knows of its saves between them.
final class WriteMemory: Sendable {
  /// A create whose object the context still takes for new.
  struct Creation: Sendable {
    /// The key that the client made; `nil` where the service makes it.
    var key: ClientKey?

    /// The object as it was sent.
    var sent: EntitySnapshot

    /// The object as the service made it, where that is known; else its reply was lost.
    var made: EntitySnapshot?
  }

  private struct State {
    var creations: [CreationKey: Creation] = [:]
    var doubtful: Set<PersistentIdentifier> = []
    var versions = VersionMemory()
    var checks: [EntityName: Bool] = [:]
    var said: Set<String> = []
    var refusedBatches: Set<String> = []
    var mints: [EntityName: Bool] = [:]
  }

  /// A temporary identifier means something only to the context that made it.
  private struct CreationKey: Hashable {
    var context: Int
    var object: PersistentIdentifier
  }

  private let state = Mutex(State())

  func creation(of object: PersistentIdentifier, in context: Int) -> Creation? {
    state.withLock { $0.creations[CreationKey(context: context, object: object)] }
  }

  func note(_ creation: Creation?, of object: PersistentIdentifier, in context: Int) {
    state.withLock { $0.creations[CreationKey(context: context, object: object)] = creation }
  }

  /// Whether an earlier change of the object may have been done.
  func isDoubtful(_ object: PersistentIdentifier) -> Bool {
    state.withLock { $0.doubtful.contains(object) }
  }

  func note(doubt isDoubtful: Bool, of object: PersistentIdentifier) {
    state.withLock {
      if isDoubtful { $0.doubtful.insert(object) } else { $0.doubtful.remove(object) }
    }
  }

  /// Keeps the ETag of an object as it was read; with `nil` drops it.
  func note(_ etag: String?, of snapshot: EntitySnapshot) {
    state.withLock {
      $0.versions.store(
        etag.map { VersionMemory.Version(etag: $0, snapshot: snapshot) }, of: snapshot.identifier)
    }
  }

  /// The ETag of an object that looks like this; `nil` where none is known.
  func etag(of snapshot: EntitySnapshot) -> String? {
    let version = state.withLock { $0.versions.version(of: snapshot.identifier) }
    guard let version, version.snapshot.agrees(with: snapshot) else { return nil }
    return version.etag
  }

  /// The ETag that an object had when it was read or written last.
  func latestETag(of object: PersistentIdentifier) -> String? {
    state.withLock { $0.versions.version(of: object)?.etag }
  }

  func forgetVersions() { state.withLock { $0.versions = VersionMemory() } }

  /// Whether the service checks `If-Match` for an entity; `nil` while that is not known.
  func checksVersions(of entity: EntityName) -> Bool? { state.withLock { $0.checks[entity] } }

  func note(checksVersions: Bool, of entity: EntityName) {
    state.withLock { $0.checks[entity] = checksVersions }
  }

  /// Whether something is said for the first time.
  func isNews(_ text: String) -> Bool { state.withLock { $0.said.insert(text).inserted } }

  /// Whether the service takes no batches of a form.
  func refuses(_ form: any BatchForm) -> Bool {
    state.withLock { $0.refusedBatches.contains(form.name) }
  }

  func noteRefused(_ form: any BatchForm) {
    state.withLock { _ = $0.refusedBatches.insert(form.name) }
  }

  /// Entities whose keys the service made itself although it was sent one.
  func ignoresKeys(of entity: EntityName) -> Bool { state.withLock { $0.mints[entity] ?? false } }

  func noteKeysIgnored(of entity: EntityName) { state.withLock { $0.mints[entity] = true } }
}

extension EntitySnapshot {
  /// Every value that both know is the same; some slots only, where these are given.
  func agrees(with other: EntitySnapshot, in slots: [Int]? = nil) -> Bool {
    guard layout == other.layout else { return false }
    return (slots ?? Array(values.indices)).allSatisfy { slot in
      guard let own = values[slot], let others = other.values[slot] else { return true }
      return AttributeValue.areAlike(own, others)
    }
  }
}

extension AttributeValue {
  /// Equal, where the order of the objects of a relationship does not count.
  static func areAlike(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    if case .array(let a)? = left, case .array(let b)? = right,
      (a + b).allSatisfy({ $0.kind == .identifier })
    {
      return Set(a) == Set(b)
    }
    return areEqual(left, right)
  }
}
