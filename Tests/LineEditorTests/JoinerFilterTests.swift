import Testing

@testable import LineEditor

struct JoinerFilterTests {
  @Test(arguments: [
    ("plain", "plain"), ("👨\u{200D}👩\u{200D}👧", "👨👩👧"),
    ("❤\u{FE0F} 1\u{FE0F}\u{20E3}", "❤ 1\u{20E3}"),
    ("é日本 →", "é日本 →"), ("\u{200B}\u{FEFF}\u{2019}", "\u{200B}\u{FEFF}\u{2019}"),
  ])
  func joinersAreLeftOut(text: String, expected: String) {
    var filter = JoinerFilter()

    let filtered = filter.take(Array(text.utf8))

    #expect(String(decoding: filtered, as: UTF8.self) == expected)
  }

  @Test func bytesMayComeOneByOne() {
    var filter = JoinerFilter()

    let filtered = Array("a👨\u{200D}👩→\u{FE0F}b".utf8).flatMap { filter.take([$0]) }

    #expect(String(decoding: filtered, as: UTF8.self) == "a👨👩→b")
  }
}
