import LarderCore

/// A function of one value, and the names it goes by.
struct FunctionEntry: Sendable {
  enum Argument: Sendable { case text, number, date, list, any }

  let function: EntityExpression.Function
  let argument: Argument

  /// `nil` for the argument's own type.
  let resultType: ValueType?
  let functionNames: [String]
  let methodNames: [String]

  func accepts(_ type: ValueType) -> Bool {
    switch (argument, type.family) {
    case (.any, .duration), (.any, .pattern): false
    case (.any, _), (_, .unknown), (.text, .text), (.number, .number), (.date, .date): true
    case (.list, .list): if case .attribute = type { true } else { false }
    default: false
    }
  }

  func result(_ type: ValueType) -> ValueType {
    if argument == .list { return type.element ?? .mixed }
    return resultType ?? (type == .null ? .mixed : type)
  }
}

/// The functions of the language.
enum FunctionTable {
  static let entries: [FunctionEntry] = [
    entry(.lowercased, .text, .text, ["lower", "lowercase", "lowercased"], ["lowercased"]),
    entry(.uppercased, .text, .text, ["upper", "uppercase", "uppercased"], ["uppercased"]),
    entry(.trimmed, .text, .text, ["trim", "trimmed"], ["trimmed"]),
    entry(.abs, .number, nil, ["abs"], ["magnitude", "abs"]),
    entry(.rounded, .number, nil, ["round", "rounded"], ["rounded"]),
    entry(.floor, .number, nil, ["floor"], ["floor"]),
    entry(.ceiling, .number, nil, ["ceil", "ceiling"], ["ceiling"]),
    entry(.year, .date, .integer, ["year"], ["year"]),
    entry(.month, .date, .integer, ["month"], ["month"]),
    entry(.day, .date, .integer, ["day"], ["day"]),
    entry(.hour, .date, .integer, ["hour"], ["hour"]),
    entry(.minute, .date, .integer, ["minute"], ["minute"]),
    entry(.second, .date, .integer, ["second"], ["second"]),
    entry(.weekday, .date, .integer, ["weekday"], ["weekday"]),
    entry(.text, .any, .text, ["String", "text"], []),
    entry(.integer, .any, .integer, ["Int", "integer"], []),
    entry(.real, .any, .real, ["Double", "real"], []),
    entry(.first, .list, nil, [], ["first"]),
    entry(.last, .list, nil, [], ["last"]),
  ]

  private static func entry(
    _ function: EntityExpression.Function, _ argument: FunctionEntry.Argument,
    _ resultType: ValueType?, _ functionNames: [String], _ methodNames: [String]
  ) -> FunctionEntry {
    FunctionEntry(
      function: function, argument: argument, resultType: resultType,
      functionNames: functionNames, methodNames: methodNames)
  }

  /// Aggregates by name.
  static let aggregates: [String: EntityExpression.AggregateFunction] = [
    "count": .count, "sum": .sum, "avg": .average, "average": .average, "min": .minimum,
    "max": .maximum,
  ]

  /// Functions over a collection by name; NSPredicate's `@` names are the same.
  static let collectionFunctions: [String: EntityExpression.CollectionFunction] = [
    "count": .count, "sum": .sum, "avg": .average, "average": .average, "min": .minimum,
    "max": .maximum,
  ]

  /// What other languages call methods of ours.
  static let methodsByOtherName = [
    "any": "contains", "some": "contains", "exists": "contains", "all": "allSatisfy",
    "every": "allSatisfy",
  ]

  static func function(_ name: String) -> FunctionEntry? {
    entries.first { $0.functionNames.contains(name) }
  }

  static func method(_ name: String) -> FunctionEntry? {
    entries.first { $0.methodNames.contains(name) }
  }

  /// Every function's name, for "did you mean".
  static var functionNames: [String] {
    entries.flatMap(\.functionNames) + aggregates.keys.sorted()
      + ["coalesce", "bar", "sparkline", "now", "today", "uuid", "data"]
  }

  static var methodNames: [String] {
    entries.flatMap(\.methodNames) + collectionFunctions.keys.sorted() + [
      "contains", "hasPrefix", "hasSuffix", "localizedStandardContains",
      "localizedCaseInsensitiveContains", "starts", "allSatisfy", "none", "filter", "like",
      "matches", "isEmpty",
    ]
  }
}
