import LarderTestSupport
import SQLiteDriver
import Testing

@testable import CoreDataFixtures

/// Stores of apps at the command line.
struct AppStoreTests {
  private func program(_ change: (inout CoreDataFixture) -> Void = { _ in }) throws -> Program {
    let program = try Program()
    var fixture = CoreDataFixture.library
    change(&fixture)
    try fixture.write(to: program.folder.path(of: "app.store"))
    return program
  }

  private func value(_ sql: String, in file: String, of program: Program) throws -> SQLiteValue? {
    try Connection(path: program.folder.path(of: file), mode: .readOnly).value(sql)
  }

  @Test func aStoreIsReadOnlyUnlessItIsAskedToBeWritten() throws {
    let program = try program()
    let statement = "update Author where name == 'Ann' set name = 'Anna'"

    let refused = try program.larder("app.store", input: statement)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("`--write` opens them for writing"))

    let dry = try program.larder("app.store", "--write", "--dry-run", input: statement + "\nsave")
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(try program.shell("ls app.store*").output == "app.store\n")

    let saved = try program.larder("app.store", "--write", input: statement + "\nsave")
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(
      try value("SELECT ZNAME FROM ZAUTHOR WHERE Z_PK = 1", in: "app.store", of: program)
        == .text("Anna"))
    #expect(try program.shell("ls app.store* | wc -l").output == "2\n")
  }

  @Test func aMirroredStoreIsWrittenOnlyByForce() throws {
    let program = try program { $0.isMirrored = true }
    let statement = "update Author where name == 'Ann' set name = 'Anna'\nsave"

    let refused = try program.larder("app.store", "--write", input: statement)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("it is mirrored to CloudKit"))

    #expect(try program.larder("app.store", "--write", "--force", input: statement).status == 0)
  }

  @Test func whatIsCheckedIsRepairedAndTheRepairUndone() throws {
    func broken() throws -> Program {
      try program {
        $0.statements += [
          "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Tag'",
          "UPDATE ZAUTHOR SET ZPROFILE = 99 WHERE Z_PK = 2",
        ]
      }
    }
    let store = try broken()

    let check = try store.larder("app.store", input: ".check")
    #expect(check.status == 1)
    #expect(check.output.split(separator: "\n").count == 2)
    #expect(check.errors.contains("error[check.violations]"))

    let repair = try store.larder("app.store", "--write", input: ".repair\nsave\n.check")
    #expect(repair.status == 0, "\(repair.errors)")

    // The key that led nowhere is back too.
    let undone = try broken()
    let run = try undone.larder(
      "app.store", "--write", input: ".repair\nsave\nundo\nsave\n.check")
    #expect(run.status == 1)
    #expect(
      try value("SELECT ZPROFILE FROM ZAUTHOR WHERE Z_PK = 2", in: "app.store", of: undone)
        == .integer(99))
  }

  @Test func aCloneIsEmptyAndTakesObjects() throws {
    let program = try program()

    let run = try program.larder(
      "app.store",
      input: """
        .clone-empty new.store
        .open new.store --write
        count Author
        insert Author(name: "Zoë")
        save
        .check
        """)

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("{\"count\":0}"))
    #expect(try value("SELECT ZNAME FROM ZAUTHOR", in: "new.store", of: program) == .text("Zoë"))
    #expect(
      try value("SELECT Z_UUID FROM Z_METADATA", in: "new.store", of: program)
        != value("SELECT Z_UUID FROM Z_METADATA", in: "app.store", of: program))
    let again = try program.larder("app.store", input: ".clone-empty new.store")
    #expect(again.status == 1)
  }
}
