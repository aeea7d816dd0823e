/// The words and names of the language, for whoever lists them.
package enum LanguageNames {
  /// The words that begin a clause.
  package static let clauses = [
    "where", "sort by", "limit", "offset", "select", "group by", "having", "distinct", "prefetch",
  ]

  /// What may stand before a bracket at the beginning of an operand.
  package static let functions = FunctionTable.functionNames

  /// What may follow a text and a dot.
  package static let textMethods = [
    "contains(", "hasPrefix(", "hasSuffix(", "localizedStandardContains(", "lowercased",
    "uppercased", "trimmed", "isEmpty", "count", "like(", "matches(",
  ]

  /// What may follow a collection and a dot.
  package static let collectionMethods = [
    "contains { ", "allSatisfy { ", "none { ", "filter { ", "count", "isEmpty", "first", "last",
    "sum(\\.", "avg(\\.", "min(\\.", "max(\\.",
  ]

  package static let dateMembers = FunctionTable.entries.filter { $0.argument == .date }
    .flatMap(\.methodNames)

  package static let numberMembers = FunctionTable.entries.filter { $0.argument == .number }
    .flatMap(\.methodNames)
}
