import LarderCore

/// Checks records, finds their attributes, and counts what they hold, in one pass.
struct RecordScanner {
  var checker: JSONChecker
  let arena: Arena
  private(set) var part: RecordPart

  /// Elements that are no records.
  private(set) var strayCount = 0

  var segment: RecordPart.Segment
  var segmentCapacity = 1
  /// The offsets of the row at hand.
  var row: UnsafeMutablePointer<UInt16>
  let firstOffset: Int

  init(base: UnsafePointer<UInt8>, at offset: Int, expectedLength: Int) {
    checker = JSONChecker(base: base, at: offset)
    arena = Arena(expected: min(expectedLength / 10, 16 << 20))
    part = RecordPart(arena: arena, shape: .make(in: arena))
    firstOffset = offset
    let starts = arena.allocate(UInt32.self, count: 1)
    row = arena.allocate(UInt16.self, count: 1)
    segment = RecordPart.Segment(
      firstRow: 0, count: 0, base: offset, starts: starts, offsets: row, stride: 0)
  }

  /// How a run of records ended.
  enum Ending: Hashable { case closed, reachedStop, endOfFile }

  /// Takes the elements of an array up to its closing bracket, or up to the record at `stop`.
  ///
  /// Stands at the first element, or at the bracket of an empty array.
  mutating func takeElements(
    until stop: UnsafePointer<UInt8>?
  ) throws(JSONSyntaxError) -> Ending {
    defer { finish() }
    if checker.position.pointee == UInt8(ascii: "]") {
      checker.position += 1
      return .closed
    }
    while true {
      if checker.position.pointee == UInt8(ascii: "{") {
        if checker.position == stop { return .reachedStop }
        try takeRecord(part.shape)
      } else {
        let isFirst = part.count + segment.count + strayCount == 0
        guard !isFirst || checker.startsValue else { throw checker.failure(.firstElement) }
        try checker.skipValue()
        strayCount += 1
      }
      checker.skipSpace()
      if checker.position.pointee == UInt8(ascii: "]") {
        checker.position += 1
        return .closed
      }
      try checker.take(UInt8(ascii: ","), or: .commaOrBracket)
      checker.skipSpace()
    }
  }

  /// Takes records that stand one after the other, up to the end of the file or to `stop`.
  mutating func takeLines(
    until stop: UnsafePointer<UInt8>?, end: UnsafePointer<UInt8>
  ) throws(JSONSyntaxError) -> Ending {
    defer { finish() }
    while true {
      checker.skipSpace()
      if checker.position == end { return .endOfFile }
      if checker.position == stop { return .reachedStop }
      guard checker.position.pointee == UInt8(ascii: "{") else { throw checker.failure(.record) }
      try takeRecord(part.shape)
    }
  }

  /// Takes one record, of whichever shape.
  @inline(__always)
  mutating func takeRecord(_ shape: UnsafeMutablePointer<ShapeNode>) throws(JSONSyntaxError) {
    let start = checker.position
    beginRow(at: checker.offset)
    try takeMembers(shape, recordStart: start)
    segment.count += 1
  }

  /// Takes one record of the part's own shape.
  mutating func takeOneRecord() throws(JSONSyntaxError) { try takeRecord(part.shape) }

  /// Puts the rows into the part; nothing more may be taken afterwards.
  mutating func finish() {
    guard segment.count > 0 else { return }
    part.segments.append(segment)
    part.count += segment.count
    segment.count = 0
    segmentCapacity = 0
  }
}

extension RecordScanner {
  @inline(__always)
  private mutating func beginRow(at offset: Int) {
    if segment.count == segmentCapacity || offset - segment.base > Int(UInt32.max) {
      beginSegment(at: offset)
    }
    segment.starts[segment.count] = UInt32(truncatingIfNeeded: offset - segment.base)
    row = segment.offsets + segment.count * segment.stride
  }

  /// Segments double up to 65,536 rows; each takes as many attributes as are known by then.
  private mutating func beginSegment(at offset: Int) {
    WorkProgress.shared.advance(by: offset - segment.base)
    let capacity = min(max(segmentCapacity, 1) * 4, 65_536)
    finish()
    let rows = part.count
    // An attribute costs two bytes a record: never more than a quarter of the record itself.
    let averageLength = rows > 0 ? (offset - firstOffset) / rows : 0
    let stride = min(Int(part.shape.pointee.slotCount), max(4, averageLength / 8))
    segmentCapacity = capacity
    segment = RecordPart.Segment(
      firstRow: rows, count: 0, base: offset,
      starts: arena.allocate(UInt32.self, count: capacity),
      offsets: arena.allocate(UInt16.self, count: capacity * stride), stride: stride)
  }

  /// Stands at the opening brace, then behind the closing one.
  private mutating func takeMembers(
    _ shape: UnsafeMutablePointer<ShapeNode>, recordStart: UnsafePointer<UInt8>
  ) throws(JSONSyntaxError) {
    shape.pointee.objectCount += 1
    try checker.enter()
    checker.skipSpace()
    guard checker.position.pointee != UInt8(ascii: "}") else { return checker.leave() }
    guard checker.position.pointee == UInt8(ascii: "\"") else { throw checker.failure(.firstKey) }
    var predicted = 0
    while true {
      let member = try takeKey(of: shape, predicted: &predicted)
      if let member {
        let slot = Int(member.pointee.slot)
        if slot < segment.stride {
          let distance = checker.position - recordStart
          row[slot] = distance < 0xFFFF ? UInt16(truncatingIfNeeded: distance) : 0xFFFF
        }
        try takeHeldValue(member.pointee.node, holder: shape.pointee.objectCount)
      } else {
        try checker.skipValue()
      }
      checker.skipSpace()
      if checker.position.pointee == UInt8(ascii: "}") { return checker.leave() }
      try checker.take(UInt8(ascii: ","), or: .commaOrBrace)
      checker.skipSpace()
      guard checker.position.pointee == UInt8(ascii: "\"") else { throw checker.failure(.key) }
    }
  }

  /// Takes a key and its colon and stands before the value; `nil` where the key is not followed.
  @inline(__always)
  private mutating func takeKey(
    of shape: UnsafeMutablePointer<ShapeNode>, predicted: inout Int
  ) throws(JSONSyntaxError) -> UnsafeMutablePointer<ShapeMember>? {
    var member: UnsafeMutablePointer<ShapeMember>?
    if predicted < Int(shape.pointee.memberCount), let members = shape.pointee.members,
      (members + predicted).startsKey(at: checker.position + 1)
    {
      member = members + predicted
      checker.position += 1 + Int(members[predicted].length)
      predicted += 1
    } else {
      member = try findKey(of: shape, predicted: &predicted)
    }
    checker.skipSpace()
    try checker.take(UInt8(ascii: ":"), or: .colon)
    checker.skipSpace()
    return member
  }

  @inline(never)
  private mutating func findKey(
    of shape: UnsafeMutablePointer<ShapeNode>, predicted: inout Int
  ) throws(JSONSyntaxError) -> UnsafeMutablePointer<ShapeMember>? {
    let key = checker.position + 1
    // Most often an attribute was left out, and the one after it stands here.
    if predicted + 1 < Int(shape.pointee.memberCount), let members = shape.pointee.members,
      (members + predicted + 1).startsKey(at: key)
    {
      checker.position += 1 + Int(members[predicted + 1].length)
      predicted += 2
      return members + predicted - 1
    }
    try checker.skipString()
    let length = checker.position - key
    let index =
      shape.memberIndex(key, length: length)
      ?? shape.addMember(key, length: length, arena: arena)
    guard let index, let members = shape.pointee.members else { return nil }
    predicted = index + 1
    return members + index
  }

  @inline(__always)
  private mutating func takeHeldValue(
    _ node: UnsafeMutablePointer<ShapeNode>, holder: Int
  ) throws(JSONSyntaxError) {
    if node.pointee.lastHolder != holder {
      node.pointee.lastHolder = holder
      node.pointee.holderCount += 1
    }
    try takeValue(node)
  }

  private mutating func takeValue(
    _ node: UnsafeMutablePointer<ShapeNode>
  ) throws(JSONSyntaxError) {
    switch checker.position.pointee {
    case UInt8(ascii: "\""):
      let start = checker.position + 1
      try checker.skipString()
      node.pointee.textCount += 1
      if !node.pointee.textForms.isEmpty {
        node.pointee.textForms.formIntersection(
          TextForms.form(of: start, count: checker.position - 1 - start))
      }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      switch try checker.takeNumber() {
      case .integer: node.pointee.integerCount += 1
      case .real: node.pointee.realCount += 1
      case .decimal: node.pointee.decimalCount += 1
      }
    case UInt8(ascii: "{"): try takeNestedObject(node)
    case UInt8(ascii: "["): try takeArray(node)
    case UInt8(ascii: "n"):
      try checker.skipWord()
      node.pointee.nullCount += 1
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      try checker.skipWord()
      node.pointee.boolCount += 1
    default: throw checker.failure(.value)
    }
  }

  private mutating func takeArray(
    _ node: UnsafeMutablePointer<ShapeNode>
  ) throws(JSONSyntaxError) {
    node.pointee.arrayCount += 1
    try checker.enter()
    checker.skipSpace()
    guard checker.position.pointee != UInt8(ascii: "]") else { return checker.leave() }
    guard checker.startsValue else { throw checker.failure(.firstElement) }
    let element = node.elementNode(arena: arena)
    while true {
      try takeValue(element)
      checker.skipSpace()
      if checker.position.pointee == UInt8(ascii: "]") { return checker.leave() }
      try checker.take(UInt8(ascii: ","), or: .commaOrBracket)
      checker.skipSpace()
    }
  }

  private mutating func takeNestedObject(
    _ node: UnsafeMutablePointer<ShapeNode>
  ) throws(JSONSyntaxError) {
    var first = checker
    first.position += 1
    first.skipSpace()
    if first.position.pointee == UInt8(ascii: "\""), first.position[1] == UInt8(ascii: "$"),
      try takeTypedValue(node)
    {
      return
    }
    node.pointee.objectCount += 1
    let holder = node.pointee.objectCount
    try checker.enter()
    checker.skipSpace()
    guard checker.position.pointee != UInt8(ascii: "}") else { return checker.leave() }
    guard checker.position.pointee == UInt8(ascii: "\"") else { throw checker.failure(.firstKey) }
    var predicted = 0
    while true {
      if let member = try takeKey(of: node, predicted: &predicted) {
        try takeHeldValue(member.pointee.node, holder: holder)
      } else {
        try checker.skipValue()
      }
      checker.skipSpace()
      if checker.position.pointee == UInt8(ascii: "}") { return checker.leave() }
      try checker.take(UInt8(ascii: ","), or: .commaOrBrace)
      checker.skipSpace()
      guard checker.position.pointee == UInt8(ascii: "\"") else { throw checker.failure(.key) }
    }
  }

  /// Takes a value such as `{"$oid": "…"}`; returns false, and stands where it stood, where the object
  /// turns out to be a plain one.
  private mutating func takeTypedValue(
    _ node: UnsafeMutablePointer<ShapeNode>
  ) throws(JSONSyntaxError) -> Bool {
    let start = checker
    try checker.skipValue()
    let bytes = UnsafeRawBufferPointer(
      start: start.position, count: checker.position - start.position)
    guard let (kind, inner) = ExtendedJSON.wrapper(at: 0..<bytes.count, in: bytes),
      let value = kind.value(of: inner, in: bytes)
    else {
      checker = start
      return false
    }
    node.count(value.kind)
    return true
  }
}
