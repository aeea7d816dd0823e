import Glibc
import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

/// A save is killed before each of its system calls on the file: the old text or the new one stands.
///
/// The save runs in a process of its own, this test program again, under strace, which kills it.
@Suite(.serialized) struct KilledSaveTests {
  private static let variable = "LARDER_SAVE_AND_BE_KILLED"
  private static let old = #"[{"id":1,"n":1.10},{"id":2,"n":2}]"#
  private static let new = #"[{"id":1,"n":7},{"id":2,"n":2}]"#

  @Test(.enabled(if: getenv(variable) != nil, "only run by the test beside it, to be killed"))
  func saves() throws {
    let path = try #require(getenv(Self.variable).map { String(cString: $0) })
    try Self.save(path)
  }

  @Test(
    .enabled(
      if: ChildProcess.canTrace, "SKIPPED: strace is missing or may not trace: apt install strace"),
    .enabled(if: getenv(variable) == nil, "this is the process to be killed"))
  func aKilledSaveLeavesTheOldFileOrTheNewOne() throws {
    let folder = try TemporaryFolder()
    var seen: [String] = []
    for call in Self.calls {
      for number in 1...50 {
        let path = try folder.write(text: Self.old, to: "trip.json")

        let isKilled = Self.saveTraced(path, folder.path, killedAt: call, number) != 0
        let text = String(decoding: try folder.bytes(of: "trip.json"), as: UTF8.self)
        guard isKilled else {
          #expect(text == Self.new)
          break
        }
        #expect(text == Self.old || text == Self.new, "killed at \(call) number \(number)")
        seen.append(text)

        // What a killed save leaves behind is in nobody's way.
        if text == Self.old { try Self.save(path) }
        #expect(try folder.bytes(of: "trip.json") == Array(Self.new.utf8))
        #expect(access(folder.path(of: ".trip.json.larder-save"), F_OK) != 0)
      }
    }
    #expect(seen.contains(Self.old) && seen.contains(Self.new))
    #expect(seen.count > 30)
  }

  /// All that a save does to the file, to the new file beside it, and to the folder.
  private static let calls = [
    "openat", "newfstatat", "fstat", "read", "readlink", "flock", "write", "fchmod", "fchown",
    "fsync",
    "lseek", "rename", "unlink", "close",
  ]

  private static func save(_ path: String) throws {
    let store = try JSONStore.open(path: path)
    let entity = try #require(store.schema.entities.first?.name)
    var first: EntitySnapshot?
    try store.enumerate(EntityFetchDescriptor(entity: entity)) {
      first = $0
      return false
    }
    let before = try #require(first)
    var after = before
    after["n"] = .integer(7)
    _ = try store.apply(ChangeSet([.update(before: before, after: after)]))
  }

  /// The status of a save that is killed when it makes a system call for the so-manieth time on the
  /// file, the new file beside it, or the folder.
  private static func saveTraced(
    _ path: String, _ folder: String, killedAt call: String, _ number: Int
  ) -> Int32 {
    guard let save = ChildProcess.command(running: "KilledSaveTests/saves") else { return -1 }
    let paths = [path, folder + "/.trip.json.larder-save", folder]
    return ChildProcess.run(
      ChildProcess.killing(at: call, number, on: paths) + save, [variable: path])
  }
}
