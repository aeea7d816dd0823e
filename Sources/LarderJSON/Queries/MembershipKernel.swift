import FoundationEssentials
import LarderCore

/// Finds the kernel for membership in a list of constants.
///
/// Nil is left to the condition around it; what is of another kind than the column's values equals none.
enum MembershipKernel {
  /// `nil` where the list is best asked of each row by itself.
  static func kernel(
    of elements: [AttributeValue], in column: Column
  ) -> ColumnCondition.Kernel? {
    switch column.values {
    case .integers: .integerSet(integers(elements))
    case .reals: reals(elements).map { .realSet($0) }
    case .dates:
      .realSet(
        Set(
          elements.compactMap {
            if case .date(let date) = $0 { date.timeIntervalSinceReferenceDate } else { nil }
          }))
    case .texts:
      texts(
        elements.compactMap { if case .text(let text) = $0 { text } else { nil } },
        areUUIDs: false)
    case .uuids:
      texts(
        elements.compactMap { if case .uuid(let uuid) = $0 { uuid.uuidString } else { nil } },
        areUUIDs: true)
    case .codes: nil
    }
  }

  private static func integers(_ elements: [AttributeValue]) -> Set<Int64> {
    var numbers: Set<Int64> = []
    for element in elements {
      switch element {
      case .integer(let number): numbers.insert(number)
      case .real(let number): if let integer = Int64(exactly: number) { numbers.insert(integer) }
      case .decimal(let number): if let integer = number.int64Value { numbers.insert(integer) }
      default: break
      }
    }
    return numbers
  }

  /// `nil` where an element is a number that reals are compared with digit by digit.
  private static func reals(_ elements: [AttributeValue]) -> Set<Double>? {
    var numbers: Set<Double> = []
    for element in elements {
      switch element {
      case .integer(let number): if let real = Double(exactly: number) { numbers.insert(real) }
      case .real(let number): numbers.insert(number)
      case .decimal: return nil
      default: break
      }
    }
    return numbers
  }

  private static func texts(_ texts: [String], areUUIDs: Bool) -> ColumnCondition.Kernel {
    let set = TextSet(texts, areUUIDs: areUUIDs)
    return .texts { set.contains($0) }
  }
}

/// Constant texts to look others up in.
private final class TextSet: @unchecked Sendable {  // Written by its initialiser, then only read.
  private let table: TextTable

  init(_ texts: [String], areUUIDs: Bool) {
    var table = TextTable(areUUIDs: areUUIDs)
    for text in texts { table.insert(text) }
    self.table = table
  }

  func contains(_ text: TextSlice) -> Bool { table.contains(text) }
}
