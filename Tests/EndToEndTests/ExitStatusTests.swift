import Glibc
import LarderTestSupport
import Testing

struct ExitStatusTests {
  private func program(_ json: String = "[{\"id\":1,\"name\":\"Rome\"}]") throws -> Program {
    let program = try Program()
    try program.folder.write(text: json, to: "Trip.json")
    return program
  }

  @Test func zeroWhenAllIsDone() throws {
    let run = try program().larder("Trip.json", "-c", "Trip")

    #expect(run == .init(status: 0, output: "{\"id\":1,\"name\":\"Rome\"}\n", errors: ""))
  }

  @Test(arguments: ["Trip where (", "Trip where nowhere == 1", ".fail", "Nothing", "undo", "'open"])
  func oneWhenAStatementFails(statement: String) throws {
    let run = try program().larder("Trip.json", "-c", statement)

    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("command:1:"))
    #expect(run.errors.contains(": error["))
  }

  @Test func oneWhenChangesAreLeftUnsaved() throws {
    let program = try program()
    let run = try program.larder("Trip.json", "-c", "update all Trip set name = \"Oslo\"")

    #expect(run.status == 1)
    #expect(
      run.errors == """
        larder: error[script.unsaved-changes]: 1 unsaved change dropped at the end
          = help: end with `save`, or with `rollback` to drop them on purpose

        """)
    #expect(try program.larder("Trip.json", "-c", "Trip").output.contains("Rome"))
  }

  @Test(arguments: [
    ["--nope"], ["--mode", "nope"], ["/nowhere/x.json"], ["--file", "/nowhere/x.larder"],
    ["empty.txt"], ["text.txt"], ["broken.json"], ["."],
  ])
  func twoWhenArgumentsOrStoresAreBad(arguments: [String]) throws {
    let program = try program()
    try program.folder.write(text: "", to: "empty.txt")
    try program.folder.write(text: "just words", to: "text.txt")
    try program.folder.write(text: "[{\"a\":1,}]", to: "broken.json")
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    let run = try program.shell("larder \(quoted) -c '.echo x'")

    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("larder: error["))
  }

  @Test func threeWhenOutputCannotBeWritten() throws {
    let run = try program().shell("larder Trip.json -c Trip > /dev/full")

    #expect(run.status == 3)
    #expect(
      run.errors
        == "larder: error[output.failed]: standard output cannot be written: no space left on device\n"
    )
  }

  @Test func aClosedPipeEndsTheRunQuietlyAndSavesNothing() throws {
    let rows = (1...20_000).map { "{\"id\":\($0),\"name\":\"x\"}" }.joined(separator: ",\n")
    let program = try program("[\(rows)]")
    let run = try program.shell(
      "(larder Trip.json -c Trip -c 'update all Trip set name = \"y\"' -c save; echo $? >&2) | head -1"
    )

    #expect(run.output == "{\"id\":1,\"name\":\"x\"}\n")
    #expect(run.errors == "3\n")
    #expect(
      try program.larder("Trip.json", "-c", "count Trip where name == \"y\"").output
        == "{\"count\":0}\n")
  }

  @Test func standardInputIsTheScript() throws {
    let run = try program().larder("Trip.json", input: "count Trip\n.echo done\n")

    #expect(run == .init(status: 0, output: "{\"count\":1}\ndone\n", errors: ""))
  }

  @Test func aScriptThatEndsInsideAStatementFails() throws {
    let run = try program().larder("Trip.json", input: ".echo before\nTrip where name == ")

    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("standard input:2:"))
  }

  @Test func interruptedIs130() throws {
    let program = try program()
    mkfifo(program.folder.path(of: "script"), 0o600)
    let run = try program.shell(
      "larder Trip.json -f script & pid=$!; exec 3>script; kill -INT $pid; wait $pid; exit $?")

    #expect(run.status == 130)
  }
}
