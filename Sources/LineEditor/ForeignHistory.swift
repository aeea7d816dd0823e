import Glibc

/// Statements that another program kept: a history of libedit or readline, a file of lines, or one of ours.
public struct ForeignHistory: Hashable, Sendable {
  /// The newest statements, oldest first.
  public let entries: [HistoryEntry]

  /// Lines that are no text.
  public let unreadableLines: Int

  /// Reads a file; what is no history is taken as a statement a line.
  ///
  /// - Throws: where it cannot be read at all.
  public init(path: String) throws(HistoryFileError) {
    self.init(try HistoryFile.contents(of: path), now: time(nil))
  }

  init(_ bytes: [UInt8], now: Int) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
    let isEscaped = lines.first.map { $0.elementsEqual(Self.header) } ?? false
    if isEscaped { lines.removeFirst() }
    var entries: [HistoryEntry] = []
    var unreadable = 0
    var stamp: Int?
    for line in lines {
      if let entry = HistoryEntry(line: line) {
        entries.append(entry)
      } else if let time = Self.stamp(line) {
        stamp = time
      } else if let text = Self.text(isEscaped ? Self.unescaped(line) : Array(line)) {
        if !text.isEmpty { entries.append(HistoryEntry(text: text, time: stamp ?? now)) }
        stamp = nil
      } else {
        unreadable += 1
      }
    }
    self.entries = entries.suffix(HistoryFile.capacity)
    unreadableLines = unreadable
  }

  /// The first line of a file of libedit.
  private static let header = Array("_HiStOrY_V2_".utf8)

  /// The moment that readline and bash write before a statement: `#1735689600`.
  private static func stamp(_ line: ArraySlice<UInt8>) -> Int? {
    guard line.first == UInt8(ascii: "#"), line.count > 8,
      line.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(String(decoding: line.dropFirst(), as: UTF8.self))
  }

  /// A statement without the newlines at its end; `nil` for bytes that are no text.
  private static func text(_ bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// libedit writes spaces, newlines and backslashes as `\040`, three digits of base 8.
  private static func unescaped(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(3)
    }
    return bytes
  }
}
