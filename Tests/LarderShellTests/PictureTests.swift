import LarderTestSupport
import Testing

@testable import LarderShell

struct PictureTests {
  @Test func aDiagramShowsEntitiesAndWays() throws {
    let diagram = SchemaDiagram(ShellHarness.schema)

    expectText(
      diagram.text(width: 80),
      """
      ╭──────────────╮
      │ Trip         │
      ├──────────────┤
      │ name: String │
      │ days: Int?   │
      │ start: Date? │
      ╰──────────────╯
        stays ──< Stay (trip)
      ╭───────────────╮
      │ Stay          │
      ├───────────────┤
      │ place: String │
      ╰───────────────╯
        trip ─── Trip (stays)
      """)
  }

  @Test func mermaidAndDotSayTheSame() {
    let diagram = SchemaDiagram(ShellHarness.schema)

    expectText(
      diagram.mermaid,
      """
      erDiagram
        Trip {
          String name
          Int days
          Date start
        }
        Stay {
          String place
        }
        Trip |o--o{ Stay : "stays / trip"

      """)
    #expect(
      diagram.dot.contains(
        "\"Trip\" -> \"Stay\" [label=\"stays / trip\", arrowtail=none, arrowhead=crow];"))
  }

  @Test func anSVGIsWholeAndEscaped() {
    let svg = SchemaDiagram(ShellHarness.schema).svg

    #expect(svg.hasPrefix("<svg xmlns="))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains(">days: Int?</text>"))
    #expect(
      Chart(kind: .bar, points: [.init(label: "<a&b>", x: 0, y: 1)], xName: "x", yName: "y")
        .svg.contains("&lt;a&amp;b&gt;"))
  }

  private func chart(_ kind: Chart.Kind, _ values: [Double]) -> Chart {
    Chart(
      kind: kind,
      points: values.enumerated().map {
        .init(label: "p\($0.offset)", x: Double($0.offset), y: $0.element)
      },
      xName: "x", yName: "y")
  }

  @Test func barsAreInProportion() {
    expectText(
      ChartText(width: 20, height: 5, usesUnicode: true).text(chart(.bar, [4, 2, 1])),
      """
      p0  4 ██████████████
      p1  2 ███████
      p2  1 ███▌
      """)
    expectText(
      ChartText(width: 20, height: 5, usesUnicode: false).text(chart(.bar, [4, 2])),
      """
      p0  4 ##############
      p1  2 #######
      """)
  }

  @Test func aHistogramCountsValuesInRanges() {
    let binned = chart(.histogram, [0, 1, 9, 10, 10]).binned()

    #expect(binned.points.map(\.y) == [1, 1, 0, 0, 0, 0, 0, 0, 0, 3])
    #expect(binned.points[0].label == "0…1")
    #expect(chart(.histogram, [5, 5]).binned().points.map(\.y) == [2])
  }

  @Test func aLineRunsThroughItsPoints() {
    expectText(
      ChartText(width: 14, height: 3, usesUnicode: false).text(chart(.line, [0, 1, 2])),
      """
      2 |       ***
        |   ****
      0 |***
         p0      p2
        y by x
      """)
  }

  @Test func theEndsOfAnAxisAreTheLowestAndTheHighest() {
    let points = [(9.0, 1.0), (1, 5), (5, 10)].map { x, y in
      Chart.Point(label: "at \(Int(x))", x: x, y: y)
    }
    let chart = Chart(kind: .line, points: points, xName: "x", yName: "y")

    #expect(chart.ends.left == "at 1" && chart.ends.right == "at 9")
    #expect(chart.drawn.map(\.x) == [1, 5, 9])
    #expect(Chart(kind: .scatter, points: points, xName: "x", yName: "y").drawn == points)
    let text = ChartText(width: 24, height: 3, usesUnicode: false).text(chart)
    #expect(text.split(separator: "\n").contains { $0.contains("at 1") && $0.hasSuffix("at 9") })
    #expect(chart.svg.contains(">at 1</text>"))
  }

  @Test(arguments: Chart.Kind.allCases)
  func nothingToDrawIsSaid(kind: Chart.Kind) {
    #expect(
      ChartText(width: 20, height: 5, usesUnicode: true).text(chart(kind, [])) == "nothing to draw")
    #expect(chart(kind, []).svg.hasSuffix("</svg>\n"))
  }

  @Test(
    arguments: Chart.Kind.allCases, [[0.0], [-1, 1], [1e300, -1e300], [0, 0, 0], [1e-12, 3]])
  func anyNumbersCanBeDrawn(kind: Chart.Kind, values: [Double]) {
    for width in [1, 5, 40] {
      let text = ChartText(width: width, height: 4, usesUnicode: true).text(chart(kind, values))
      #expect(!text.isEmpty)
    }
    #expect(chart(kind, values).svg.hasSuffix("</svg>\n"))
  }

  @Test(arguments: [
    (".chart Trip select name, days", "Rome  3 "), (".chart histogram Trip", "3  1 "),
    (".chart count Trip", "2 "),
  ])
  func aQueryIsDrawn(command: String, expected: String) throws {
    let shell = try ShellHarness()
    try shell.fill()

    let result = try shell.run(command)
    #expect(result.output.contains(expected), "\(result.output) \(result.errors)")
  }

  @Test func rowsWithoutANumberAreCounted() throws {
    let shell = try ShellHarness()
    try shell.fill()

    #expect(
      try shell.run(".chart Trip select name, days").errors
        == "note: 1 row without a number was left out\n")
    #expect(
      try shell.run(".chart Trip select name").errors.contains(
        "no column of the result has numbers"))
  }

  @Test(arguments: ["svg", "dot", "mmd"])
  func picturesAreWrittenToFiles(end: String) throws {
    let shell = try ShellHarness()
    let path = shell.folder.path(of: "schema.\(end)")

    #expect(try shell.run(".diagram \(path)").status == .success)
    #expect(try shell.folder.bytes(of: "schema.\(end)").count > 50)
    #expect(try shell.run(".diagram \(path)x").errors.contains("diagrams end with"))
  }
}
