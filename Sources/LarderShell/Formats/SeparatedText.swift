/// Texts as cells of a row with separators between.
struct SeparatedText {
  enum Separator: Hashable { case comma, tab }

  let separator: Separator

  /// What stands for null.
  let null: [UInt8]

  /// Texts that a spreadsheet would take for formulas get an apostrophe.
  let isSafe: Bool

  /// `null` is the text chosen for null, if one is.
  init(separator: Separator, null: String?, isSafe: Bool = false) {
    self.separator = separator
    self.isSafe = isSafe
    self.null = Array((null ?? (separator == .comma ? "" : "\\N")).utf8)
  }

  /// What stands between two cells.
  var mark: UInt8 { separator == .comma ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

  /// Why no reader could tell null from texts; `nil` where all is well.
  var problem: String? {
    func has(_ bytes: String) -> Bool { null.contains { Array(bytes.utf8).contains($0) } }
    switch separator {
    case .comma:
      return has(",\"\n\r")
        ? "what stands for nil holds a comma, a quote or the end of a line" : nil
    case .tab:
      guard null != Array("\\N".utf8), has("\t\n\r\\") else { return nil }
      return "what stands for nil holds a tab, a backslash or the end of a line"
    }
  }

  /// Appends a text, given as UTF-8, so that it is read back as itself.
  func append(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    if isSafe, SpreadsheetFormula.isFormula(source) {
      let defused = [SpreadsheetFormula.apostrophe] + source
      return defused.withUnsafeBufferPointer { appendAsItIs($0, to: &bytes) }
    }
    appendAsItIs(source, to: &bytes)
  }

  private func appendAsItIs(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    switch separator {
    case .comma: appendQuoted(source, to: &bytes)
    case .tab: appendBackslashed(source, to: &bytes)
    }
  }

  /// The text would be read as null.
  private func isNull(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    source.count == null.count && source.elementsEqual(null)
  }

  private func appendQuoted(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let isSpecial = source.containsAny { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    guard
      isSpecial || source.isEmpty || source.first == 0x20 || source.last == 0x20
        || isNull(source)
    else { return bytes.append(contentsOf: source) }
    bytes.append(UInt8(ascii: "\""))
    for byte in source {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func appendBackslashed(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let isSpecial = source.containsAny { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 0x5C }
    guard isSpecial else {
      // An escape that stands for nothing.
      if isNull(source) { bytes.append(contentsOf: "\\&".utf8) }
      return bytes.append(contentsOf: source)
    }
    for byte in source {
      let escaped: UInt8? =
        switch byte {
        case 9: UInt8(ascii: "t")
        case 10: UInt8(ascii: "n")
        case 13: UInt8(ascii: "r")
        case 0x5C: byte
        default: nil
        }
      if escaped != nil { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(escaped ?? byte)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether some byte is one of those wanted; all are looked at, many at a time.
  @inline(__always)
  func containsAny(_ isWanted: (UInt8) -> Bool) -> Bool {
    var found: UInt8 = 0
    for byte in self { found |= isWanted(byte) ? 1 : 0 }
    return found != 0
  }
}
