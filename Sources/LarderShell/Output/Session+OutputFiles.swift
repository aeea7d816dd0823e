import Glibc

extension Session {
  /// A file for results.
  ///
  /// - Throws: `shell.wrong-usage` for the file of an open store; ``OutputError``.
  func makeOutput(_ path: String) throws -> Output {
    try checkOutput(path)
    return try Output(path: path)
  }

  /// Refuses a file in which an open store is kept, by whatever name: results would take its place.
  func checkOutput(_ path: String) throws {
    guard let wanted = FileIdentity(path) else { return }
    for store in stores where store.isLocal {
      let files = ["", "-wal", "-shm", "-journal"].map { store.location.address + $0 }
      guard !files.contains(where: { FileIdentity($0) == wanted }) else {
        throw ShellError(
          .wrongUsage, "`\(path)` is a file of the open store `\(store.name)`",
          help: "name another file for results")
      }
    }
  }
}

/// Which regular file a path leads to.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t

  /// `nil` where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, node) = (status.st_dev, status.st_ino)
  }
}
