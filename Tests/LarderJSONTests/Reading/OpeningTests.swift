import Glibc
import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

@Suite struct OpeningTests {
  @Test func aPipeIsRefusedWithoutWaitingForAWriter() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "pipe.json")
    try #require(mkfifo(path, 0o600) == 0)

    let error = #expect(throws: PersistenceError.self) { try JSONStore.open(path: path) }

    #expect(error?.code == .unavailable)
    #expect(error?.detail == "\(path) is a pipe, not a file")
  }

  @Test func aFolderIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "folder.json")
    try #require(mkdir(path, 0o700) == 0)

    let error = #expect(throws: PersistenceError.self) { try JSONStore.open(path: path) }

    #expect(error?.detail == "\(path) is a folder, not a file")
  }

  @Test func anEmptyFileIsAStoreWithoutObjects() throws {
    let opened = try OpenedText("")

    #expect(try opened.lines() == [])
  }
}
