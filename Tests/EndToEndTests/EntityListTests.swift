import LarderTestSupport
import SQLiteDriver
import Testing

/// What `.entities` says where not everything can be counted.
struct EntityListTests {
  @Test func anEntityThatCannotBeCountedDoesNotHideTheRest() throws {
    let program = try Program()
    try Connection(path: program.folder.path(of: "a.db"), mode: .create).execute(
      """
      CREATE VIEW bad AS SELECT 1 AS x WHERE abs(-9223372036854775808) > 0;
      CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO city VALUES (1, 'Rome');
      """)

    let run = try program.larder("a.db", input: ".entities")

    #expect(
      run.output == """
        {"store":"a","entity":"bad","count":null}
        {"store":"a","entity":"city","count":1}

        """)
    #expect(run.status == 1)
    #expect(run.errors.contains("integer overflow"))
  }
}
