import FoundationEssentials
import LarderCore

/// Reads numbers straight from the file; gives what ``JSONValueReader`` gives.
enum NumberReader {
  /// An integer of up to 18 digits, or a longer one that fits; `nil` for all else.
  @inline(__always)
  static func integer(_ text: UnsafePointer<UInt8>) -> Int64? {
    var cursor = text
    let isNegative = cursor.pointee == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    let digits = cursor
    var value: UInt64 = 0
    while cursor.pointee &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ UInt64(cursor.pointee &- UInt8(ascii: "0"))
      cursor += 1
    }
    let count = cursor - digits
    let next = cursor.pointee
    guard count > 0, next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
    guard count <= 18 else {
      return Int64(
        String(
          decoding: UnsafeBufferPointer(start: text, count: cursor - text), as: UTF8.self))
    }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// A number that a real holds as the type `real` reads it; `nil` for all else.
  @inline(__always)
  static func real(_ text: UnsafePointer<UInt8>, walker: JSONWalker) -> Double? {
    var cursor = text
    let isNegative = cursor.pointee == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    let digits = cursor
    var value: UInt64 = 0
    while cursor.pointee &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ UInt64(cursor.pointee &- UInt8(ascii: "0"))
      cursor += 1
    }
    var count = cursor - digits
    guard count > 0 else { return nil }
    var places = 0
    if cursor.pointee == UInt8(ascii: ".") {
      cursor += 1
      let fraction = cursor
      while cursor.pointee &- UInt8(ascii: "0") < 10 {
        value = value &* 10 &+ UInt64(cursor.pointee &- UInt8(ascii: "0"))
        cursor += 1
      }
      places = cursor - fraction
      count += places
    }
    guard count <= 15, places <= 15, cursor.pointee | 0x20 != UInt8(ascii: "e") else {
      return slowReal(text, walker)
    }
    let number = Double(value) / powersOfTen[places]
    return isNegative ? (value == 0 && places == 0 ? 0 : -number) : number
  }

  @inline(never)
  private static func slowReal(
    _ text: UnsafePointer<UInt8>, _ walker: JSONWalker
  ) -> Double? {
    let all = UnsafeRawBufferPointer(start: walker.base, count: walker.count)
    let start = text - walker.base
    let value = JSONValueReader(all).value(at: start..<walker.valueEnd(at: start), as: .real)
    if case .real(let number) = value { return number }
    return nil
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

/// Reads dates straight from the file; gives what ``JSONValueReader`` gives.
enum DateReader {
  /// Seconds since 2001; `nil` for what is no date.
  @inline(__always)
  static func seconds(_ text: UnsafePointer<UInt8>, walker: JSONWalker) -> Double? {
    guard text.pointee == UInt8(ascii: "\"") else { return slowSeconds(text, walker) }
    for count in [20, 10] where text[count + 1] == UInt8(ascii: "\"") {
      if let seconds = FastDate.seconds(text + 1, count: count) { return seconds }
    }
    return slowSeconds(text, walker)
  }

  @inline(never)
  private static func slowSeconds(
    _ text: UnsafePointer<UInt8>, _ walker: JSONWalker
  ) -> Double? {
    let all = UnsafeRawBufferPointer(start: walker.base, count: walker.count)
    let start = text - walker.base
    let value = JSONValueReader(all).value(at: start..<walker.valueEnd(at: start), as: .date)
    if case .date(let date) = value { return date.timeIntervalSinceReferenceDate }
    return nil
  }
}

/// Finds texts in the file.
enum TextReader {
  /// A text's bytes, copied to the arena where it holds escapes; `nil` for what is no text.
  @inline(__always)
  static func slice(
    _ text: UnsafePointer<UInt8>, walker: JSONWalker, arena: Arena
  ) -> TextSlice? {
    guard text.pointee == UInt8(ascii: "\"") else { return nil }
    let start = text - walker.base
    let end = walker.stringEnd(at: start)
    let count = end - start - 2
    guard count >= 0, count < Int(Int32.max) else { return nil }
    var seen: UInt64 = 0
    var hasBackslash = false
    var index = 0
    while index < count {
      var word = UnsafeRawPointer(text + 1 + index).loadUnaligned(as: UInt64.self).littleEndian
      if count - index < 8 { word &= (1 << UInt64((count - index) * 8)) - 1 }
      seen |= word
      if JSONWalker.zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C) != 0 { hasBackslash = true }
      index += 8
    }
    let isASCII = seen & 0x8080_8080_8080_8080 == 0
    guard hasBackslash else {
      return TextSlice(start: text + 1, count: Int32(count), isASCII: isASCII)
    }
    return unescaped(start..<end, walker, arena)
  }

  @inline(never)
  private static func unescaped(
    _ range: Range<Int>, _ walker: JSONWalker, _ arena: Arena
  ) -> TextSlice {
    let all = UnsafeRawBufferPointer(start: walker.base, count: walker.count)
    var text = JSONStringText.value(all, range)
    return text.withUTF8 { bytes in
      let copy = arena.allocate(UInt8.self, count: bytes.count)
      for index in bytes.indices { copy[index] = bytes[index] }
      return TextSlice(
        start: copy, count: Int32(bytes.count), isASCII: bytes.allSatisfy { $0 < 0x80 })
    }
  }
}
