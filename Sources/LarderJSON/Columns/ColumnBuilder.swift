import LarderCore

/// Builds a column by reading one attribute of all rows, on all cores.
struct ColumnBuilder: Sendable {
  let source: ColumnSource
  private let count: Int

  init(_ source: ColumnSource) {
    self.source = source
    count = source.table.count
  }

  /// A column for the type; `nil` where values of it are best read row by row.
  func column(of type: EntitySchema.AttributeType) -> Column? {
    switch type {
    case .bool: codes(of: .bool)
    case .text: codes(of: .text) ?? texts(areUUIDs: false)
    case .uuid: texts(areUUIDs: true)
    case .integer: integers()
    case .real: reals(of: .real)
    case .date: reals(of: .date)
    case .enumeration(_, let rawType, _): column(of: rawType)
    case .mixed, .decimal, .data, .array, .composite: nil
    }
  }

  /// What a thread notes of its rows besides their values.
  struct Marks {
    let nils: UnsafeMutablePointer<UInt64>
    let missing: UnsafeMutablePointer<UInt64>
    let odd: UnsafeMutablePointer<UInt64>

    @inline(__always)
    func mark(_ words: UnsafeMutablePointer<UInt64>, _ row: Int) {
      words[row >> 6] |= 1 << UInt64(row & 63)
    }

    func markMissing(_ row: Int) {
      mark(nils, row)
      mark(missing, row)
    }
  }

  /// Builds the sets and values of a column; `body` reads a range of rows, which shares no word of a set
  /// with another thread's.
  private func build<Value: BitwiseCopyable>(
    _ type: Value.Type, _ values: (UnsafeMutablePointer<Value>) -> Column.Values,
    _ body: @escaping @Sendable (Range<Int>, Marks, Target<Value>) -> Arena?
  ) -> Column {
    let words = (count + 63) / 64
    let arena = Arena(expected: count * MemoryLayout<Value>.stride + words * 24)
    let target = Target(arena.allocate(type, count: count))
    let marks = Target(arena.allocate(UInt64.self, count: words * 3))
    let ranges = Parallel.ranges(of: words, atLeast: 300)
    let arenas = Parallel.map(ranges.count) { index -> Arena? in
      let rows = ranges[index].lowerBound * 64..<min(ranges[index].upperBound * 64, count)
      let start = marks.pointer
      return body(
        rows, Marks(nils: start, missing: start + words, odd: start + words * 2), target)
    }
    return Column(
      values: values(target.pointer), nils: RowSet(count: count, copying: marks.pointer),
      missing: RowSet(count: count, copying: marks.pointer + words),
      odd: RowSet(count: count, copying: marks.pointer + words * 2),
      arenas: [arena] + arenas.compactMap { $0 })
  }

  struct Target<Value>: @unchecked Sendable {  // Each thread writes to rows of its own.
    let pointer: UnsafeMutablePointer<Value>
    init(_ pointer: UnsafeMutablePointer<Value>) { self.pointer = pointer }
  }

  private func integers() -> Column {
    build(Int64.self, Column.Values.integers) { rows, marks, values in
      source.forEachPlace(in: rows) { row, place in
        guard case .value(let text) = place else {
          return Self.note(place, row, marks)
        }
        if let number = NumberReader.integer(text) {
          values.pointer[row] = number
        } else {
          marks.mark(text.pointee == UInt8(ascii: "n") ? marks.nils : marks.odd, row)
        }
      }
      return nil
    }
  }

  enum RealKind { case real, date }

  private func reals(of kind: RealKind) -> Column {
    build(Double.self, kind == .real ? Column.Values.reals : Column.Values.dates) {
      rows, marks, values in
      let walker = JSONWalker(source.table.bytes)
      source.forEachPlace(in: rows) { row, place in
        guard case .value(let text) = place else {
          return Self.note(place, row, marks)
        }
        let number =
          kind == .real
          ? NumberReader.real(text, walker: walker)
          : DateReader.seconds(text, walker: walker)
        if let number {
          values.pointer[row] = number
        } else {
          marks.mark(text.pointee == UInt8(ascii: "n") ? marks.nils : marks.odd, row)
        }
      }
      return nil
    }
  }

  private func texts(areUUIDs: Bool) -> Column {
    build(TextSlice.self, areUUIDs ? Column.Values.uuids : Column.Values.texts) {
      rows, marks, values in
      let arena = Arena()
      let walker = JSONWalker(source.table.bytes)
      source.forEachPlace(in: rows) { row, place in
        values.pointer[row] = TextSlice(start: walker.base, count: 0, isASCII: true)
        guard case .value(let text) = place else {
          return Self.note(place, row, marks)
        }
        if let slice = TextReader.slice(text, walker: walker, arena: arena),
          !areUUIDs || (slice.count == 36 && UUIDText.isUUID(slice.start))
        {
          values.pointer[row] = slice
        } else {
          marks.mark(text.pointee == UInt8(ascii: "n") ? marks.nils : marks.odd, row)
        }
      }
      return arena
    }
  }

  private static func note(_ place: ColumnSource.Place, _ row: Int, _ marks: Marks) {
    if case .missing = place { marks.markMissing(row) } else { marks.mark(marks.odd, row) }
  }
}

extension ColumnBuilder {
  enum CodeKind { case bool, text }

  /// A column of codes; `nil` where the values are too many.
  private func codes(of kind: CodeKind) -> Column? {
    let words = (count + 63) / 64
    let arena = Arena(expected: count * 2)
    let codes = Target(arena.allocate(UInt16.self, count: count))
    let ranges = Parallel.ranges(of: words, atLeast: 300)
    let dictionaries = Parallel.map(ranges.count) { index -> CodeDictionary? in
      let rows = ranges[index].lowerBound * 64..<min(ranges[index].upperBound * 64, count)
      let dictionary = CodeDictionary(source.table.bytes)
      source.forEachPlace(in: rows) { row, place in
        codes.pointer[row] = dictionary.code(of: place, areTexts: kind == .text)
      }
      return dictionary.isFull ? nil : dictionary
    }
    guard dictionaries.count == ranges.count, !dictionaries.contains(where: { $0 == nil }) else {
      return nil
    }
    return CodeMerge(dictionaries.compactMap { $0 }, ranges: ranges, count: count)
      .column(codes.pointer, arena: arena)
  }
}

extension RowSet {
  init(count: Int, copying words: UnsafePointer<UInt64>) {
    self.init(
      count: count, words: Array(UnsafeBufferPointer(start: words, count: (count + 63) / 64)))
  }
}
