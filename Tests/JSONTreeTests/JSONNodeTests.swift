import JSONTree
import Testing

@Suite struct JSONNodeTests {
  @Test(
    arguments: [
      ("null", "null"), (" [ 1 , -0.5e+3 ] ", "[1,-0.5e+3]"), ("{}", "{}"), ("[]", "[]"),
      (#"{"a":{"b":[true,false]}}"#, #"{"a":{"b":[true,false]}}"#),
      (#""\u00e9\/\b\f\n\r\t\"\\""#, "\"é/\\u0008\\u000c\\n\\r\\t\\\"\\\\\""),
      (#""\ud83d\ude00""#, "\"😀\""), (#""\ud83d""#, "\"\u{FFFD}\""),
      (#""\ud83dx""#, "\"\u{FFFD}x\""), (#""\ud83d\u0041""#, "\"\u{FFFD}A\""),
      (#""\ude00""#, "\"\u{FFFD}\""), ("123456789012345678901234567890", nil),
      (#""\u0000""#, #""\u0000""#),
    ] as [(String, String?)])
  func whatIsReadIsWrittenAlike(_ text: String, _ expected: String?) {
    #expect(JSONReader.node(text)?.text == expected ?? text)
  }

  @Test(
    arguments: [
      "", " ", "nul", "tru", "+1", "01", "1.", ".5", "1e", "-", "[1", "[1,]", "[,]", "{\"a\"}",
      "{\"a\":}", "{\"a\":1,}", "{a:1}", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\",
      "\"\n\"", "1 2", "[1]]", "NaN", "Infinity", "'a'", "\"\\ud83d\\u\"",
    ])
  func whatIsNoJSONIsNothing(_ text: String) {
    #expect(JSONReader.node(text) == nil)
  }

  @Test func nestingEndsAtTwoHundred() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    #expect(JSONReader.node(nested(200)) != nil)
    #expect(JSONReader.node(nested(201)) == nil)
    #expect(JSONReader.node(String(repeating: "{\"a\":", count: 100_000)) == nil)
  }

  @Test func theLastMemberWithANameIsMeant() {
    #expect(JSONReader.node(#"{"a":1,"a":2}"#)?.member("a") == .number("2"))
  }

  @Test func inASCIIEveryOtherCharacterIsEscaped() throws {
    let node = JSONNode.array([.text("é\u{2028}\"👍"), .text("plain")])

    #expect(node.asciiText == #"["\u00e9\u2028\"\ud83d\udc4d","plain"]"#)
    #expect(try JSONReader.read(Array(node.asciiText.utf8)).node == node)
  }
}
