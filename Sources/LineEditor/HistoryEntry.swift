/// A statement of the history file, as a line of JSON: `{"text":"save","time":1735689600}`.
public struct HistoryEntry: Hashable, Sendable {
  public var text: String

  /// Seconds since 1970.
  public var time: Int

  public init(text: String, time: Int) {
    self.text = text
    self.time = time
  }

  /// The line with its newline.
  var line: [UInt8] {
    var line = Array("{\"text\":\"".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0x0A: line += Array("\\n".utf8)
      case 0x09: line += Array("\\t".utf8)
      case 0..<0x20, 0x7F:
        line += Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
      default: line.append(byte)
      }
    }
    return line + Array("\",\"time\":\(time)}\n".utf8)
  }

  /// Reads a line that this type wrote; `nil` for any other.
  init?(line: some Collection<UInt8>) {
    let prefix = Array("{\"text\":\"".utf8)
    guard line.starts(with: prefix) else { return nil }
    var bytes: [UInt8] = []
    var rest = line.dropFirst(prefix.count)
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      switch escape {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        rest = rest.dropFirst(4)
        guard let value = UInt8(digits, radix: 16) else { return nil }
        bytes.append(value)
      default: bytes.append(escape)
      }
    }
    let digits = rest.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
    guard let time = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
    self.time = time
  }
}
