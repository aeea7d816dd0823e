import Glibc

/// A file without a name, which other programs read as their input and which goes when nobody has it open.
final class MemoryFile {
  let descriptor: Int32

  /// - Throws: ``OutputError`` where no file can be made.
  init(_ bytes: [UInt8] = []) throws(OutputError) {
    var template = Array("/tmp/larder-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .failed(errno, name: "/tmp") }
    unlink(template)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw .failed(errno, name: "/tmp") }
      rest = rest.dropFirst(max(0, count))
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// All of it; leaves the file to be read from its start.
  var contents: [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    defer { lseek(descriptor, 0, SEEK_SET) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
