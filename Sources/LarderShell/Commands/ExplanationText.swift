import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Shows how a query was answered: a record in data modes, else a section a form.
  func show(
    _ explanation: QueryExplanation, of query: EntityQuery, schema: EntitySchema, seconds: Double
  ) throws {
    let text = ExplanationText(query: query, explanation: explanation, schema: schema)
    if settings.mode.isForData { return try show(names: ExplanationText.names, [text.record]) }
    try show(
      lines: (text.lines + ["time         \(Self.duration(seconds))"]).joined(separator: "\n"))
  }
}

/// An explanation in words and as a record.
struct ExplanationText {
  let query: EntityQuery
  let explanation: QueryExplanation
  let schema: EntitySchema

  static let names = [
    "query", "swift", "nspredicate", "pushed", "residual", "sql", "url", "read", "kept",
  ]

  /// A value a name; null where there is no such form.
  var record: [AttributeValue?] {
    [
      .text(QueryPrinter.text(query)), form(try? swift.get()), form(try? nsPredicate?.get()),
      form(explanation.plan.pushed.predicate.map(QueryPrinter.text)),
      form(explanation.plan.residual.map(QueryPrinter.text)),
      form(sql), form(explanation.store.url),
      explanation.read.map { .integer(Int64($0)) } ?? .null, .integer(Int64(explanation.kept)),
    ]
  }

  /// A line or more a form, with its name before it.
  var lines: [String] {
    var lines = section("query", QueryPrinter.text(query))
    lines += section("swift", words(swift))
    if let nsPredicate { lines += section("nspredicate", words(nsPredicate)) }
    let plan = explanation.plan.lines(describing: QueryPrinter.text)
    lines += section("plan", plan.joined(separator: "\n"))
    if let sql { lines += section("sql", sql) }
    if let url = explanation.store.url { lines += section("url", url) }
    if !explanation.store.notes.isEmpty {
      lines += section("store", explanation.store.notes.joined(separator: "\n"))
    }
    if explanation.pendingChangeCount > 0 {
      let count = explanation.pendingChangeCount
      lines += section(
        "overlay", "\(count) pending \(count == 1 ? "change" : "changes") laid over the answer")
    }
    return lines + section("rows", rows)
  }

  private var rows: String {
    let parts = [
      explanation.examined.map { "\($0) examined" }, explanation.read.map { "\($0) read" },
      "\(explanation.kept) kept",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The SQL, with the values bound to it behind.
  private var sql: String? {
    explanation.store.sql.map { sql in
      let values = explanation.store.boundValues.map { QueryPrinter.text($0) }
      return values.isEmpty ? sql : sql + "\n-- " + values.joined(separator: ", ")
    }
  }

  /// The form for an app, or the reason why there is none.
  private var swift: Result<String, PrintingObstacle> {
    SwiftPrinter.source(of: query, in: schema)
  }

  private var nsPredicate: Result<String, PrintingObstacle>? {
    query.descriptor.predicate.map {
      NSPredicatePrinter.format(of: $0, of: query.descriptor.entity, in: schema)
    }
  }

  /// The text of a form, or the reason in brackets.
  private func words(_ form: Result<String, PrintingObstacle>) -> String {
    switch form {
    case .success(let text): text
    case .failure(let obstacle): "(`\(obstacle.part)`: \(obstacle.reason))"
    }
  }

  private func form(_ text: String?) -> AttributeValue { text.map { .text($0) } ?? .null }

  private func section(_ name: String, _ text: String) -> [String] {
    let margin = 13
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      let label = $0.offset == 0 ? name : ""
      return label + String(repeating: " ", count: margin - label.count) + $0.element
    }
  }
}
