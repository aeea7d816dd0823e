/// The members of a file that is one object: arrays of records, records by key, and others.
struct ObjectMembers {
  struct RecordArray {
    let key: String
    /// Of the opening bracket.
    let start: Int
    let run: RecordRun
  }

  let bytes: FileBytes

  /// Where a key stands twice, only its last array.
  private(set) var arrays: [RecordArray] = []
  private(set) var keyedCount = 0
  private(set) var otherCount = 0
  /// `"type": "FeatureCollection"`, as in GeoJSON.
  private(set) var isFeatureCollection = false
  private var keyed: RecordScanner
  private var checker: JSONChecker

  init(_ bytes: FileBytes, at offset: Int) {
    self.bytes = bytes
    checker = JSONChecker(base: bytes.base, at: offset)
    keyed = RecordScanner(base: bytes.base, at: offset, expectedLength: bytes.count - offset)
  }

  /// Behind the closing brace, after ``take()``.
  var end: Int { checker.offset }

  var keyedPart: RecordPart { keyed.part }

  /// Most members are objects, and they are not the parts of one single record.
  var isKeyed: Bool {
    keyedCount > otherCount && (keyedCount > 1 || otherCount == 0)
  }

  mutating func take() throws(JSONSyntaxError) {
    try checker.enter()
    checker.skipSpace()
    if checker.position.pointee == UInt8(ascii: "}") { return checker.leave() }
    guard checker.position.pointee == UInt8(ascii: "\"") else { throw checker.failure(.firstKey) }
    while true {
      try takeMember()
      checker.skipSpace()
      if checker.position.pointee == UInt8(ascii: "}") { break }
      try checker.take(UInt8(ascii: ","), or: .commaOrBrace)
      checker.skipSpace()
      guard checker.position.pointee == UInt8(ascii: "\"") else { throw checker.failure(.key) }
    }
    checker.leave()
    keyed.finish()
  }

  private mutating func takeMember() throws(JSONSyntaxError) {
    let keyStart = checker.offset
    try checker.skipString()
    let key = keyStart..<checker.offset
    checker.skipSpace()
    try checker.take(UInt8(ascii: ":"), or: .colon)
    checker.skipSpace()
    switch checker.position.pointee {
    case UInt8(ascii: "["): try takeArray(key)
    case UInt8(ascii: "{"):
      keyed.checker.position = checker.position
      try keyed.takeRecord(keyed.part.shape)
      checker.position = keyed.checker.position
      keyedCount += 1
    default:
      let start = checker.offset
      try checker.skipValue()
      otherCount += 1
      if name(key) == "type", name(start..<checker.offset) == "FeatureCollection" {
        isFeatureCollection = true
      }
    }
  }

  private mutating func takeArray(_ key: Range<Int>) throws(JSONSyntaxError) {
    let start = checker.offset
    let first = JSONWalker(bytes).skippingSpace(at: start + 1)
    let opening = bytes.base[first]
    guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "]") else {
      try checker.skipValue()
      otherCount += 1
      return
    }
    let run = try RecordRun(bytes, at: first, .commas)
    checker.position = bytes.base + run.end
    let key = name(key)
    arrays.removeAll { $0.key == key }
    arrays.append(RecordArray(key: key, start: start, run: run))
  }

  private func name(_ range: Range<Int>) -> String {
    bytes.base[range.lowerBound] == UInt8(ascii: "\"")
      ? JSONStringText.value(UnsafeRawBufferPointer(bytes.slice(0..<bytes.count)), range) : ""
  }
}
