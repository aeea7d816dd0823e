import FoundationEssentials
import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// The chart of a query's result: the first column that is no number names the points, the last number is drawn.
  ///
  /// - Throws: `shell.no-such-form` where no column has numbers.
  func chart(_ asked: StoreQuery, _ kind: Chart.Kind?) throws -> Chart {
    let table = try table(of: asked)
    let numeric = table.names.indices.filter { column in
      let values = table.rows.compactMap { $0[column] }.filter { $0 != .null }
      return !values.isEmpty && values.allSatisfy { $0.plotted != nil }
    }
    guard let yColumn = numeric.last(where: { !table.isDate($0) }) else {
      throw ShellError(
        .noSuchForm, "no column of the result has numbers to draw",
        help: "select some, as in `.chart Trip group by country select country, count()`")
    }
    let labelColumn = table.names.indices.first { !numeric.contains($0) }
    let xColumn = numeric.first { $0 != yColumn }
    let kind = kind ?? Self.kind(hasLabels: labelColumn != nil, hasX: xColumn != nil)
    var chart = Chart(
      kind: kind, points: [], xName: table.names[labelColumn ?? xColumn ?? yColumn],
      yName: table.names[yColumn])
    for (index, row) in table.rows.enumerated() {
      guard let y = row[yColumn]?.plotted else {
        chart.skippedCount += 1
        continue
      }
      let usesX = kind == .line || kind == .scatter
      let label = labelColumn.map { texts.text(row[$0], in: ResultColumn(name: table.names[$0])) }
      let xText = xColumn.map { texts.text(row[$0], in: ResultColumn(name: table.names[$0])) }
      let x = usesX ? xColumn.flatMap { row[$0]?.plotted } : nil
      chart.points.append(
        Chart.Point(label: label ?? xText ?? "\(index + 1)", x: x ?? Double(index), y: y))
    }
    return chart
  }

  private static func kind(hasLabels: Bool, hasX: Bool) -> Chart.Kind {
    hasLabels ? .bar : hasX ? .scatter : .histogram
  }

  private var texts: ValueText {
    var settings = settings
    settings.zone = zone
    return ValueText(settings)
  }

  private struct Table {
    var names: [String]
    var rows: [[AttributeValue?]]

    func isDate(_ column: Int) -> Bool {
      rows.contains { if case .date? = $0[column] { true } else { false } }
    }
  }

  private func table(of asked: StoreQuery) throws -> Table {
    lastQuery = asked
    switch try context.run(asked.query, in: asked.store) {
    case .count(let count): return Table(names: ["count"], rows: [[.integer(Int64(count))]])
    case .rows(let names, let rows): return Table(names: names, rows: rows)
    case .objects(let objects):
      let columns = try ObjectColumns(
        asked.query.descriptor, schema: openStore(named: asked.store).store.schema)
      return Table(
        names: columns.names.map(\.rawValue),
        rows: objects.map { object in columns.names.map { object[$0] } })
    }
  }
}

extension AttributeValue {
  /// The number that a chart draws for a value; `nil` for none.
  fileprivate var plotted: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number.isFinite ? number : nil
    case .decimal(let number): Double(number.description)
    case .date(let date): date.timeIntervalSinceReferenceDate
    default: nil
    }
  }
}
