import Glibc
import LarderCore

/// Replaces a file's content so that at every moment the old or the new one has the name.
///
/// The new content goes to a file beside the old one, reaches the disk, takes the name, and the
/// folder reaches the disk. The caller holds the file's ``FileLock``: what stands under the name of
/// the new file was left by a save that was killed.
struct AtomicFile {
  /// The file itself, where the name was that of a symbolic link.
  let path: String

  /// - Throws: ``PersistenceError`` with code `store.unavailable` when nothing has the name.
  init(path: String) throws {
    guard let resolved = realpath(path, nil) else {
      throw FileFailure.error(path, "cannot be found", errno)
    }
    self.path = String(cString: resolved)
    free(resolved)
  }

  /// The folder, and the name of the new file in it.
  var folder: String {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return folder.isEmpty ? "/" : String(folder)
  }

  private var temporaryPath: String {
    let name = path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]
    return folder + (folder == "/" ? ".\(name).larder-save" : "/.\(name).larder-save")
  }

  /// Writes the new content and gives it the name.
  ///
  /// Permissions and owner stay, where the system lets them. Other hard links keep the old content.
  ///
  /// `check` is shown the new file, opened for reading too, before it takes the name; what it makes of
  /// it is returned. Throws what `check` throws, or ``PersistenceError`` with code `store.read-only` or
  /// `store.failed`; the old file then stands as it was, and nothing is left beside it.
  func replace<Outcome>(
    with text: SplicedText, check: (_ descriptor: Int32) throws -> Outcome
  ) throws -> Outcome {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileFailure.error(path, "cannot be read", errno) }
    let temporary = temporaryPath
    let descriptor = try create(temporary)
    do {
      defer { close(descriptor) }
      try write(text, to: descriptor)
      try keepOwner(of: status, on: descriptor)
      guard fsync(descriptor) == 0 else { throw failure(errno) }
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(errno) }
      let outcome = try check(descriptor)
      guard rename(temporary, path) == 0 else { throw failure(errno) }
      syncFolder()
      return outcome
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func create(_ temporary: String) throws -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var descriptor = open(temporary, flags, 0o600)
    if descriptor < 0, errno == EEXIST {
      unlink(temporary)
      descriptor = open(temporary, flags, 0o600)
    }
    guard descriptor < 0 else { return descriptor }
    throw FileFailure.error(path, "cannot be replaced, its folder takes no new file", errno)
  }

  private func write(_ text: SplicedText, to descriptor: Int32) throws {
    try text.forEachPiece { piece in
      var rest = piece[...]
      while !rest.isEmpty {
        let bytes = UnsafeRawBufferPointer(rebasing: rest)
        let written = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw failure(errno) }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Owner before permissions: a change of owner drops some of them.
  private func keepOwner(of status: stat, on descriptor: Int32) throws {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { throw failure(errno) }
    if own.st_uid != status.st_uid || own.st_gid != status.st_gid,
      fchown(descriptor, status.st_uid, status.st_gid) != 0
    {
      // Not the owner: the group alone may be allowed.
      _ = fchown(descriptor, uid_t.max, status.st_gid)
    }
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw failure(errno) }
  }

  /// A folder that cannot be synchronised is none of the user's troubles: the new content has the
  /// name, and its bytes are on the disk.
  private func syncFolder() {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func failure(_ code: Int32) -> PersistenceError {
    FileFailure.error(path, "cannot be written", code)
  }
}
