import Glibc
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderJSON

@Suite struct AtomicFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replace(_ name: String, with text: String) throws -> FileStamp? {
    try text.utf8.withContiguousStorageIfAvailable { utf8 in
      try AtomicFile(path: folder.path(of: name)).replace(
        with: SplicedText(UnsafeRawBufferPointer(utf8), [])
      ) { FileStamp(descriptor: $0) }
    } ?? nil
  }

  private func text(of name: String) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  private func status(of name: String) -> stat {
    var status = stat()
    lstat(folder.path(of: name), &status)
    return status
  }

  private func names() -> [String] {
    guard let stream = opendir(folder.path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  @Test func theNewContentHasTheNameAndNothingIsLeftBeside() throws {
    try folder.write(text: "old", to: "a.json")

    let stamp = try replace("a.json", with: "new")

    #expect(try text(of: "a.json") == "new")
    #expect(stamp == FileStamp(path: folder.path(of: "a.json")))
    #expect(names() == ["a.json"])
  }

  @Test(arguments: [0o600, 0o644, 0o640, 0o755] as [mode_t])
  func permissionsStay(mode: mode_t) throws {
    try folder.write(text: "old", to: "a.json")
    chmod(folder.path(of: "a.json"), mode)

    _ = try replace("a.json", with: "new")

    #expect(status(of: "a.json").st_mode & 0o7777 == mode)
  }

  @Test func theTargetOfASymbolicLinkIsReplacedNotTheLink() throws {
    try folder.write(text: "old", to: "real.json")
    symlink("real.json", folder.path(of: "link.json"))

    _ = try replace("link.json", with: "new")

    #expect(status(of: "link.json").st_mode & S_IFMT == S_IFLNK)
    #expect(try text(of: "real.json") == "new")
  }

  @Test func anotherHardLinkKeepsTheOldContent() throws {
    try folder.write(text: "old", to: "a.json")
    link(folder.path(of: "a.json"), folder.path(of: "b.json"))

    _ = try replace("a.json", with: "new")

    #expect(try text(of: "b.json") == "old")
  }

  @Test func whatAKilledSaveLeftBehindIsReplaced() throws {
    try folder.write(text: "old", to: "a.json")
    try folder.write(text: "half", to: ".a.json.larder-save")

    _ = try replace("a.json", with: "new")

    #expect(names() == ["a.json"])
  }

  @Test func aMissingFileIsSaidSo() throws {
    let path = folder.path(of: "none.json")

    let error = #expect(throws: PersistenceError.self) { try AtomicFile(path: path) }

    #expect(error?.code == .unavailable)
    #expect(error?.detail == "\(path) cannot be found: No such file or directory")
  }

  @Test func aFailureOfTheWriteLeavesTheOldFileAlone() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.write(text: "old", to: "a.json")
      var small = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
      signal(SIGXFSZ, SIG_IGN)
      setrlimit(__rlimit_resource_t(1), &small)

      let error = saveFailure(at: path, bytes: 3 << 20)

      precondition(error?.code == .failed)
      precondition(error?.detail == "\(path) cannot be written: File too large")
      let bytes = try folder.bytes(of: "a.json")
      precondition(bytes == Array("old".utf8))
      precondition(access(folder.path(of: ".a.json.larder-save"), F_OK) != 0)
    }
  }

  @Test func aFolderThatTakesNoFilesMakesTheStoreReadOnly() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.write(text: "old", to: "a.json")
      chmod(path, 0o666)
      chmod(folder.path, 0o555)
      if geteuid() == 0 { seteuid(65534) }

      let error = saveFailure(at: path, bytes: 3)

      precondition(error?.code == .readOnly)
      precondition(
        error?.detail
          == "\(path) cannot be replaced, its folder takes no new file: Permission denied")
      let bytes = try folder.bytes(of: "a.json")
      precondition(bytes == Array("old".utf8))
      seteuid(getuid())
      chmod(folder.path, 0o755)
    }
  }
}

private func saveFailure(at path: String, bytes count: Int) -> PersistenceError? {
  let content = [UInt8](repeating: 0x20, count: count)
  do {
    _ = try content.withUnsafeBytes {
      try AtomicFile(path: path).replace(with: SplicedText($0, [])) { _ in }
    }
    return nil
  } catch {
    return error as? PersistenceError
  }
}

@Suite struct FileLockTests {
  @Test func aLockIsHeldAgainstOthersAndGivenBack() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text: "x", to: "a.json")
    let error = try withExtendedLifetime(FileLock(path: path)) {
      #expect(throws: PersistenceError.self) { try FileLock(path: path, patience: .zero) }
    }

    #expect(error?.code == .busy)
    #expect(error?.detail == "\(path) is being saved by another process")
    _ = try FileLock(path: path, patience: .zero)
  }

  @Test func aLockOnAFileThatWasReplacedProtectsNothing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text: "x", to: "a.json")
    let old = try FileLock(path: path)
    try folder.write(text: "y", to: "b.json")
    rename(folder.path(of: "b.json"), path)

    let new = try FileLock(path: path, patience: .zero)

    withExtendedLifetime((old, new)) {}
  }

  @Test func aMissingFileIsSaidSo() {
    let error = #expect(throws: PersistenceError.self) { try FileLock(path: "/nowhere/a.json") }

    #expect(error?.code == .unavailable)
    #expect(
      error?.detail == "/nowhere/a.json cannot be opened for writing: No such file or directory")
  }
}
