extension KeyedArchive {
  /// An archive of a value of this one and of all that it refers to.
  func extracting(_ value: PropertyList) -> [UInt8] {
    var extraction = Extraction(archive: self)
    let root = extraction.reference(to: value)
    var next = 0
    while next < extraction.pending.count {
      let index = extraction.pending[next]
      next += 1
      extraction.objects.append(extraction.copy(objects[index]))
    }
    return KeyedArchive.bytes(root: root, objects: extraction.objects)
  }
}

/// The new numbers of the objects that a value refers to.
private struct Extraction {
  let archive: KeyedArchive
  var objects: [PropertyList] = [.string("$null")]

  /// The old numbers, in the order of the new ones, which begin with 1.
  private(set) var pending: [Int] = []
  private var numbers: [Int: Int] = [:]

  init(archive: KeyedArchive) { self.archive = archive }

  /// The value as the new archive's root: a reference, or a plain value under a number of its own.
  mutating func reference(to value: PropertyList) -> PropertyList {
    if case .uid = value { return copy(value) }
    objects.append(value)
    return .uid(1)
  }

  mutating func copy(_ value: PropertyList) -> PropertyList {
    switch value {
    case .uid(let index): .uid(number(of: index))
    case .array(let elements): .array(elements.map { copy($0) })
    case .set(let elements): .set(elements.map { copy($0) })
    case .dictionary(let members): .dictionary(members.mapValues { copy($0) })
    default: value
    }
  }

  private mutating func number(of index: Int) -> Int {
    guard index != 0, archive.objects.indices.contains(index) else { return 0 }
    if let number = numbers[index] { return number }
    pending.append(index)
    numbers[index] = pending.count
    return pending.count
  }
}
