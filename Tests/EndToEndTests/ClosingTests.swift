import LarderTestSupport
import SQLiteDriver
import Testing

/// What the program leaves behind when it ends.
struct ClosingTests {
  @Test(arguments: [
    ("insert city(name: 'Oslo')\nsave", 0 as Int32),
    ("count city", 0),
    ("nonsense of nothing", 1),
  ])
  func aDatabaseInWALModeIsLeftWithoutFilesBesideIt(script: String, status: Int32) throws {
    let program = try Program()
    try Connection(path: program.folder.path(of: "a.db"), mode: .create).execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO city VALUES (1, 'Rome');
      """)

    let run = try program.larder("a.db", "--write", input: script)

    #expect(run.status == status, "\(run.errors)")
    #expect(try program.shell("ls a.db*").output == "a.db\n")
  }
}
