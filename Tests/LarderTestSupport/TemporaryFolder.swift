import FoundationEssentials
import Glibc

/// A folder of a test's own, removed with all it holds when the last reference goes.
public final class TemporaryFolder: Sendable {
  /// Absolute, without a final slash.
  public let path: String

  public init() throws {
    var template = Array("/tmp/larder-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file or folder inside, which need not exist.
  public func path(of name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = path(of: name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  /// Writes a file of UTF-8 text and returns its path.
  @discardableResult
  public func write(text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// The bytes of a file inside.
  public func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(of: name))))
  }

  /// The names of the files and folders inside, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
