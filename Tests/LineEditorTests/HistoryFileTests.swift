import Glibc
import LarderTestSupport
import Testing

@testable import LineEditor

struct HistoryFileTests {
  @Test(arguments: [
    "save", "Person where name == \"Ada\"", "two\nlines", "tab\there", "back\\slash", "日本 é",
    "\u{1B}[31m", "",
  ])
  func anEntryReadsBack(text: String) {
    let entry = HistoryEntry(text: text, time: 1_735_689_600)

    #expect(HistoryEntry(line: entry.line.dropLast()) == entry)
    #expect(entry.line.filter { $0 == 0x0A }.count == 1)
  }

  @Test(arguments: ["", "{", "{\"text\":\"a", "{\"text\":\"\\u00", "[1]", "{\"text\":\"a\\"])
  func aBrokenLineIsPassedOver(line: String) {
    #expect(HistoryEntry(line: Array(line.utf8)) == nil)
  }

  @Test func statementsComeBackInOrder() throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: folder.path(of: "state/larder/history.jsonl"))

    file.append("first")
    HistoryFile(path: file.path).append("second\nline")

    #expect(file.statements() == ["first", "second\nline"])
  }

  @Test func aBrokenLineHarmsNoOther() throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: folder.path(of: "history.jsonl"))
    file.append("first")
    let whole = try folder.bytes(of: "history.jsonl")
    try folder.write([0xFF, 0x0A] + whole + whole.dropLast(20), to: "history.jsonl")

    file.append("second")

    #expect(file.statements() == ["first", "second"])
  }

  @Test func aPipeInItsPlaceIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: folder.path(of: "history.jsonl"))
    #expect(mkfifo(file.path, 0o600) == 0)

    file.append("save")

    #expect(file.statements().isEmpty)
  }

  @Test func onlyTheOwnerMayReadIt() throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: folder.path(of: "history.jsonl"))

    file.append("save")

    var status = stat()
    #expect(stat(file.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aFolderThatCannotBeMadeIsNoError() {
    let file = HistoryFile(path: "/proc/nowhere/history.jsonl")

    file.append("save")

    #expect(file.statements().isEmpty)
  }

  @Test func theStateFolderComesBeforeTheHome() {
    let both = ["XDG_STATE_HOME": "/state", "HOME": "/home/ada"]

    #expect(HistoryFile.standard { both[$0] }?.path == "/state/larder/history.jsonl")
    #expect(
      HistoryFile.standard { ["HOME": "/home/ada"][$0] }?.path
        == "/home/ada/.local/state/larder/history.jsonl")
    #expect(HistoryFile.standard { _ in nil } == nil)
  }
}
