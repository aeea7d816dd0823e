import LarderCore

extension AttributeValue {
  /// Whether two values are one to the last bit: of one kind, and text alike byte for byte.
  ///
  /// Swift's equality takes two spellings of one character as one; a file that is edited from one to
  /// the other has changed.
  func isIdentical(to other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.text(let mine), .text(let theirs)): return mine.utf8.elementsEqual(theirs.utf8)
    case (.real(let mine), .real(let theirs)): return mine.bitPattern == theirs.bitPattern
    case (.array(let mine), .array(let theirs)):
      return mine.count == theirs.count
        && zip(mine, theirs).allSatisfy { $0.isIdentical(to: $1) }
    case (.object(let mine), .object(let theirs)):
      return mine.members.count == theirs.members.count
        && zip(mine.members, theirs.members).allSatisfy {
          $0.name == $1.name && $0.value.isIdentical(to: $1.value)
        }
    default: return self == other
    }
  }

  /// The same for values that may be missing.
  static func areIdentical(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.isIdentical(to: right)
    default: false
    }
  }
}
