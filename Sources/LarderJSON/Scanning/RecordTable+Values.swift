import LarderCore

extension RecordTable {
  /// Where the value of a field stands in a row; `nil` where it is missing.
  func valueRange(ofField field: Int, row: Int) -> Range<Int>? {
    guard let start = valueStart(ofField: field, row: row) else { return nil }
    return start..<max(start, JSONWalker(bytes).valueEnd(at: start))
  }

  /// The offset of a field's value in a row; `nil` where it is missing.
  ///
  /// Where a key stands twice, the last one is meant.
  func valueStart(ofField field: Int, row: Int) -> Int? {
    let partIndex = partIndex(ofRow: row)
    guard let slot = fields[field].slots[partIndex] else { return nil }
    let local = row - partStarts[partIndex]
    let segment = parts[partIndex].segment(ofRow: local)
    let index = local - segment.firstRow
    let start = segment.base + Int(segment.starts[index])
    guard slot < segment.stride else { return findValue(ofField: field, recordStart: start) }
    switch segment.offsets[index * segment.stride + slot] {
    case 0: return nil
    case RecordPart.tooFar: return findValue(ofField: field, recordStart: start)
    case let distance: return start + Int(distance)
    }
  }

  /// Looks for a value in a record's text.
  func findValue(ofField field: Int, recordStart: Int) -> Int? {
    let name = fields[field].name.rawValue
    let all = UnsafeRawBufferPointer(start: bytes.base, count: bytes.count)
    var found: Int?
    JSONWalker(bytes).forEachMember(ofObjectAt: recordStart) { key, value in
      if JSONStringText.isText(all, key, equalTo: name)
        || (hasOddKeys && JSONStringText.value(all, key) == name)
      {
        found = value.lowerBound
      }
      return true
    }
    return found
  }

  /// Hands a pointer to each value of a field in some rows to `body`, or `nil` where it is missing.
  ///
  /// Rows come in order, counted from 0 in the table.
  @inline(__always)
  func forEachValue(
    ofField field: Int, in rows: Range<Int>,
    _ body: (_ row: Int, _ value: UnsafePointer<UInt8>?) -> Void
  ) {
    let base = bytes.base
    for (index, part) in parts.enumerated() {
      let partRows = partStarts[index]..<partStarts[index] + part.count
      let wanted = rows.clamped(to: partRows)
      guard !wanted.isEmpty else { continue }
      let slot = fields[field].slots[index]
      for segment in part.segments {
        let first = partRows.lowerBound + segment.firstRow
        let range = wanted.clamped(to: first..<first + segment.count)
        guard !range.isEmpty else { continue }
        guard let slot else {
          for row in range { body(row, nil) }
          continue
        }
        let segmentBase = base + segment.base
        let isRecorded = slot < segment.stride
        for row in range {
          let local = row - first
          let start = segmentBase + Int(segment.starts[local])
          let distance =
            isRecorded
            ? segment.offsets[local * segment.stride + slot] : RecordPart.tooFar
          if distance == RecordPart.tooFar {
            body(row, findValue(ofField: field, recordStart: start - base).map { base + $0 })
          } else {
            body(row, distance == 0 ? nil : start + Int(distance))
          }
        }
      }
    }
  }
}
