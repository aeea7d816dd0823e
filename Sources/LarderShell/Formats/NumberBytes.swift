extension [UInt8] {
  /// Appends a number in base ten.
  mutating func append(decimal number: Int64) {
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

  /// Appends a number in as few digits as tell it from every other.
  mutating func append(shortest number: Double) {
    append(contentsOf: number.description.utf8)
  }
}
