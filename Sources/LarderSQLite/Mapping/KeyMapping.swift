package import LarderCore
package import SQLiteDriver

/// Where the identity of a table's rows comes from.
package enum KeyMapping: Hashable, Sendable {
  /// The rowid, under its own name or that of an `INTEGER PRIMARY KEY` column.
  case rowID(column: String)
  /// The columns of a declared primary key.
  case columns([KeyColumn])
  /// The row's place in a view, which lasts as long as nothing is changed.
  case position

  /// The name that the place gets in SQL.
  package static let positionColumn = "larder position"

  package struct KeyColumn: Hashable, Sendable {
    package var name: String

    /// Holds nothing but integers, or nothing but text.
    package var isUniform: Bool
  }

  /// The columns to select for it.
  package var columnNames: [String] {
    switch self {
    case .rowID(let column): [column]
    case .columns(let columns): columns.map(\.name)
    case .position: [KeyMapping.positionColumn]
    }
  }
}

extension PersistentIdentifier.PrimaryKey {
  /// The key for stored values, one a key column.
  package init(_ values: [SQLiteValue]) {
    if values.count == 1, let value = values.first {
      self.init(value)
    } else {
      self = .composite(values.map(Self.init))
    }
  }

  /// An integer or a text stands for itself; other values are written as `x'0AFF'`, `r'1.5'` and `n'`,
  /// and a text that looks like one of these gets `t'` in front.
  package init(_ value: SQLiteValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text.isEscapedKey ? "t'" + text : text)
    case .real(let number): self = .text("r'\(number)'")
    case .blob(let bytes): self = .text("x'" + bytes.map(\.hexadecimal).joined() + "'")
    case .null: self = .text("n'")
    }
  }

  /// The stored values for a key of some columns, or `nil` when it is no key of this form.
  package func storedValues(count: Int) -> [SQLiteValue]? {
    if count == 1 { return storedValue.map { [$0] } }
    guard case .composite(let parts) = self, parts.count == count else { return nil }
    let values = parts.compactMap(\.storedValue)
    return values.count == count ? values : nil
  }

  private var storedValue: SQLiteValue? {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): text.isEscapedKey ? text.unescapedKey : .text(text)
    case .temporary, .composite: nil
    }
  }
}

extension String {
  fileprivate var isEscapedKey: Bool {
    let start = utf8.prefix(2)
    return start.last == UInt8(ascii: "'") && start.count == 2
      && start.first.map { "xrnt".utf8.contains($0) } == true
  }

  fileprivate var unescapedKey: SQLiteValue? {
    let rest = String(dropFirst(2))
    switch utf8.first {
    case UInt8(ascii: "t"): return .text(rest)
    case UInt8(ascii: "n"): return rest.isEmpty ? .null : nil
    case UInt8(ascii: "r"):
      return rest.last == "'" ? Double(rest.dropLast()).map { .real($0) } : nil
    default:
      guard rest.last == "'", rest.utf8.count % 2 == 1 else { return nil }
      let digits = Array(rest.utf8.dropLast())
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
        UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
      }
      return bytes.count * 2 == digits.count ? .blob(bytes) : nil
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return self < 16 ? "0" + digits : digits
  }
}
