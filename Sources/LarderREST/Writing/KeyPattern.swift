/// The keys that a service takes from its clients: `[a-z0-9]{15}`, `[A-Za-z0-9_-]+`.
///
/// One class of characters of ASCII, and how many of them.
struct KeyPattern: Hashable, Sendable {
  /// As a dialect has it.
  let text: String

  /// In order, each once.
  let characters: [Character]

  /// How many of them.
  let lengths: ClosedRange<Int>

  /// `nil` for a text of another form.
  ///
  /// `[a-z]{2,5}` has a least and a greatest number, `[a-z]+` none but those given.
  init?(_ text: String, within bounds: ClosedRange<Int> = 1...Int.max) {
    guard text.first == "[", let end = text.dropFirst().firstIndex(of: "]"),
      let characters = Self.characters(text[text.index(after: text.startIndex)..<end])
    else { return nil }
    self.text = text
    self.characters = characters
    let rest = text[text.index(after: end)...]
    guard let lengths = Self.lengths(rest)?.clamped(to: bounds), bounds.overlaps(lengths) else {
      return nil
    }
    self.lengths = lengths
  }

  private static func lengths(_ text: Substring) -> ClosedRange<Int>? {
    if text == "+" { return 1...Int.max }
    guard text.first == "{", text.last == "}", text.count > 2 else { return nil }
    let numbers = text.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false
    )
    .map { Int($0) }
    guard let low = numbers[0], let high = numbers.count == 2 ? numbers[1] : low,
      numbers.count <= 2, 1 <= low, low <= high, high <= 100
    else { return nil }
    return low...high
  }

  private static func characters(_ text: Substring) -> [Character]? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    var found: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "-") {
        guard bytes[index] <= bytes[index + 2] else { return nil }
        found += Array(bytes[index]...bytes[index + 2])
        index += 3
      } else {
        found.append(bytes[index])
        index += 1
      }
    }
    var seen: Set<UInt8> = []
    return found.filter { seen.insert($0).inserted }.map { Character(UnicodeScalar($0)) }
  }

  func matches(_ key: String) -> Bool {
    lengths.contains(key.count) && key.allSatisfy(characters.contains)
  }

  /// A key that nobody else will make: as long as it may be, up to 26 characters.
  func make(using generator: inout some RandomNumberGenerator) -> String {
    var key = ""
    for _ in 0..<max(lengths.lowerBound, min(lengths.upperBound, 26)) {
      key.append(characters.randomElement(using: &generator) ?? "0")
    }
    return key
  }
}
