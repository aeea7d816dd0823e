import CSQLite

/// A failure that SQLite reported.
///
/// `description` holds no bound values: the statement is kept as it was prepared.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  public let code: Code

  /// SQLite's own words.
  public let message: String

  /// The statement with its parameter marks, or `nil` when none was running.
  public let sql: String?

  /// Where in the statement the problem is, in UTF-8 bytes, or `nil` when SQLite does not say.
  public let offset: Int?

  public init(code: Code, message: String, sql: String? = nil, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
  }

  init(_ code: Int32, handle: OpaquePointer?, sql: String?) {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    // A misuse or a failed open leaves the handle's own code behind; the one returned is the truth.
    self.code = Code(rawValue: extended & 0xFF == code & 0xFF ? extended : code)
    message = SQLiteError.text(of: code, handle: handle)
    self.sql = sql
    let offset = handle.map { Int(sqlite3_error_offset($0)) } ?? -1
    self.offset = offset < 0 ? nil : offset
  }

  private static func text(of code: Int32, handle: OpaquePointer?) -> String {
    if let handle, let message = sqlite3_errmsg(handle) { return String(cString: message) }
    return sqlite3_errstr(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String {
    "SQLite error \(code.rawValue): \(message)" + (sql.map { " in: \($0)" } ?? "")
  }
}

extension SQLiteError {
  /// A result code, with its extension in the higher bits.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension.
    public var primary: Code { Code(rawValue: rawValue & 0xFF) }
  }
}

extension SQLiteError.Code {
  public static let error = Self(rawValue: SQLITE_ERROR)
  public static let busy = Self(rawValue: SQLITE_BUSY)
  public static let locked = Self(rawValue: SQLITE_LOCKED)
  public static let readOnly = Self(rawValue: SQLITE_READONLY)
  public static let interrupted = Self(rawValue: SQLITE_INTERRUPT)
  public static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  public static let full = Self(rawValue: SQLITE_FULL)
  public static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  public static let notADatabase = Self(rawValue: SQLITE_NOTADB)
  public static let inputOutput = Self(rawValue: SQLITE_IOERR)
  public static let range = Self(rawValue: SQLITE_RANGE)

  public static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  public static let constraintCheck = constraint(1)
  public static let constraintForeignKey = constraint(3)
  public static let constraintNotNull = constraint(5)
  public static let constraintPrimaryKey = constraint(6)
  public static let constraintTrigger = constraint(7)
  public static let constraintUnique = constraint(8)
  public static let constraintRowID = constraint(10)
  public static let constraintDatatype = constraint(12)

  private static func constraint(_ number: Int32) -> Self {
    Self(rawValue: SQLITE_CONSTRAINT | number << 8)
  }
}
