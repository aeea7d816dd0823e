/// Numbers as text, appended to bytes.
extension [UInt8] {
  /// Appends a number in base ten.
  package mutating func append(decimal number: Int64) {
    guard number.magnitude >= 10 || number < 0 else {
      return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number.magnitude
      var start = digits.count
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        start -= 1
        digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      if number < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Appends a number that is not negative, with zeros in front up to a width.
  package mutating func append(decimal number: Int, width: Int) {
    var place = 1
    for _ in 1..<width {
      place *= 10
      if number < place { append(UInt8(ascii: "0")) }
    }
    append(decimal: Int64(number))
  }

  /// Appends a number in as few digits as tell it from every other.
  package mutating func append(shortest number: Double) {
    append(contentsOf: number.description.utf8)
  }
}

extension String {
  /// The text of the UTF-8 that `body` appends.
  init(_ body: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    body(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
