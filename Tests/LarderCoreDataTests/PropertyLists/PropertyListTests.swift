import LarderTestSupport
import Testing

@testable import LarderCoreData

@Suite struct PropertyListTests {
  private static let everyKind: [PropertyList] = [
    .null, .boolean(true), .boolean(false), .integer(0), .integer(255), .integer(256),
    .integer(65536), .integer(1 << 32), .integer(.max), .integer(.min), .integer(-1),
    .largeInteger(high: 0, low: .max), .largeInteger(high: .min, low: 5), .real(0.1),
    .real(-0.0), .real(.infinity), .date(-63_114_076_800), .data([]), .data([1, 2, 3]),
    .data([UInt8](repeating: 7, count: 300)), .string(""), .string("plain"), .string("é🌊"),
    .string(String(repeating: "x", count: 70_000)), .uid(0), .uid(70_000), .array([]),
    .set([.integer(1)]), .dictionary([:]), .dictionary(["a": .array([.null]), "b": .uid(1)]),
  ]

  @Test(arguments: everyKind)
  func aValueIsReadAsItWasWritten(_ value: PropertyList) throws {
    #expect(try PropertyList(bytes: BinaryPropertyListWriter.bytes(of: value)) == value)
  }

  @Test func allKindsStandInOneList() throws {
    let list = PropertyList.array(Self.everyKind + Self.everyKind)

    let bytes = BinaryPropertyListWriter.bytes(of: list)

    #expect(try PropertyList(bytes: bytes) == list)
  }

  @Test func equalTextsOfDifferentBytesKeepTheirBytes() throws {
    let list = PropertyList.array([.string("e\u{301}"), .string("\u{E9}"), .string("e\u{301}")])

    let read = try PropertyList(bytes: BinaryPropertyListWriter.bytes(of: list))

    #expect(read.array?.compactMap { $0.string?.utf8.count } == [3, 2, 3])
  }

  /// A list of one byte a reference, from its objects and the number of its top one.
  static func list(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    let zeros = [UInt8](repeating: 0, count: 7)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), top, table] { bytes += zeros + [number] }
    return bytes
  }

  @Test(arguments: [
    ([0x10, 0xFF], PropertyList.integer(255)), ([0x11, 0xFF, 0xFF], .integer(65535)),
    ([0x13] + [UInt8](repeating: 0xFF, count: 8), .integer(-1)),
    ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
    ([0x14] + [UInt8](repeating: 0, count: 15) + [9], .integer(9)),
    ([0x22, 0x3F, 0, 0, 0], .real(0.5)), ([0x33, 0xBF, 0xF0, 0, 0, 0, 0, 0, 0], .date(-1)),
    ([0x5F, 0x10, 0x02, 0x61, 0x62], .string("ab")), ([0x72, 0xC3, 0xA9], .string("é")),
    ([0x61, 0xD8, 0x00], .string("\u{FFFD}")), ([0x81, 0x01, 0x00], .uid(256)), ([0xB0], .set([])),
    ([0xC0], .set([])),
  ])
  func bytesOfTheFormatAreUnderstood(_ object: [UInt8], _ value: PropertyList) throws {
    #expect(try PropertyList(bytes: Self.list([object])) == value)
  }

  @Test(arguments: [
    ([], "neither a binary nor an XML property list"),
    (Array("bplist00".utf8), "the property list ends too early"),
    (list([]), "the property list refers to a value that it does not have at byte 24"),
    (list([[0xA1, 0x05]]), "the property list refers to a value that it does not have at byte 9"),
    (list([[0xA1, 0x00]]), "a value of the property list contains itself at byte 9"),
    (
      list([[0xD1, 0x01, 0x00], [0x10, 0x01]]), "a key of the property list is no text at byte 9"
    ),
    (list([[0xAF]]), "the property list ends too early at byte 9"),
    (list([[0x5F, 0x33]]), "a number of the property list is damaged at byte 9"),
    (
      list([[0x4F, 0x13] + [UInt8](repeating: 0x7F, count: 8)]),
      "the property list ends too early at byte 18"
    ),
    (
      list([[0xAF, 0x13] + [UInt8](repeating: 0x7F, count: 8)]),
      "the property list ends too early at byte 18"
    ), (list([[0x53, 0x61]]), "the property list ends too early at byte 9"),
    (list([[0x51, 0xFF]]), "a text of the property list is damaged at byte 8"),
    (list([[0x0A]]), "the property list has a value of unknown kind 10 at byte 8"),
    (list([[0x15]]), "the property list has a value of unknown kind 21 at byte 8"),
    (
      list([[0x87] + [UInt8](repeating: 0xFF, count: 8)]),
      "a number of the property list is damaged at byte 8"
    ),
  ])
  func aBadListSaysWhatIsWrong(_ bytes: [UInt8], _ message: String) {
    let error = #expect(throws: PropertyListError.self) { try PropertyList(bytes: bytes) }
    #expect(error?.description == message)
  }

  @Test func nestingIsBounded() throws {
    func nested(_ depth: Int) -> PropertyList {
      (0..<depth).reduce(.null) { inner, _ in .array([inner]) }
    }

    _ = try PropertyList(bytes: BinaryPropertyListWriter.bytes(of: nested(200)))
    let error = #expect(throws: PropertyListError.self) {
      try PropertyList(bytes: BinaryPropertyListWriter.bytes(of: nested(201)))
    }

    #expect(error?.problem == .tooDeep)
  }

  @Test func aSmallListDoesNotStandForAnEndlessOne() {
    // Each array holds the next one fifteen times.
    let levels: [[UInt8]] = (1...12).map { level in
      [0xAE] + [UInt8](repeating: UInt8(level), count: 14)
    }

    let error = #expect(throws: PropertyListError.self) {
      try PropertyList(bytes: Self.list(levels + [[0x00]]))
    }

    #expect(error?.problem == .tooLarge)
  }

  @Test func manyValuesDoNotStandInTheSameBytes() {
    // Every object is the same long text.
    let count = 4000
    let text = [0x5F, 0x11, 0x0F, 0xA0] + [UInt8](repeating: 0x61, count: count)
    let references = (0..<count).flatMap {
      [UInt8(($0 + 1) >> 8), UInt8(truncatingIfNeeded: $0 + 1)]
    }
    var bytes = Array("bplist00".utf8) + [0xAF, 0x11, 0x0F, 0xA0] + references
    let place = bytes.count
    bytes += text
    let table = bytes.count
    func wide(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    bytes += wide(8, 2) + (0..<count).flatMap { _ in wide(place, 2) }
    bytes += [0, 0, 0, 0, 0, 0, 2, 2] + wide(count + 1, 8) + wide(0, 8) + wide(table, 8)

    let error = #expect(throws: PropertyListError.self) { try PropertyList(bytes: bytes) }

    #expect(error?.problem == .tooLarge)
  }

  @Test func damagedListsAreReadOrRefused() {
    let whole = BinaryPropertyListWriter.bytes(
      of: .array(Self.everyKind.filter { ($0.string?.utf8.count ?? 0) < 100 }))
    SeededGenerator.forEachRound(3000) { _, generator in
      var bytes = whole
      for _ in 0...generator.integer(in: 0...3) {
        bytes[generator.integer(in: 0...(bytes.count - 1))] = UInt8(generator.integer(in: 0...255))
      }
      if generator.chance(percent: 20) { bytes.removeLast(generator.integer(in: 1...bytes.count)) }
      do { _ = try PropertyList(bytes: bytes) } catch is PropertyListError {}
    }
  }
}

@Suite struct XMLPropertyListTests {
  private func list(_ value: String) throws -> PropertyList {
    try PropertyList(bytes: Array("<plist version=\"1.0\">\(value)</plist>".utf8))
  }

  @Test(arguments: [
    ("<true/>", PropertyList.boolean(true)), ("<false></false>", .boolean(false)),
    ("<integer> -12</integer>", .integer(-12)), ("<real>1.5</real>", .real(1.5)),
    ("<string>a &lt;b&gt; &#233;<![CDATA[<c>]]></string>", .string("a <b> é<c>")),
    ("<data>\n AQ ID\n</data>", .data([1, 2, 3])), ("<date>2001-01-01T00:00:10Z</date>", .date(10)),
    ("<array><true/><string/></array>", .array([.boolean(true), .string("")])),
    (
      "<dict><key>a</key><integer>1</integer><key>b</key><dict/></dict>",
      .dictionary(["a": .integer(1), "b": .dictionary([:])])
    ),
  ])
  func aValueIsRead(_ value: String, _ expected: PropertyList) throws {
    #expect(try list(value) == expected)
  }

  @Test(arguments: [
    ("", "expected one value inside `plist`"),
    ("<true/><true/>", "expected one value inside `plist`"),
    ("<colour/>", "a value of unknown kind `colour`"),
    ("<integer>x</integer>", "`x` cannot be read"), ("<data>*</data>", "`*` cannot be read"),
    ("<dict><key>a</key></dict>", "a key without a value"),
    ("<dict><true/><true/></dict>", "a key without a value"),
    ("<array>", "expected `</array>` at byte 35"),
  ])
  func aBadListSaysWhatIsWrong(_ value: String, _ message: String) {
    let error = #expect(throws: PropertyListError.self) { try list(value) }
    #expect(error?.description == message)
  }
}
