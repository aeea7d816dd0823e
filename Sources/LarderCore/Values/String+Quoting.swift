extension String {
  /// The text as a Swift string literal: quotes, backslashes and control characters are escaped.
  public var quotedLiteral: String {
    if isPlainLiteral { return "\"" + self + "\"" }
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Appends ``quotedLiteral`` to bytes.
  func appendQuotedLiteral(to bytes: inout [UInt8]) {
    guard isPlainLiteral else { return bytes.append(contentsOf: quotedLiteral.utf8) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Nothing in the text needs an escape, nor is it beyond ASCII.
  private var isPlainLiteral: Bool {
    utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }
}
