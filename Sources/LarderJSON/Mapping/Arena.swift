import Glibc

/// Memory handed out in pieces and freed as a whole.
///
/// Large blocks come in huge pages, which are four times cheaper to touch for the first time. One thread
/// allocates; the memory comes zeroed.
final class Arena: @unchecked Sendable {  // Written by one scan, then only read.
  private static let hugePage = 2 << 20

  private var blocks: [(start: UnsafeMutableRawPointer, length: Int)] = []
  private var next: UnsafeMutableRawPointer?
  private var free = 0
  private var blockLength: Int

  /// - Parameter expected: Bytes that will probably be needed.
  init(expected: Int = 0) {
    blockLength = max(expected, 64 << 10)
  }

  deinit {
    for block in blocks { munmap(block.start, block.length) }
  }

  /// Room for some values of a type without references, zeroed.
  func allocate<Value: BitwiseCopyable>(
    _ type: Value.Type, count: Int
  ) -> UnsafeMutablePointer<Value> {
    let bytes = (max(count, 1) * MemoryLayout<Value>.stride + 63) & ~63
    if bytes > free { addBlock(atLeast: bytes) }
    guard let start = next else { preconditionFailure("A block was just added.") }
    next = start + bytes
    free -= bytes
    return start.bindMemory(to: type, capacity: max(count, 1))
  }

  private func addBlock(atLeast bytes: Int) {
    let isHuge = max(bytes, blockLength) >= Self.hugePage
    let unit = isHuge ? Self.hugePage : 4096
    let length = (max(bytes, blockLength) + unit - 1) / unit * unit
    let room = isHuge ? length + Self.hugePage : length
    let region = mmap(
      nil, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let region, region != MAP_FAILED else { preconditionFailure("Out of memory.") }
    blocks.append((region, room))
    var start = region
    if isHuge {
      start = region + (Self.hugePage - Int(bitPattern: region) % Self.hugePage)
      madvise(start, length, MADV_HUGEPAGE)
    }
    next = start
    free = length
    blockLength = min(blockLength * 2, 16 << 20)
  }
}
