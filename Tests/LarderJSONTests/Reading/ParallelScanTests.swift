import LarderCore
import LarderTestSupport
import Testing

@testable import LarderJSON

/// A run that is scanned in parts gives what a run scanned in one piece gives.
@Suite struct ParallelScanTests {
  @Test(arguments: ["\n", "", "\n  "])
  func partsGiveWhatOnePieceGives(_ separator: String) throws {
    // The third text looks like the seam between two records.
    let values = ["1", "\"x\"", "\"},\\n{\\\"id\\\": \\\"\"", "[{\"id\":1},{\"id\":2}]", "null"]
    let records = (0..<200).map { "{\"id\":\($0),\"v\":\(values[$0 % 5])}" }
    let text = "[" + records.joined(separator: "," + separator) + "]"

    let whole = try run(text, .commas, partSize: .max)
    let parts = try run(text, .commas, partSize: 100)

    #expect(whole.starts.count == 200)
    #expect(parts.starts == whole.starts)
    #expect(parts.fields == whole.fields)
    #expect(parts.values == whole.values)
  }

  @Test func linesAreScannedInParts() throws {
    let text = (0..<100).map { "{\"id\":\($0),\"a\":{\"b\":[\($0)]}}" }.joined(separator: "\n")

    let whole = try run(text, .lines, partSize: .max)
    let parts = try run(text, .lines, partSize: 100)

    #expect(parts.starts == whole.starts)
    #expect(parts.values == whole.values)
  }

  @Test func theFirstErrorInTheFileIsReported() throws {
    let records = (0..<100).map { "{\"id\":\($0)}" }
    var text = "[" + records.joined(separator: ",\n") + "]"
    text = text.replacing("\"id\":90}", with: "\"id\":x}").replacing(
      "\"id\":10}", with: "\"id\":y}")

    let error = #expect(throws: JSONSyntaxError.self) { try run(text, .commas, partSize: 100) }

    #expect(error?.offset == text.utf8.firstIndex(of: UInt8(ascii: "y"))?.utf16Offset(in: text))
  }

  @Test func manyAttributesThatComeLateAreFound() throws {
    let records = (0..<400).map { row in "{\"id\":\(row),\"k\(row % 97)\":\(row),\"é\":\(row)}" }
    let opened = try OpenedText("[" + records.joined(separator: ",") + "]")

    for (row, snapshot) in try opened.snapshots().enumerated() {
      #expect(snapshot[AttributeName("k\(row % 97)")] == .integer(Int64(row)))
      #expect(snapshot["é"] == .integer(Int64(row)))
      #expect(snapshot[AttributeName("k\((row + 1) % 97)")] == nil)
    }
  }

  @Test func recordsLongerThanTwoBytesCanCountAreRead() throws {
    let long = String(repeating: "x", count: 70_000)
    let records = (0..<5).map { "{\"text\":\"\(long)\",\"last\":\($0)}" }
    let opened = try OpenedText("[" + records.joined(separator: ",") + "]")

    #expect(try opened.snapshots().map { $0["last"] } == (0..<5).map { .integer($0) })
    var descriptor = EntityFetchDescriptor(entity: "trips")
    descriptor.predicate = .comparison(
      .greaterThan, .path(AttributePath("last")), .value(.integer(2)))
    #expect(try opened.store.count(descriptor) == 2)
  }

  private struct Result {
    var starts: [Int]
    var fields: [AttributeName]
    var values: [[Int?]]
  }

  private func run(
    _ text: String, _ separation: RecordRun.Separation, partSize: Int
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let bytes = try FileBytes(path: folder.write(text: text, to: "trips.json"))
    let offset = separation == .commas ? 1 : 0
    let run = try RecordRun(bytes, at: offset, separation, partSize: partSize)
    let table = RecordTable(
      entityName: "trips", bytes: bytes, container: 0..<bytes.count, isKeyed: false,
      parts: run.parts)
    return Result(
      starts: (0..<table.count).map { table.recordStart(ofRow: $0) },
      fields: table.fields.map(\.name),
      values: (0..<table.count).map { row in
        table.fields.indices.map { table.valueStart(ofField: $0, row: row) }
      })
  }
}
