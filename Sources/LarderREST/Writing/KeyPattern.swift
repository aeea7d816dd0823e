/// The keys that a service takes from its clients: `[a-z0-9]{15}`, `[A-Za-z0-9_-]+`.
///
/// One class of characters of ASCII, and how many of them.
struct KeyPattern: Hashable, Sendable {
  /// In order, each once.
  let characters: [Character]

  /// `nil` for any number from 1.
  let length: Int?

  /// `nil` for a text of another form.
  init?(_ text: String) {
    guard text.first == "[", let end = text.dropFirst().firstIndex(of: "]"),
      let characters = Self.characters(text[text.index(after: text.startIndex)..<end])
    else { return nil }
    self.characters = characters
    let rest = text[text.index(after: end)...]
    if rest == "+" {
      length = nil
    } else if rest.first == "{", rest.last == "}", let number = Int(rest.dropFirst().dropLast()),
      (1...100).contains(number)
    {
      length = number
    } else {
      return nil
    }
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
    !key.isEmpty && key.allSatisfy(characters.contains) && (length ?? key.count) == key.count
  }

  /// A key that nobody else will make: of the length that is asked for, else 20 characters at least.
  func make(using generator: inout some RandomNumberGenerator) -> String {
    let count = length ?? 26
    var key = ""
    for _ in 0..<count { key.append(characters.randomElement(using: &generator) ?? "0") }
    return key
  }
}
