import Glibc
import LarderCore

/// The bytes of a file: mapped where they are many, read into memory where they are few.
///
/// They can be read up to ``guardLength`` bytes past their end, where zeros stand, so that loops may
/// look ahead without a check.
final class FileBytes: @unchecked Sendable {  // Nothing writes to the bytes after `init`.
  /// Files from this size on are mapped.
  static let mappedSize = 1 << 20

  /// How far past the end the bytes can be read.
  static let guardLength = 4096

  let path: String
  let stamp: FileStamp
  let base: UnsafePointer<UInt8>
  let count: Int

  private let region: UnsafeMutableRawPointer
  private let mappedLength: Int?

  /// Opens and reads or maps a file.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`.
  convenience init(path: String) throws {
    // A pipe is opened without waiting for somebody to write to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    try self.init(path: path, descriptor: descriptor)
  }

  /// Reads or maps an open file; `path` is kept for messages and later checks.
  init(path: String, descriptor: Int32) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, "cannot be read", errno) }
    if let kind = Self.kindOfOther(status.st_mode) {
      throw PersistenceError(.unavailable, detail: "\(path) is a \(kind), not a file")
    }
    let stamp = FileStamp(status)
    let isMapped = stamp.size >= Self.mappedSize && status.st_mode & S_IFMT == S_IFREG
    let content =
      isMapped
      ? Self.map(descriptor, count: stamp.size) : Self.read(descriptor, expected: stamp.size)
    guard let content else { throw Self.failure(path, "cannot be read", errno) }
    self.path = path
    self.stamp = stamp
    region = content.region
    mappedLength = isMapped ? content.length : nil
    count = isMapped ? stamp.size : content.length
    base = UnsafePointer(content.region.assumingMemoryBound(to: UInt8.self))
  }

  deinit {
    if let mappedLength {
      munmap(region, mappedLength)
    } else {
      region.deallocate()
    }
  }

  /// The bytes of a range, which is clamped to the file.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    let clamped = range.clamped(to: 0..<count)
    return UnsafeBufferPointer(start: base + clamped.lowerBound, count: clamped.count)
  }

  /// Whether the name still leads to the file that was read, in the state in which it was read.
  var isCurrent: Bool { FileStamp(path: path) == stamp }
}

extension FileBytes {
  private typealias Content = (region: UnsafeMutableRawPointer, length: Int)

  /// Maps the file over the start of an anonymous region, whose rest is the guard.
  private static func map(_ descriptor: Int32, count: Int) -> Content? {
    let length = (count + 4095) / 4096 * 4096 + guardLength
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let region = mmap(nil, length, PROT_READ, flags, -1, 0), region != MAP_FAILED else {
      return nil
    }
    let mapped = mmap(region, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0)
    guard mapped == region else {
      munmap(region, length)
      return nil
    }
    return (region, length)
  }

  /// Reads to the end, also where the size is not known beforehand, as of a pipe.
  private static func read(_ descriptor: Int32, expected: Int) -> Content? {
    var capacity = max(expected, 1) + 1
    var region = UnsafeMutableRawPointer.allocate(
      byteCount: capacity + guardLength, alignment: 16)
    var length = 0
    while true {
      let step = Glibc.read(descriptor, region + length, capacity - length)
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else {
        region.deallocate()
        return nil
      }
      if step == 0 { break }
      length += step
      if length == capacity {
        let larger = UnsafeMutableRawPointer.allocate(
          byteCount: capacity * 2 + guardLength, alignment: 16)
        larger.copyMemory(from: region, byteCount: length)
        region.deallocate()
        region = larger
        capacity *= 2
      }
    }
    memset(region + length, 0, guardLength)
    return (region, length)
  }

  /// What stands under a name instead of a file; `nil` for a file, or a device that reads like one.
  private static func kindOfOther(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFDIR: "folder"
    case S_IFIFO: "pipe"
    case S_IFSOCK: "socket"
    default: nil
    }
  }

  /// Gives back the memory of a mapped file's pages; they are read again when they are needed.
  func releasePages() {
    if let mappedLength { madvise(region, mappedLength, MADV_DONTNEED) }
  }

  private static func failure(_ path: String, _ what: String, _ code: Int32) -> PersistenceError {
    PersistenceError(.unavailable, detail: "\(path) \(what): \(String(cString: strerror(code)))")
  }
}
