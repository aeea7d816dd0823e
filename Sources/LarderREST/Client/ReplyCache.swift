import JSONTree
import Synchronization

/// Replies to reads with the ETags under which they can be asked for again.
///
/// Nothing is taken from it before the service has said that it still holds.
final class ReplyCache: Sendable {
  struct Entry {
    var etag: String
    var reply: ServiceReply
    var size: Int
    var lastUse: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var size = 0
    var clock = 0
  }

  private let state = Mutex(State())

  /// Bytes of bodies that are kept.
  private let limit: Int

  init(limit: Int = 32 << 20) { self.limit = limit }

  /// What was read under an address last, with its ETag.
  func entry(for address: String) -> Entry? {
    state.withLock { state in
      state.clock += 1
      state.entries[address]?.lastUse = state.clock
      return state.entries[address]
    }
  }

  func store(_ reply: ServiceReply, etag: String, size: Int, for address: String) {
    guard size <= limit / 4 else { return }
    state.withLock { state in
      state.clock += 1
      if let old = state.entries.removeValue(forKey: address) { state.size -= old.size }
      state.entries[address] = Entry(
        etag: etag, reply: reply, size: size, lastUse: state.clock)
      state.size += size
      while state.size > limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.size -= oldest.value.size
      }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
