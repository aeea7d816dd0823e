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

  private static let variable = "LARDER_WRITE_PAST_A_LIMIT"

  @Test(.enabled(if: getenv(variable) != nil, "only run by the test below, under a limit"))
  func writesPastALimit() throws {
    let path = try folder.write(text: "old", to: "a.json")

    let error = saveFailure(at: path, bytes: 3 << 20)

    #expect(error?.code == .failed)
    #expect(error?.detail == "\(path) cannot be written: File too large")
    #expect(try text(of: "a.json") == "old")
    #expect(names() == ["a.json"])
  }

  /// The limit on the size of files stands in for a full disk; it is the whole process's.
  @Test(.enabled(if: getenv(variable) == nil, "this is the process under the limit"))
  func aFailureOfTheWriteLeavesTheOldFileAlone() throws {
    let test = try #require(ChildProcess.command(running: "AtomicFileTests/writesPastALimit"))
    let limited = ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 2048; exec \"$@\"", "sh"] + test

    #expect(ChildProcess.run(limited, [Self.variable: "1"]) == 0)
  }

  @Test func aFolderThatTakesNoFilesMakesTheStoreReadOnly() throws {
    let path = try folder.write(text: "old", to: "a.json")
    chmod(path, 0o666)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }

    let error = try asNobody { saveFailure(at: path, bytes: 3) }

    #expect(error?.code == .readOnly)
    #expect(
      error?.detail
        == "\(path) cannot be replaced, its folder takes no new file: Permission denied")
    #expect(try text(of: "a.json") == "old")
  }
}

/// Runs a step without root's right to write anywhere, which this thread alone gives up.
private func asNobody<Result>(_ body: () -> Result) throws -> Result {
  // Glibc's module leaves setfsuid out.
  let address = try #require(dlsym(nil, "setfsuid"))
  let setUser = unsafeBitCast(address, to: (@convention(c) (uid_t) -> Int32).self)
  let isRoot = geteuid() == 0
  if isRoot { _ = setUser(65534) }
  defer { if isRoot { _ = setUser(0) } }
  return body()
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
