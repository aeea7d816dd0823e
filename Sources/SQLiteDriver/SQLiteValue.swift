/// A value as SQLite stores it.
public enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Never NaN: SQLite stores null instead.
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// A storage class.
  public enum Kind: Hashable, Sendable { case null, integer, real, text, blob }

  public var kind: Kind {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}
