import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

@Suite struct MalformedTextTests {
  @Test(arguments: [
    ("[", "1:2: expected a value or `]`, found the end of the file"),
    ("[{]", "1:3: expected a key in double quotes or `}`, found `]`"),
    ("[{\"a\"}]", "1:6: expected `:`, found `}`"),
    ("[{\"a\":}]", "1:7: expected a value, found `}`"),
    ("[{\"a\":1,}]", "1:9: expected a key in double quotes, found `}`"),
    ("[{\"a\":1} {\"a\":2}]", "1:10: expected `,` or `]`, found `{`"),
    ("[{\"a\":1},]", "1:10: expected a value, found `]`"),
    ("[{\"a\":1 \"b\":2}]", "1:9: expected `,` or `}`, found `\"`"),
    ("[{\"a\":01}]", "1:8: expected no digit after a leading zero, found `1`"),
    ("[{\"a\":-}]", "1:8: expected a digit, found `}`"),
    ("[{\"a\":1.}]", "1:9: expected a digit, found `}`"),
    ("[{\"a\":1e+}]", "1:10: expected a digit, found `}`"),
    ("[{\"a\":+1}]", "1:7: expected a value, found `+`"),
    ("[{\"a\":nul}]", "1:7: expected `true`, `false` or `null`, found `n`"),
    ("[{\"a\":NaN}]", "1:7: expected a value, found `N`"),
    ("[{a:1}]", "1:3: expected a key in double quotes or `}`, found `a`"),
    ("[{\"a\":'x'}]", "1:7: expected a value, found `'`"),
    ("[{\"a\":\"x\n\"}]", "1:9: expected a closing quote, found the end of the line"),
    ("[{\"a\":\"x", "1:9: expected a closing quote, found the end of the file"),
    (
      "[{\"a\":\"x\ty\"}]",
      "1:9: expected an escape such as `\\n` instead of a control character, found the byte 0x09"
    ),
    (
      "[{\"a\":\"\\x\"}]",
      "1:9: expected one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u` after a backslash, "
        + "found `x`"
    ),
    ("[{\"a\":\"\\u12G4\"}]", "1:12: expected four hexadecimal digits after `\\u`, found `G`"),
    ("[{\"a\":1}] x", "1:11: expected the end of the file, found `x`"),
    ("{\"a\":{\"b\":1}} ]", "1:15: expected the end of the file, found `]`"),
    ("[\n  {\"a\": 1},\n  {\"é\": tru}\n]", "3:9: expected `true`, `false` or `null`, found `t`"),
    ("[// comment\n{}]", "1:2: expected a value or `]`, found `/`"),
  ])
  func malformedTextIsRefusedWithItsPlace(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text: text, to: "trips.json")

    let error = #expect(throws: PersistenceError.self) { try JSONStore.open(path: path) }

    #expect(error?.code == .corrupt)
    #expect(error?.detail == "\(path):\(message)")
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":}\n", "2:6: expected a value, found `}`"),
    ("{\"a\":1}\n\n[1]\n", "3:1: expected a record in braces, found `[`"),
    ("{\"a\":1}\n{\"a\":2", "2:7: expected `,` or `}`, found the end of the file"),
  ])
  func malformedLinesAreRefusedWithTheirPlace(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text: text, to: "trips.jsonl")

    let error = #expect(throws: PersistenceError.self) { try JSONStore.open(path: path) }

    #expect(error?.detail == "\(path):\(message)")
  }

  @Test(arguments: [
    [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80], [0xFF],
  ])
  func textThatIsNotUTF8IsRefused(_ bytes: [UInt8]) {
    let text = Array("[{\"a\":\"x".utf8) + bytes + Array("\"}]".utf8)

    let error = #expect(throws: PersistenceError.self) { try OpenedText(bytes: text) }

    let byte = String(bytes[0], radix: 16, uppercase: true)
    #expect(error?.code == .corrupt)
    #expect(
      error?.detail?.hasSuffix(":1:9: expected text in UTF-8, found the byte 0x\(byte)") == true)
  }

  @Test func nestingStopsAtTwoHundredLevels() throws {
    func nested(_ depth: Int) -> String {
      "[{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        + "}]"
    }

    #expect(try OpenedText(nested(190)).snapshots().count == 1)
    let error = #expect(throws: PersistenceError.self) { try OpenedText(nested(100_000)) }
    #expect(
      error?.detail?.hasSuffix("expected at most 200 levels of nesting, found `[`") == true)
  }

  /// Bytes changed, cut, doubled and moved never trap: a text opens, or is refused as corrupt.
  @Test func mutatedTextNeverTraps() throws {
    let texts = [
      #"[{"id":1,"a":"x\u00e9é","d":"2024-01-01","n":[1,2.5e3,{"k":null}]},{"id":2,"a":"y"}]"#,
      #"{"trips":[{"id":"a","at":{"$date":1}}],"k":{"a":{"b":1}},"z":"q"}"#,
      "{\"_id\":{\"$oid\":\"5f\"},\"x\":1e400}\n{\"_id\":3}\n",
      #"[{"persistentIdentifier":{"implementation":{"entityName":"A","primaryKey":"p1"}}}]"#,
      #"{"A":{"n":1},"B":{"n":"2"},"o":[1]}"#,
    ]
    let folder = try TemporaryFolder()
    SeededGenerator.forEachRound(200) { round, generator in
      var bytes = Array((generator.pick(from: texts) ?? "").utf8)
      for _ in 0..<generator.integer(in: 1...4) { Self.mutate(&bytes, &generator) }
      let path = try folder.write(bytes, to: "mutated.json")
      do {
        let store = try JSONStore.open(path: path)
        for entity in store.schema.entities {
          try store.enumerate(EntityFetchDescriptor(entity: entity.name)) { _ in true }
        }
      } catch let error as PersistenceError {
        #expect([.corrupt, .unsupported].contains(error.code), round.comment)
      }
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = generator.integer(in: 0...bytes.count - 1)
    switch generator.integer(in: 0...3) {
    case 0: bytes[place] = UInt8(generator.integer(in: 0...255))
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + generator.integer(in: 1...5)))
    case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 7)], at: place)
    default: bytes[place] = generator.pick(from: Array(#"{}[]",:\0-e"#.utf8)) ?? 0
    }
  }
}
