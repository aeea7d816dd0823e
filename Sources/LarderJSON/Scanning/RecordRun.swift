import Glibc

/// Records that stand side by side, scanned by as many threads as are worth it.
struct RecordRun {
  enum Separation { case commas, lines }

  let parts: [RecordPart]
  /// Behind the closing bracket, or the end of the file.
  let end: Int
  let strayCount: Int

  /// Scans from the first record, or from the closing bracket of an empty array.
  ///
  /// Fewer bytes than `partSize` are not worth a further thread.
  init(
    _ bytes: FileBytes, at offset: Int, _ separation: Separation, partSize: Int = 4 << 20
  ) throws(JSONSyntaxError) {
    let splits = Self.splits(bytes, from: offset, separation, partSize)
    let starts = [offset] + splits
    let outcomes = Parallel.map(starts.count) { index in
      let stop = index + 1 < starts.count ? starts[index + 1] : nil
      return Self.scan(bytes, from: starts[index], to: stop, separation)
    }
    var parts: [RecordPart] = []
    var strays = 0
    // A part counts only if the one before it ended exactly where it starts. A split that was no
    // record's start is never reached, and the part before it has gone on to the end.
    for outcome in outcomes {
      let result = try outcome.get()
      parts.append(result.part)
      strays += result.strays
      if result.ending != .reachedStop {
        self.parts = parts
        end = result.end
        strayCount = strays
        return
      }
    }
    preconditionFailure("The last part has no stop.")
  }

  private struct Outcome: Sendable {
    let part: RecordPart
    let ending: RecordScanner.Ending
    let end: Int
    let strays: Int
  }

  private static func scan(
    _ bytes: FileBytes, from start: Int, to stop: Int?, _ separation: Separation
  ) -> Result<Outcome, JSONSyntaxError> {
    var scanner = RecordScanner(
      base: bytes.base, at: start, expectedLength: (stop ?? bytes.count) - start)
    let stopPointer = stop.map { bytes.base + $0 }
    do throws(JSONSyntaxError) {
      let ending =
        switch separation {
        case .commas: try scanner.takeElements(until: stopPointer)
        case .lines: try scanner.takeLines(until: stopPointer, end: bytes.base + bytes.count)
        }
      return .success(
        Outcome(
          part: scanner.part, ending: ending, end: scanner.checker.offset,
          strays: scanner.strayCount))
    } catch {
      return .failure(error)
    }
  }
}

extension RecordRun {
  /// Offsets at which records probably start, about evenly spread.
  ///
  /// The seam between the first two records, from the closing brace to the first key, is looked for
  /// again from there.
  private static func splits(
    _ bytes: FileBytes, from offset: Int, _ separation: Separation, _ partSize: Int
  ) -> [Int] {
    let length = bytes.count - offset
    let threads = min(Parallel.threadCount, length / partSize)
    guard threads > 1, let seam = seam(bytes, from: offset, separation) else { return [] }
    var splits: [Int] = []
    for index in 1..<threads {
      let from = max(offset + length / threads * index, splits.last ?? 0)
      guard let found = find(seam.text, in: bytes, from: from) else { break }
      splits.append(found + seam.text.count - seam.tail)
    }
    return splits
  }

  private static func seam(
    _ bytes: FileBytes, from offset: Int, _ separation: Separation
  ) -> (text: UnsafeBufferPointer<UInt8>, tail: Int)? {
    let walker = JSONWalker(bytes)
    let end = walker.valueEnd(at: offset)
    var second = walker.skippingSpace(at: end)
    if separation == .commas {
      guard bytes.base[second] == UInt8(ascii: ",") else { return nil }
      second = walker.skippingSpace(at: second + 1)
    }
    guard bytes.base[second] == UInt8(ascii: "{") else { return nil }
    let key = walker.skippingSpace(at: second + 1)
    guard bytes.base[key] == UInt8(ascii: "\"") else { return nil }
    let keyEnd = walker.stringEnd(at: key)
    guard keyEnd < bytes.count, keyEnd - end < 1000 else { return nil }
    return (bytes.slice(end - 1..<keyEnd), keyEnd - second)
  }

  private static func find(
    _ text: UnsafeBufferPointer<UInt8>, in bytes: FileBytes, from offset: Int
  ) -> Int? {
    guard let needle = text.baseAddress else { return nil }
    var position = offset
    let last = bytes.count - text.count
    while position <= last {
      let brace = memchr(bytes.base + position, Int32(needle[0]), last - position + 1)
      guard let brace else { return nil }
      position = brace - UnsafeMutableRawPointer(mutating: bytes.base)
      if memcmp(brace, needle, text.count) == 0 { return position }
      position += 1
    }
    return nil
  }
}
