import SQLiteDriver

extension [SQLiteValue] {
  /// The text at an index; empty when it is something else.
  package func text(_ index: Int) -> String {
    guard indices.contains(index), case .text(let text) = self[index] else { return "" }
    return text
  }

  /// The integer at an index; 0 when it is something else.
  package func integer(_ index: Int) -> Int64 {
    guard indices.contains(index), case .integer(let number) = self[index] else { return 0 }
    return number
  }
}
