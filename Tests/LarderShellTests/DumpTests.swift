import LarderTestSupport
import Testing

@testable import LarderShell

@Suite struct DumpTests {
  @Test func aDumpIsAScriptThatMakesTheSameStore() throws {
    let shell = try ShellHarness()
    try shell.run(
      """
      let rome = insert Trip(name: "Rome \\"x\\"", days: 3, start: @2024-05-01)
      insert Trip(name: "Oslo")
      insert Stay(place: "Tent", trip: rome)
      save
      """)

    let dump = try shell.run(".dump").output

    expectText(
      String(dump.split(separator: "\n\n", omittingEmptySubsequences: false).last ?? ""),
      """
      let o1 = insert Trip(name: "Rome \\"x\\"", days: 3, start: @2024-05-01T00:00:00Z)
      let o2 = insert Trip(name: "Oslo")
      let o3 = insert Stay(place: "Tent")
      o3.trip = o1
      save

      """)
  }

  @Test func aStoreWithoutHistorySaysSo() throws {
    let result = try ShellHarness().run(".history")
    #expect(result.errors.hasSuffix("`trips` keeps no history; stores made by larder do\n"))
  }
}
