import LarderTestSupport
import Testing

@testable import LarderShell

/// Who holds which object in which state.
struct StatePictureTests {
  @Test func eachContextAndTheStoreHaveAColumn() throws {
    let shell = try ShellHarness(mode: .csv)
    try shell.fill()
    let result = try shell.run(
      """
      Trip
      insert Trip(name: "Bonn")
      .context new other
      update Trip where name == "Rome" set days = 4
      save
      delete Trip where name == "Oslo"
      .context use main
      .mode csv
      .diagram state
      """)

    #expect(
      result.output.hasSuffix(
        #"""
        object,context main,context other,store trips
        Trip#t3,"inserted: name ""Bonn""",not seen,not there
        Trip#p2,unchanged,deleted,"holds: name ""Oslo"""
        Trip#p1,outdated: days 3 → 4,unchanged,"holds: name ""Rome"", days 4, …"

        """#), "\(result.output)")
  }

  @Test func aSavedObjectShowsBothOfItsNames() throws {
    let shell = try ShellHarness(mode: .csv)
    let result = try shell.run("insert Trip(name: \"Bonn\")\nsave\n.diagram state")

    #expect(result.output.contains("Trip#t1 → Trip#p1,unchanged,"), "\(result.output)")
  }

  @Test func aPictureHasABoxForEachAndAnArrowForWhatWillBeSaved() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let path = shell.folder.path(of: "state.svg")
    let result = try shell.run(
      "update Trip where days == 3 set name = \"<Rome>\"\n.diagram state \(path)")
    let svg = String(decoding: try shell.folder.bytes(of: "state.svg"), as: UTF8.self)

    #expect(result.status == .success, "\(result.errors)")
    #expect(svg.hasPrefix("<svg "))
    #expect(svg.contains("&lt;Rome&gt;"))
    #expect(svg.contains(">context main</text>") && svg.contains(">store trips</text>"))
    #expect(svg.split(separator: "\n").filter { $0.hasPrefix("<path ") }.count == 1)
    #expect(svg.contains(">save</text>"))
  }

  @Test func whatDoesNotFitIsCounted() throws {
    let shell = try ShellHarness()
    let inserts = (0..<StatePicture.rowLimit + 3).map { "insert Trip(name: \"\($0)\")" }
    let result = try shell.run(inserts.joined(separator: "\n") + "\n.diagram state")

    #expect(result.output.split(separator: "\n").count == StatePicture.rowLimit)
    #expect(result.errors.hasSuffix("note: 3 more objects are not shown\n"))
  }

  @Test(arguments: [".diagram state x.png", ".diagram state x.svg y"])
  func anUnknownFormIsRefused(statement: String) throws {
    let result = try ShellHarness().run(statement)

    #expect(result.status == .statementFailed)
    #expect(result.errors.contains("error[shell.wrong-usage]"))
  }

  @Test func registeredObjectsAreListedWithWhatASaveDoes() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run(
      """
      .registered
      Trip
      update Trip where days == 3 set days = 4, name = "Roma"
      delete Trip where name == "Oslo"
      insert Trip(name: "Bonn")
      .registered Trip
      .registered Stay
      """)

    #expect(
      result.output.hasSuffix(
        """
        {"identifier":"Trip#t3","entity":"Trip","state":"inserted","changed":["name","stays"]}
        {"identifier":"Trip#p1","entity":"Trip","state":"updated","changed":["name","days"]}
        {"identifier":"Trip#p2","entity":"Trip","state":"deleted","changed":[]}

        """), "\(result.output)")
  }

  @Test func anUnknownEntityIsNamed() throws {
    let result = try ShellHarness().run(".registered Tirp")

    #expect(result.status == .statementFailed)
    #expect(result.errors.contains("schema.unknown-entity"))
  }
}
