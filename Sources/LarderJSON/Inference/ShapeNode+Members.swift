import Glibc

/// Finds and adds the members of one place's objects; the keys stand in the file.
extension UnsafeMutablePointer<ShapeNode> {
  /// More keys than this in one place are not followed: they are data rather than names.
  static var memberLimit: Int32 { 2000 }

  /// The index of the member whose key starts here, after its quote; `nil` when it is not known.
  ///
  /// `length` counts the closing quote.
  func memberIndex(_ key: UnsafePointer<UInt8>, length: Int) -> Int? {
    guard let members = pointee.members else { return nil }
    let count = Int(pointee.memberCount)
    guard count > 8, let buckets = pointee.buckets else {
      return (0..<count).first { (members + $0).matches(key, length: length) }
    }
    let mask = Int(pointee.bucketCount) - 1
    var bucket = Self.hash(key, length) & mask
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if (members + index).matches(key, length: length) { return index }
      bucket = (bucket + 1) & mask
    }
    return nil
  }

  /// Adds a key under its slot; `nil` when the place has too many already.
  ///
  /// A key in another spelling (an escape, another Unicode form) gets the slot of the name.
  func addMember(_ key: UnsafePointer<UInt8>, length: Int, arena: Arena) -> Int? {
    guard pointee.memberCount < Self.memberLimit else {
      pointee.isOpen = true
      return nil
    }
    let known = existingSlot(of: key, length: length)
    let node = known?.node ?? Self.make(in: arena)
    let slot = known?.slot ?? pointee.slotCount
    if known == nil { pointee.slotCount += 1 }
    let index = Int(pointee.memberCount)
    reserve(index + 1, arena: arena)
    guard let members = pointee.members else { return nil }
    (members + index).initialize(
      to: ShapeMember(key: key, length: length, slot: slot, node: node))
    pointee.memberCount += 1
    if let buckets = pointee.buckets {
      Self.insert(index, members, buckets, mask: Int(pointee.bucketCount) - 1)
    }
    return index
  }

  /// The place of the elements of this place's arrays.
  func elementNode(arena: Arena) -> UnsafeMutablePointer<ShapeNode> {
    if let element = pointee.element { return element }
    let element = Self.make(in: arena)
    pointee.element = element
    return element
  }

  static func make(in arena: Arena) -> UnsafeMutablePointer<ShapeNode> {
    let node = arena.allocate(ShapeNode.self, count: 1)
    node.initialize(to: ShapeNode())
    return node
  }

  private func existingSlot(
    of key: UnsafePointer<UInt8>, length: Int
  ) -> (node: UnsafeMutablePointer<ShapeNode>, slot: Int32)? {
    let bytes = UnsafeBufferPointer(start: key, count: length)
    guard bytes.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) || pointee.hasOddKeys
    else { return nil }
    pointee.hasOddKeys = true
    let name = ShapeMember.name(key, length: length)
    for index in 0..<Int(pointee.memberCount) {
      guard let member = pointee.members?[index], member.name == name else { continue }
      return (member.node, member.slot)
    }
    return nil
  }

  private func reserve(_ count: Int, arena: Arena) {
    guard count > Int(pointee.memberCapacity) else { return }
    let capacity = Swift.max(8, Int(pointee.memberCapacity) * 2)
    let larger = arena.allocate(ShapeMember.self, count: capacity)
    if let members = pointee.members {
      larger.initialize(from: members, count: Int(pointee.memberCount))
    }
    pointee.members = larger
    pointee.memberCapacity = Int32(capacity)
    guard capacity > 8 else { return }
    let bucketCount = capacity * 4
    let buckets = arena.allocate(Int32.self, count: bucketCount)
    for index in 0..<Int(pointee.memberCount) {
      Self.insert(index, larger, buckets, mask: bucketCount - 1)
    }
    pointee.buckets = buckets
    pointee.bucketCount = Int32(bucketCount)
  }

  private static func insert(
    _ index: Int, _ members: UnsafeMutablePointer<ShapeMember>,
    _ buckets: UnsafeMutablePointer<Int32>, mask: Int
  ) {
    var bucket = hash(members[index].key, Int(members[index].length)) & mask
    while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
    buckets[bucket] = Int32(index) + 1
  }

  private static func hash(_ key: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<length { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash >> 20)
  }
}

extension UnsafeMutablePointer<ShapeMember> {
  /// Whether the bytes here start with the key and its closing quote.
  @inline(__always)
  func startsKey(at text: UnsafePointer<UInt8>) -> Bool {
    let word = UnsafeRawPointer(text).loadUnaligned(as: UInt64.self)
    guard word & pointee.headMask == pointee.head else { return false }
    let length = Int(pointee.length)
    guard length > 8 else { return true }
    let key = pointee.key
    var index = 8
    while index + 8 <= length {
      guard Self.word(text, index) == Self.word(key, index) else { return false }
      index += 8
    }
    return Self.word(text, length - 8) == Self.word(key, length - 8)
  }

  func matches(_ text: UnsafePointer<UInt8>, length: Int) -> Bool {
    Int(pointee.length) == length && startsKey(at: text)
  }

  @inline(__always)
  private static func word(_ text: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self)
  }
}

extension ShapeMember {
  init(
    key: UnsafePointer<UInt8>, length: Int, slot: Int32, node: UnsafeMutablePointer<ShapeNode>
  ) {
    self.key = key
    self.length = Int32(length)
    self.slot = slot
    self.node = node
    headMask = length >= 8 ? .max : (1 << (UInt64(length) * 8)) - 1
    head = UnsafeRawPointer(key).loadUnaligned(as: UInt64.self).littleEndian & headMask
  }

  /// The name that the key spells.
  var name: String { Self.name(key, length: Int(length)) }

  static func name(_ key: UnsafePointer<UInt8>, length: Int) -> String {
    JSONStringText.value(UnsafeRawBufferPointer(start: key - 1, count: length + 1), 0..<length + 1)
  }
}
