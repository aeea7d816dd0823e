import Testing

@testable import LineEditor

struct KeyDecoderTests {
  private func keys(_ chunks: [[UInt8]]) -> [KeyDecoder.Key] {
    var decoder = KeyDecoder()
    var keys: [KeyDecoder.Key] = []
    for chunk in chunks {
      decoder.append(chunk)
      keys += drained(&decoder, isFinal: false)
    }
    return keys + drained(&decoder, isFinal: true)
  }

  private func drained(_ decoder: inout KeyDecoder, isFinal: Bool) -> [KeyDecoder.Key] {
    var keys: [KeyDecoder.Key] = []
    while true {
      let key = decoder.next(isFinal: isFinal)
      if key == .needsMore { return keys }
      keys.append(key)
    }
  }

  private func characters(_ text: String) -> [KeyDecoder.Key] {
    text.unicodeScalars.map { .character($0) }
  }

  @Test(arguments: ["abc", "héllo", "日本", "👨‍👩‍👧", "e\u{301}"])
  func everyByteMayComeAlone(text: String) {
    #expect(keys(text.utf8.map { [$0] }) == characters(text))
  }

  @Test(arguments: [
    "plain", "two\nlines\tand a tab", "", "\u{1B}[A inside", "\u{1B}[20 almost", "日本",
  ])
  func aPasteIsOneKey(text: String) {
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8)

    #expect(keys([bytes]) == [.paste(text), .character("x")])
    #expect(keys(bytes.map { [$0] }) == [.paste(text), .character("x")])
  }

  @Test func pastedCarriageReturnsAreNewlines() {
    let bytes = Array("\u{1B}[200~a\rb\r\nc\u{1B}[201~".utf8)

    #expect(keys([bytes]) == [.paste("a\nb\nc")])
  }

  @Test func anEscapeAloneIsAKeyOnceNothingFollows() {
    #expect(keys([[0x1B]]) == [.character("\u{1B}")])
    #expect(keys([Array("\u{1B}[2".utf8)]) == characters("\u{1B}[2"))
  }

  @Test func arrowKeysAreNotTakenForPastes() {
    #expect(keys([Array("\u{1B}[A".utf8)]) == [.named(.up)])
    #expect(keys([Array("\u{1B}[C".utf8)]) == characters("\u{1B}[C"))
  }

  @Test(arguments: [[0xFF], [0xC3], [0xE6, 0x97], [0x80]] as [[UInt8]])
  func bytesThatAreNoTextBecomeReplacements(bytes: [UInt8]) {
    let result = keys([bytes])

    #expect(!result.isEmpty)
    #expect(result.allSatisfy { $0 == .character("\u{FFFD}") })
  }

  @Test func aPasteWithoutItsEndWaits() {
    var decoder = KeyDecoder()
    decoder.append(Array("\u{1B}[200~abc".utf8))

    #expect(decoder.next(isFinal: true) == .needsMore)
  }
}
