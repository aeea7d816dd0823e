/// The arguments of a command as words; quotes keep spaces together.
enum CommandWords {
  /// Splits at spaces; quotes and backticks group, a backslash in double quotes keeps the next
  /// character.
  static func split(_ text: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"", let next = rest.popFirst() {
          word?.append(next)
        } else {
          word?.append(character)
        }
      } else if character == "\"" || character == "'" || character == "`" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw UsageError() }
    if let word { words.append(word) }
    return words
  }

  /// Takes the first word off a text, and the spaces behind it; `nil` where there is none.
  static func first(of text: inout Substring) throws -> String? {
    var quote: Character?
    let start = text.drop { $0.isWhitespace }
    var end = start.startIndex
    while end < start.endIndex, quote != nil || !start[end].isWhitespace {
      let character = start[end]
      if let open = quote {
        if character == open { quote = nil }
        if character == "\\", open == "\"" { start.formIndex(after: &end) }
      } else if character == "\"" || character == "'" || character == "`" {
        quote = character
      }
      if end < start.endIndex { start.formIndex(after: &end) }
    }
    text = start[end...].drop { $0.isWhitespace }
    return try split(String(start[..<end])).first
  }

  /// The one word of the arguments.
  static func one(_ text: String) throws -> String {
    let words = try split(text)
    guard words.count == 1, let word = words.first else { throw UsageError() }
    return word
  }

  /// `on` or `off`.
  static func isOn(_ text: String) throws -> Bool {
    switch text.lowercased() {
    case "on": true
    case "off": false
    default: throw UsageError()
    }
  }
}

extension String {
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
