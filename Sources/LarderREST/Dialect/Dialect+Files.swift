import Glibc
import LarderCore

extension Dialect {
  /// Larger files are no descriptions.
  private static let mostBytes = 1 << 20

  /// Reads the description in a file.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`, naming the file and the place in it.
  public init(path: String) throws {
    func fault(_ problem: String) -> PersistenceError {
      PersistenceError(.unavailable, detail: "\(path): \(problem)")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault(String(cString: strerror(errno))) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= Self.mostBytes else { throw fault("it is too large for a description") }
    }
    do throws(DialectError) { try self.init(json: bytes) } catch { throw fault("\(error)") }
  }
}
