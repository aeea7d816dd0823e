import JSONTree
import Testing

@Suite struct JSONErrorTests {
  @Test(
    arguments: [
      ("", "the text ends early at byte 0"), ("[1,\n 2,, 3]", "expected JSON at byte 7"),
      ("{\"a\":1} x", "expected JSON at byte 8"), ("<html>", "expected JSON at byte 0"),
      ("{\"a\":tru", "expected JSON at byte 5"),
      (
        String(repeating: "[", count: 201),
        "arrays and objects are nested more than 200 deep at byte 200"
      ),
    ])
  func whatIsNoJSONSaysWhere(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }

    #expect(error?.description == message)
  }

  @Test func thePositionIsThatOfTheByteAtFault() throws {
    let bytes = Array("[1,\n 2,, 3]".utf8)

    let error = try #require(throws: JSONError.self) { try JSONReader.read(bytes) }

    #expect(error.position(in: bytes) == (line: 2, column: 4))
  }

  @Test func namesThatStandTwiceAreTold() throws {
    let read = try JSONReader.read(Array(#"{"a":1,"b":{"c":1,"c":2},"a":3}"#.utf8))

    #expect(read.repeatedNames == ["c", "a"])
  }
}
