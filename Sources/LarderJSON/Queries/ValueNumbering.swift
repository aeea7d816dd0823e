import LarderCore

/// Numbers the different values of a column in the order in which they are met; nil is a value.
struct ValueNumbering {
  /// How many different values there are.
  private(set) var count = 0

  /// A number a row that was asked for.
  private(set) var numbers: [UInt32] = []

  /// `column` must hold all values; `rows` are those to number, in order, or `nil` for all.
  init(_ column: Column, rows: [Int]?) {
    precondition(!column.hasOddRows, "Only values that a column holds have numbers.")
    numbers.reserveCapacity(rows?.count ?? column.count)
    if let rows { number(rows, column) } else { number(0..<column.count, column) }
  }

  private mutating func number(_ rows: some Sequence<Int>, _ column: Column) {
    switch column.values {
    case .codes(let codes, let dictionary): numberCodes(rows, codes, dictionary.count)
    case .integers(let values):
      numberWords(rows, column) { UInt64(bitPattern: values[$0]) }
    case .reals(let values), .dates(let values):
      // Minus zero becomes zero.
      numberWords(rows, column) { (values[$0] + 0).bitPattern }
    case .texts(let values):
      var table = TextTable()
      numberOthers(rows, column) { table.number(of: values[$0]) }
      count += table.count
    case .uuids(let values):
      var table = TextTable(areUUIDs: true)
      numberOthers(rows, column) { table.number(of: values[$0]) }
      count += table.count
    }
  }

  private mutating func numberCodes(
    _ rows: some Sequence<Int>, _ codes: UnsafeMutablePointer<UInt16>, _ codeCount: Int
  ) {
    var known = [UInt32](repeating: .max, count: codeCount)
    for row in rows {
      let code =
        Int(codes[row]) == Int(CodeDictionary.missing)
        ? Int(CodeDictionary.null) : Int(codes[row])
      if known[code] == .max {
        known[code] = UInt32(truncatingIfNeeded: count)
        count += 1
      }
      numbers.append(known[code])
    }
  }

  private mutating func numberWords(
    _ rows: some Sequence<Int>, _ column: Column, _ word: (Int) -> UInt64
  ) {
    var table = WordTable()
    numberOthers(rows, column) { table.number(of: word($0)) }
    count += table.count
  }

  /// Nil is number 0 where there is one.
  @inline(__always)
  private mutating func numberOthers(
    _ rows: some Sequence<Int>, _ column: Column, _ number: (Int) -> UInt32
  ) {
    let hasNils = !column.nils.isEmpty
    let first: UInt32 = hasNils ? 1 : 0
    count = Int(first)
    for row in rows {
      numbers.append(hasNils && column.nils[row] ? 0 : number(row) + first)
    }
  }
}

extension ValueNumbering {
  /// Numbers the pairs of this one's values and another's of the same rows.
  mutating func combine(with other: ValueNumbering) {
    let (pairs, overflow) = count.multipliedReportingOverflow(by: other.count)
    guard overflow || pairs > 1 << 20 else {
      for index in numbers.indices {
        numbers[index] = numbers[index] * UInt32(other.count) + other.numbers[index]
      }
      count = pairs
      return
    }
    var table = WordTable()
    for index in numbers.indices {
      numbers[index] = table.number(
        of: UInt64(numbers[index]) << 32 | UInt64(other.numbers[index]))
    }
    count = table.count
  }
}
