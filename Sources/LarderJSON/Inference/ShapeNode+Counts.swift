import LarderCore

extension UnsafeMutablePointer<ShapeNode> {
  /// Counts a value whose kind does not show in its first byte.
  func count(_ kind: AttributeValue.Kind) {
    switch kind {
    case .null: pointee.nullCount += 1
    case .bool: pointee.boolCount += 1
    case .integer: pointee.integerCount += 1
    case .real: pointee.realCount += 1
    case .decimal: pointee.decimalCount += 1
    case .text, .identifier, .data:
      pointee.textCount += 1
      pointee.textForms = []
    case .date: pointee.dateCount += 1
    case .uuid: pointee.uuidCount += 1
    case .array: pointee.arrayCount += 1
    case .object: pointee.objectCount += 1
    }
  }
}
