import Glibc

/// A file that takes another's place once it is whole.
///
/// What is no file of its own, such as a pipe or a device, is written directly.
struct FileReplacement {
  let output: Output
  private let draft: String?
  private let target: String

  /// - Throws: ``OutputError`` where the file cannot be made.
  init(path: String) throws(OutputError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      (output, draft, target) = (try Output(path: path), nil, path)
      return
    }
    if exists, access(path, W_OK) != 0 { throw .failed(errno, name: path) }
    target = exists ? Self.resolved(path) : path
    var template = Array((target + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .failed(errno, name: path) }
    fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~Self.mask)
    close(descriptor)
    let draft = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    self.draft = draft
    output = try Output(path: draft, name: path)
  }

  /// Writes the rest and puts the file in its place.
  func commit() throws(OutputError) {
    try output.flush()
    guard let draft else { return }
    guard rename(draft, target) == 0 else { throw .failed(errno, name: output.name) }
  }

  /// Leaves what was there before.
  func discard() {
    if let draft { unlink(draft) }
  }

  /// The permissions that new files do not get.
  private static var mask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  /// The file itself, where the path is a link to it.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
