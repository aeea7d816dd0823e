import LarderCore
import SQLiteDriver

/// One column of an attribute that is stored in several.
struct PartReader {
  var slot: Int
  var column: Int
  var meaning: ColumnMapping.Meaning

  /// Where the value stands inside the attribute's; empty for a case of an enum.
  var members: [AttributeName]

  /// The attribute is nil where all of its columns are.
  var isOptional: Bool
}

extension [PartReader] {
  /// Puts the attributes together.
  func read(_ statement: Statement, into values: inout [AttributeValue?]) {
    var index = startIndex
    while index < endIndex {
      let slot = self[index].slot
      let end = self[index...].firstIndex { $0.slot != slot } ?? endIndex
      values[slot] = Self.value(of: self[index..<end], statement)
      index = end
    }
  }

  private static func value(of parts: ArraySlice<PartReader>, _ statement: Statement)
    -> AttributeValue
  {
    var object = AttributeObject([])
    var isEmpty = true
    for part in parts {
      let value = statement.attributeValue(at: part.column, meaning: part.meaning)
      if part.members.isEmpty {
        if value != .null { return value }
        continue
      }
      // An archive may hold null, which is a value of the composite's all the same.
      if statement.kind(at: part.column) != .null { isEmpty = false }
      object.place(value, at: part.members[...])
    }
    guard let first = parts.first, !first.members.isEmpty else { return .null }
    return isEmpty && first.isOptional ? .null : .object(object)
  }
}

extension AttributeObject {
  /// Puts a value at the end of a path of members, which are made where they are not there.
  fileprivate mutating func place(_ value: AttributeValue, at path: ArraySlice<AttributeName>) {
    guard let name = path.first else { return }
    let index = members.firstIndex { $0.name == name }
    guard path.count > 1 else {
      // Of the cases of an enum, each a column, the first that is filled counts.
      guard let index else { return members.append(Member(name: name, value: value)) }
      if members[index].value == .null { members[index].value = value }
      return
    }
    if let index, case .object(var inner) = members[index].value {
      inner.place(value, at: path.dropFirst())
      members[index].value = .object(inner)
    } else {
      var inner = AttributeObject([])
      inner.place(value, at: path.dropFirst())
      members.append(Member(name: name, value: .object(inner)))
    }
  }
}
