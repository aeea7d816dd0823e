import Testing

@testable import LarderJSON

@Suite struct ItemSplicesTests {
  @Test(arguments: [
    ("[1,2,3]", [0], "[2,3]"), ("[1,2,3]", [1], "[1,3]"), ("[1,2,3]", [2], "[1,2]"),
    ("[1,2,3]", [0, 1], "[3]"), ("[1,2,3]", [1, 2], "[1]"), ("[1,2,3]", [0, 2], "[2]"),
    ("[1,2,3]", [0, 1, 2], "[]"), ("[\n  1,\n  2,\n  3\n]\n", [1], "[\n  1,\n  3\n]\n"),
    ("[\n  1,\n  2\n]", [0], "[\n  2\n]"), ("[\n  1,\n  2\n]", [1], "[\n  1\n]"),
    ("[\n  1\n  , 2\n  , 3 ]", [1], "[\n  1\n  , 3 ]"), ("[\n 1\n]", [0], "[]"),
    (#"["a,b" , "]" ,{}]"#, [1], #"["a,b" ,{}]"#),
  ])
  func aRemovalTakesExactlyOneCommaWithEachItem(
    text: String, removed: [Int], expected: String
  ) throws {
    let result = try spliced(text) { bytes, container in
      let spans = JSONStructure.elements(of: container, in: bytes)
      return ItemSplices(bytes, container: container).removal(of: removed.map { spans[$0] })
    }

    #expect(result == expected)
  }

  @Test(arguments: [
    ("[1,2]", "[1,2,8,9]"), ("[1, 2]", "[1, 2, 8, 9]"), ("[\n  1\n]\n", "[\n  1,\n  8,\n  9\n]\n"),
    ("[\n  1,\r\n  2\n]", "[\n  1,\r\n  2,\r\n  8,\r\n  9\n]"), ("[1]", "[1, 8, 9]"),
    ("[]", "[<8,9>]"), ("[ \n ]", "[<8,9>]"), ("[1 , 2 ]", "[1 , 2 , 8 , 9 ]"),
    (#"{"a": 1}"#, #"{"a": 1, 8, 9}"#), (#"{"a": {}, "b": 2}"#, #"{"a": {}, "b": 2, 8, 9}"#),
  ])
  func newItemsStandBehindTheOthers(text: String, expected: String) throws {
    let result = try spliced(text) { bytes, container in
      ItemSplices(bytes, container: container).append(
        [Array("8".utf8), Array("9".utf8)],
        emptySpacing: Spacing(opening: Array("<".utf8), closing: Array(">".utf8)),
        inlineComma: [0x20])
    }

    #expect(result == expected)
  }

  @Test(arguments: [
    ("[\n  1,\n  2\n]", "[\n  8,\n  9\n]"), ("[1]", "[8, 9]"), ("[ 1 , 2 ]", "[ 8 , 9 ]"),
  ])
  func newItemsTakeThePlaceOfAllOthers(text: String, expected: String) throws {
    let result = try spliced(text) { bytes, container in
      ItemSplices(bytes, container: container).replaceAll(
        with: [Array("8".utf8), Array("9".utf8)], inlineComma: [0x20])
    }

    #expect(result == expected)
  }

  @Test(arguments: [
    ("1\n2\n3\n", [1], "1\n3\n"), ("1\n2\n3", [2], "1\n2"), ("1\n2\n3", [1, 2], "1"),
    ("1\n2\n3", [0], "2\n3"), ("1\n2\n3", [0, 1, 2], ""), ("1\r\n2\r\n3\r\n", [2], "1\r\n2\r\n"),
    ("1\r\n2\r\n3", [2], "1\r\n2"), ("1\n\n2\n", [0], "\n2\n"), ("1\n  2  \n3\n", [1], "1\n3\n"),
    ("1 2\n3\n", [0], "2\n3\n"),
  ])
  func aRemovedRecordTakesItsLineWithIt(text: String, removed: [Int], expected: String) throws {
    let result = try spliced(text) { bytes, content in
      let lines = LineSplices(bytes: bytes, content: content, newline: [0x0A])
      return lines.removal(of: removed.map { digits(bytes)[$0] })
    }

    #expect(result == expected)
  }

  @Test(arguments: [
    ("1\n", [Int](), "1\n8\n9\n"), ("1", [], "1\n8\n9"), ("", [], "8\n9\n"),
    ("1\n2\n", [0, 1], "8\n9\n"), ("1\n2", [1], "1\n8\n9"), ("1", [0], "8\n9"),
  ])
  func newLinesFollowTheLastOne(text: String, removed: [Int], expected: String) throws {
    let result = try spliced(text) { bytes, content in
      let lines = LineSplices(bytes: bytes, content: content, newline: [0x0A])
      let removals = lines.removal(of: removed.map { digits(bytes)[$0] })
      return removals + lines.append([Array("8".utf8), Array("9".utf8)], removals: removals)
    }

    #expect(result == expected)
  }

  @Test func manySplicesMakeTheWholeTextInOrder() throws {
    let text = String(repeating: "abcdefgh", count: 400_000)

    let result = try spliced(text) { _, _ in
      [Splice(3_000_000..<3_000_001, [0x58]), Splice(0..<0, [0x31]), Splice(0..<0, [0x32])]
    }

    #expect(result.utf8.count == text.utf8.count + 2)
    #expect(result.hasPrefix("12abcdefgh"))
    #expect(result.utf8.dropFirst(3_000_002).starts(with: "Xbcd".utf8))
  }
}

private func digits(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
  bytes.indices.filter { bytes[$0] > 0x20 }.map { $0..<$0 + 1 }
}

/// The text after splices that are made for its first container, or for all of it.
private func spliced(
  _ text: String, _ makeSplices: (UnsafeRawBufferPointer, Range<Int>) throws -> [Splice]
) throws -> String {
  var text = text
  return try text.withUTF8 { utf8 in
    let bytes = UnsafeRawBufferPointer(utf8)
    var cursor = JSONCursor(bytes)
    let isContainer = cursor.byte == UInt8(ascii: "[") || cursor.byte == UInt8(ascii: "{")
    let container = isContainer ? cursor.takeValue() : 0..<bytes.count
    let splices = try makeSplices(bytes, container)
    return String(decoding: try SplicedText(bytes, splices).joined(), as: UTF8.self)
  }
}
