import LarderCore
import LarderTestSupport
import SQLiteDriver

/// A random database: tables with keys of every sort, foreign keys, join tables, and rows whose values
/// often are not what their columns declare.
struct RandomDatabase {
  private(set) var tables: [Table] = []
  private(set) var statements: [String] = []
  private var generator: SeededGenerator
  private var values: ValueGenerator

  struct Table {
    var name: String
    var key: Key
    var columns: [Column] = []
    var keys: [String] = []
  }

  struct Column {
    var name: String
    var type: String
  }

  enum Key: CaseIterable { case rowID, alias, text, composite, withoutRowID, strict }

  init(using generator: SeededGenerator) {
    self.generator = generator
    values = ValueGenerator(using: self.generator.split())
    let names = ["Trip", "person", "Order Details", "a\"b", "größe"].shuffled(
      using: &self.generator)
    for name in names.prefix(self.generator.integer(in: 1...3)) { addTable(named: name) }
    for index in tables.indices { addRows(to: index, count: self.generator.integer(in: 0...14)) }
    if Bool.random(using: &self.generator) { addJoinTable() }
  }

  /// Rows that break what the first rows seemed to promise.
  mutating func lateStatements() -> [String] {
    statements = []
    for index in tables.indices where tables[index].key != .strict {
      addRows(to: index, count: generator.integer(in: 0...4), isLate: true)
    }
    return statements
  }

  private mutating func addTable(named name: String) {
    let key = generator.pick(from: Key.allCases) ?? .alias
    var table = Table(name: name, key: key)
    let types =
      key == .strict
      ? ["INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
      : [
        "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC(8,2)", "", "BOOL", "DATETIME",
        "TEXT COLLATE NOCASE",
      ]
    for number in 0..<generator.integer(in: 2...5) {
      table.columns.append(Column(name: "c\(number)", type: generator.pick(from: types) ?? "TEXT"))
    }
    var definitions = keyDefinitions(key) + table.columns.map { "\($0.name) \($0.type)" }
    var constraints = keyConstraints(key)
    for (number, parent) in (tables + [table]).enumerated()
    where parent.key != .rowID && parent.key != .composite && generator.chance(percent: 60) {
      let column = generator.choose("link\(number)_id", "link\(number)Id", "link\(number)")
      let type = parent.key == .alias || parent.key == .strict ? "INTEGER" : "TEXT"
      definitions.append("\(column) \(generator.chance(percent: 80) || key == .strict ? type : "")")
      constraints.append("FOREIGN KEY (\(column)) REFERENCES \(parent.name.quoted)")
      table.columns.append(Column(name: column, type: "LINK \(number)"))
    }
    let suffix = key == .strict ? " STRICT" : key == .withoutRowID ? " WITHOUT ROWID" : ""
    let body = (definitions + constraints).joined(separator: ", ")
    statements.append("CREATE TABLE \(name.quoted) (\(body))\(suffix)")
    for column in table.columns
    where column.type.hasPrefix("LINK ") && generator.chance(percent: 50) {
      let index = "\(name) by \(column.name)".quoted
      statements.append("CREATE INDEX \(index) ON \(name.quoted) (\(column.name))")
    }
    tables.append(table)
  }

  private func keyDefinitions(_ key: Key) -> [String] {
    switch key {
    case .rowID: []
    case .alias, .strict: ["id INTEGER PRIMARY KEY"]
    case .text: ["code TEXT PRIMARY KEY NOT NULL"]
    case .composite: ["a INT NOT NULL", "b TEXT NOT NULL"]
    case .withoutRowID: ["code TEXT PRIMARY KEY"]
    }
  }

  private func keyConstraints(_ key: Key) -> [String] {
    key == .composite ? ["PRIMARY KEY (a, b)"] : []
  }

  private mutating func addRows(to index: Int, count: Int, isLate: Bool = false) {
    for number in 0..<count {
      let offset = (isLate ? 100 : 0) + number
      let key = makeKey(tables[index].key, offset)
      var row = key
      let isStrict = tables[index].key == .strict
      for column in tables[index].columns {
        row.append(literal(for: column, isStrict: isStrict, isLate: isLate))
      }
      let list = row.joined(separator: ", ")
      statements.append("INSERT OR IGNORE INTO \(tables[index].name.quoted) VALUES (\(list))")
      tables[index].keys.append(key.first ?? "NULL")
    }
  }

  private mutating func makeKey(_ key: Key, _ number: Int) -> [String] {
    let words = [
      "'K'", "'\u{212A}elvin'", "'e\u{301}'", "'é2'", "'x''1'", "'t''a'", "'B'", "'a'", "x'00FF'",
    ]
    switch key {
    case .rowID: return []
    case .alias, .strict: return ["\(number * 3 - 4)"]
    case .text, .withoutRowID:
      return [number < words.count ? words[number] : "'key \(number)'"]
    case .composite:
      return ["\(number / 3)", "'\(generator.choose("a", "B", "é", "z"))\(number)'"]
    }
  }

  private mutating func literal(for column: Column, isStrict: Bool, isLate: Bool) -> String {
    if generator.chance(percent: 15) { return "NULL" }
    if column.type.hasPrefix("LINK "), let parent = Int(column.type.dropFirst(5)) {
      // One in ten leads nowhere.
      let keys = parent < tables.count ? tables[parent].keys : []
      let usable = isStrict ? keys.filter { !$0.hasPrefix("x") } : keys
      return generator.chance(percent: 90) ? generator.pick(from: usable) ?? "NULL" : "77"
    }
    if isLate { return mixed() }
    switch column.type {
    case "INTEGER":
      return generator.chance(percent: 90) ? "\(values.integer())" : isStrict ? "7" : mixed()
    case "REAL": return "\(values.real())"
    case "NUMERIC(8,2)": return generator.choose("\(values.real())", "\(values.integer())")
    case "BLOB": return blob()
    case "BOOL": return generator.choose("0", "1")
    case "DATETIME":
      return DateText.text(for: values.date()).quotedText
    case "TEXT", "TEXT COLLATE NOCASE": return values.text().quotedText
    default: return mixed()
    }
  }

  private mutating func mixed() -> String {
    switch generator.integer(in: 0...5) {
    case 0: "\(values.integer())"
    case 1: "\(values.real())"
    case 2: blob()
    case 3: generator.choose("'5'", "'1'", "'2020-01-01'", "'1e3'", "''", "2", "1.0")
    default: values.text().quotedText
    }
  }

  private mutating func blob() -> String {
    let digits = (0..<generator.integer(in: 0...4)).map { _ in generator.choose("00", "41", "FF") }
    return "x'\(digits.joined())'"
  }

  private mutating func addJoinTable() {
    let ends = tables.filter { $0.key != .rowID && $0.key != .composite }
    guard let first = generator.pick(from: ends), let second = generator.pick(from: ends) else {
      return
    }
    let types = [first, second].map { $0.key == .alias || $0.key == .strict ? "INTEGER" : "TEXT" }
    statements.append(
      """
      CREATE TABLE joined (one_id \(types[0]) NOT NULL REFERENCES \(first.name.quoted),
      two_id \(types[1]) NOT NULL REFERENCES \(second.name.quoted), PRIMARY KEY (one_id, two_id))
      """)
    for _ in 0..<generator.integer(in: 0...20) {
      guard let one = generator.pick(from: first.keys), let two = generator.pick(from: second.keys)
      else { continue }
      statements.append("INSERT OR IGNORE INTO joined VALUES (\(one), \(two))")
    }
  }
}

extension String {
  fileprivate var quoted: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  fileprivate var quotedText: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
