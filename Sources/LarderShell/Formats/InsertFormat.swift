import LarderCore
import LarderQuery

/// An `insert` statement a row, to be run elsewhere; streamed.
struct InsertFormat: ResultFormat {
  let output: Output

  private var entity = ""
  private var names: [String] = []

  init(output: Output) { self.output = output }

  mutating func begin(_ shape: ResultShape) {
    entity = Self.name(shape.entity?.rawValue ?? "Result")
    names = shape.columns.map { Self.name($0.name) }
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    let arguments = zip(names, row).compactMap { name, value in
      value.value.map { "\(name): \(QueryPrinter.text(EntityExpression.value($0)))" }
    }
    output.append("insert \(entity)(\(arguments.joined(separator: ", ")))\n")
    try output.drain()
  }

  func end() -> [String] { [] }

  /// The name as it may stand in a statement, in backticks where it is no identifier.
  static func name(_ name: String) -> String {
    let isPlain = name.unicodeScalars.enumerated().allSatisfy { index, scalar in
      scalar == "_"
        || scalar.properties.isXIDContinue && (index > 0 || scalar.properties.isXIDStart)
    }
    return isPlain && !name.isEmpty ? name : "`\(name)`"
  }
}
