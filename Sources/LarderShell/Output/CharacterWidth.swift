/// How many columns of a terminal text takes, by grapheme.
enum CharacterWidth {
  /// The width of a text in columns.
  static func of(_ text: String) -> Int {
    var text = text
    let plain: Int? = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 && $0 >= 0x20 } ? bytes.count : nil
    }
    return plain ?? text.reduce(0) { $0 + of($1) }
  }

  /// The width of one character: 0, 1 or 2.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x300 {
      return first.value < 0x20 || (0x7F..<0xA0).contains(first.value) ? 0 : 1
    }
    if scalars.dropFirst().contains(where: { $0.value == 0xFE0F || $0.value == 0x200D }) {
      return 2
    }
    if isWide(first) { return 2 }
    return isZeroWidth(first) && scalars.count == 1 ? 0 : 1
  }

  /// The most columns that a terminal may draw a text in.
  ///
  /// Terminals do not agree on sequences such as a family or a base with a skin tone: many draw their parts side
  /// by side.
  static func most(of text: String) -> Int { text.reduce(0) { $0 + most(of: $1) } }

  /// Whether terminals draw all of a text alike.
  static func isCertain(_ text: String) -> Bool {
    text.allSatisfy { $0.unicodeScalars.count == 1 || of($0) == sum(of: $0) }
  }

  private static func most(of character: Character) -> Int {
    max(of(character), sum(of: character))
  }

  /// The width of a character's parts drawn side by side.
  private static func sum(of character: Character) -> Int {
    guard character.unicodeScalars.count > 1 else { return of(character) }
    return character.unicodeScalars.reduce(0) { $0 + of(Character($1)) }
  }

  /// Cuts a text to a width; what is cut is shown by `…`.
  ///
  /// With `isCautious` it fits on every terminal.
  static func truncated(_ text: String, to width: Int, isCautious: Bool = false) -> String {
    let measure = isCautious ? most(of:) : of(_:) as (Character) -> Int
    guard text.reduce(0, { $0 + measure($1) }) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = measure(character)
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmojiPresentation || contains(scalar.value, wideRanges)
  }

  private static func contains(_ value: UInt32, _ ranges: [ClosedRange<UInt32>]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  /// East Asian Wide and Fullwidth, from Unicode's EastAsianWidth, joined over unassigned gaps.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376,
    0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
    0x1F1E6...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251,
    0x1F260...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
    0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC,
    0x1F4FF...0x1F53D, 0x1F54B...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
    0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
    0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
