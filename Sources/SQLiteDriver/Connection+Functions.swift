import CSQLite

extension Connection {
  /// Adds an SQL function, in place of an earlier one of the same name and argument count.
  ///
  /// A deterministic function depends on its arguments only. `body` is called on the thread that
  /// steps a statement.
  public func addFunction(
    _ name: String, argumentCount: Int, isDeterministic: Bool = true,
    _ body: @escaping (FunctionArguments) -> SQLiteValue
  ) throws(SQLiteError) {
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let code = sqlite3_create_function_v2(
      database.pointer, name, Int32(clamping: argumentCount), flags,
      Unmanaged.passRetained(FunctionBody(body)).toOpaque(),
      { context, count, values in
        guard let context, let user = sqlite3_user_data(context) else { return }
        let function = Unmanaged<FunctionBody>.fromOpaque(user).takeUnretainedValue()
        let arguments = FunctionArguments(count: Int(count), values: values, context: context)
        FunctionBody.set(function.body(arguments), in: context)
      }, nil, nil,
      { user in user.map { Unmanaged<FunctionBody>.fromOpaque($0).release() } })
    try database.check(code)
  }

  /// Adds a collation, which compares two texts given as UTF-8.
  ///
  /// `compare` is negative when the first text comes first, 0 when they are the same, and must be a
  /// total order.
  public func addCollation(
    _ name: String,
    _ compare: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int
  ) throws(SQLiteError) {
    let code = sqlite3_create_collation_v2(
      database.pointer, name, SQLITE_UTF8,
      Unmanaged.passRetained(CollationBody(compare)).toOpaque(),
      { user, leftCount, left, rightCount, right in
        guard let user else { return 0 }
        let collation = Unmanaged<CollationBody>.fromOpaque(user).takeUnretainedValue()
        return Int32(
          clamping: collation.compare(
            CollationBody.bytes(left, leftCount), CollationBody.bytes(right, rightCount)))
      },
      { user in user.map { Unmanaged<CollationBody>.fromOpaque($0).release() } })
    try database.check(code)
  }
}

/// The arguments of one call of an SQL function; valid only inside the call.
public struct FunctionArguments {
  public let count: Int
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
  fileprivate let context: OpaquePointer

  /// An object made from an argument, and made only once where that argument is a constant of the
  /// statement.
  ///
  /// A function must ask for the same type at the same index whenever it is called.
  public func prepared<Prepared: AnyObject>(at index: Int, _ make: () -> Prepared) -> Prepared {
    let place = Int32(clamping: index)
    if let kept = sqlite3_get_auxdata(context, place) {
      // Whatever is kept at a place of a call was put there by the same function.
      return Unmanaged<Prepared>.fromOpaque(kept).takeUnretainedValue()
    }
    let object = make()
    sqlite3_set_auxdata(context, place, Unmanaged<AnyObject>.passRetained(object).toOpaque()) {
      kept in kept.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
    }
    return object
  }

  /// The storage class of an argument; null for one that is not there.
  public func kind(at index: Int) -> SQLiteValue.Kind {
    guard let value = value(index) else { return .null }
    return switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  public func integer(at index: Int) -> Int64 { value(index).map { sqlite3_value_int64($0) } ?? 0 }

  public func real(at index: Int) -> Double { value(index).map { sqlite3_value_double($0) } ?? 0 }

  /// The argument as text; bytes that are no UTF-8 become U+FFFD, null becomes empty.
  public func text(at index: Int) -> String {
    withTextBytes(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Hands out the UTF-8 bytes of an argument without a copy.
  public func withTextBytes<Result>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let value = value(index), let start = sqlite3_value_text(value) else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }

  public func blob(at index: Int) -> [UInt8] {
    guard let value = value(index), let start = sqlite3_value_blob(value) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }

  private func value(_ index: Int) -> OpaquePointer? {
    guard (0..<count).contains(index) else { return nil }
    return values?[index]
  }
}

/// Keeps a function alive for C.
private final class FunctionBody {
  let body: (FunctionArguments) -> SQLiteValue

  init(_ body: @escaping (FunctionArguments) -> SQLiteValue) { self.body = body }

  static func set(_ value: SQLiteValue, in context: OpaquePointer) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text):
      sqlite3_result_text64(
        context, text, UInt64(text.utf8.count), csqlite_transient(), UInt8(SQLITE_UTF8))
    case .blob(let bytes) where bytes.isEmpty: sqlite3_result_zeroblob(context, 0)
    case .blob(let bytes):
      sqlite3_result_blob64(context, bytes, UInt64(bytes.count), csqlite_transient())
    }
  }
}

/// Keeps a collation alive for C.
private final class CollationBody {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  let compare: (Bytes, Bytes) -> Int

  init(_ compare: @escaping (Bytes, Bytes) -> Int) { self.compare = compare }

  static func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> Bytes {
    Bytes(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : Int(count))
  }
}
