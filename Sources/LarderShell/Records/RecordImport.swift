import JSONTree
import LarderCore
import LarderQuery
import LarderStore

/// The records of a file as edits of a context, and what is wrong with them.
struct RecordImport {
  let entity: EntityName
  let schema: EntitySchema
  let options: ImportOptions

  private(set) var file: ImportFile
  private(set) var problems = ImportProblems()
  private(set) var values: ImportValueReader

  /// An insertion for each record, without its relationships, and where the record begins.
  private(set) var edits: [EntityEdit] = []
  private(set) var offsets: [Int] = []

  /// What the relationships of records are to lead to.
  private(set) var references: [AttributeName: [Reference]] = [:]

  /// The records that have an identifier, by its text.
  private(set) var records: [String: Int] = [:]

  private(set) var leftOut: [LeftOutColumn] = []

  /// Texts that look as if `--csv-safe` had written them.
  private(set) var defusedCount = 0

  private var targets: [String: Target] = [:]
  private let required: [AttributeName]

  /// The objects that one record's relationship is to lead to, by their identifiers or unique values.
  struct Reference {
    var record: Int
    var keys: [String]

    /// The place of the value among those of its record.
    var field: Int
  }

  /// A column that no object can take, and why.
  struct LeftOutColumn: Hashable {
    var name: String
    var reason: String

    /// Something of the file is lost by it.
    var isLoss: Bool
  }

  /// What the values of a column are for.
  private enum Target {
    case attribute(AttributePath, EntitySchema.AttributeType, isRequired: Bool)
    case relationship(EntitySchema.Relationship)
    case identifier
    case nothing
  }

  init(
    _ file: ImportFile, into entity: EntityName, of schema: EntitySchema, zone: SessionZone,
    _ options: ImportOptions
  ) {
    self.file = file
    self.entity = entity
    self.schema = schema
    self.options = options
    values = ImportValueReader(zone: zone)
    required = schema.allAttributes(of: entity)
      .filter { $0.isRequired && $0.defaultValue == nil }.map(\.name)
  }

  /// Reads all records; `check` is called before each.
  mutating func read(_ check: () throws -> Void) throws {
    for column in file.columns ?? [] { _ = target(of: column.name) { _ in column.offset } }
    var offset = 0
    while true {
      try check()
      do throws(ImportProblem) {
        guard let record = try file.next() else { return }
        WorkProgress.shared.advance(by: record.offset - offset)
        offset = record.offset
        add(record)
      } catch {
        problems.add(error)
      }
    }
  }

  private mutating func add(_ record: ImportRecord) {
    var assignments: [EntityEdit.Assignment] = []
    assignments.reserveCapacity(record.fields.count)
    var missing = required
    checkNames(of: record)
    for (index, field) in record.fields.enumerated() {
      switch target(of: field.name, at: { $0.offset(of: index, in: record.offset) }) {
      case .nothing: continue
      case .identifier: noteIdentifier(field)
      case .relationship(let relationship): refer(relationship, index, record)
      case .attribute(let path, let type, let isRequired):
        missing.removeAll { $0 == path.names.first }
        guard let value = values.value(text(of: field), as: type) else {
          fail(index, record, "takes \(type.expectation), not \(field.value.shown)")
          continue
        }
        if isRequired, value == .null { fail(index, record, "needs a value") }
        assignments.append(.init(path, .value(value)))
      }
    }
    for name in missing {
      problems.add(at: record.offset, isOfLine: true, "`\(name)` needs a value")
    }
    edits.append(.insert(entity, assignments))
    offsets.append(record.offset)
  }

  /// An object of a file has names of its own, which may stand twice.
  private mutating func checkNames(of record: ImportRecord) {
    guard file.columns == nil else { return }
    var names: Set<String> = []
    for (index, field) in record.fields.enumerated()
    where !names.insert(field.name).inserted {
      fail(index, record, "is there twice")
    }
  }

  private mutating func fail(
    _ index: Int, _ record: ImportRecord, _ words: @autoclosure () -> String
  ) {
    problems.add(
      at: file.offset(of: index, in: record.offset), "`\(record.fields[index].name)` \(words())")
  }

  private mutating func noteIdentifier(_ field: ImportRecord.Field) {
    switch field.value {
    case .text(let text), .json(.text(let text)): records[text] = edits.count
    case .null, .json: break
    }
  }

  /// The value without what `--csv-safe` put before it.
  private mutating func text(of field: ImportRecord.Field) -> ImportValue {
    guard case .text(let text) = field.value, SpreadsheetFormula.isDefused(text) else {
      return field.value
    }
    guard options.isSafeForSpreadsheets else {
      defusedCount += 1
      return field.value
    }
    return .text(String(text.dropFirst()))
  }

  private mutating func refer(
    _ relationship: EntitySchema.Relationship, _ index: Int, _ record: ImportRecord
  ) {
    let field = record.fields[index]
    guard let keys = field.value.keys(isToMany: relationship.isToMany) else {
      let one = "`\(relationship.destination)#p1`"
      let wanted =
        relationship.isToMany
        ? "a JSON array of objects, as [\"\(relationship.destination)#p1\"]"
        : "an object, as \(one)"
      return fail(index, record, "takes \(wanted), not \(field.value.shown)")
    }
    guard !keys.isEmpty else { return }
    references[relationship.name, default: []].append(
      Reference(record: edits.count, keys: keys, field: index))
  }

  /// Adds what was found wrong later, with a record or with one of its values.
  mutating func fail(_ record: Int, field: Int? = nil, _ message: @autoclosure () -> String) {
    let start = offsets[record]
    guard let field else { return problems.add(at: start, isOfLine: true, message()) }
    problems.add(at: file.offset(of: field, in: start), message())
  }

  // MARK: Columns

  private mutating func target(of column: String, at place: (ImportFile) -> Int) -> Target {
    if let known = targets[column] { return known }
    let target = makeTarget(of: column, at: place(file))
    targets[column] = target
    return target
  }

  private mutating func makeTarget(of column: String, at offset: Int) -> Target {
    var name = column
    if options.isSafeForSpreadsheets, SpreadsheetFormula.isDefused(name) { name.removeFirst() }
    if name == "$id" {
      leave(name, "a store gives identifiers itself", isLoss: false)
      return .identifier
    }
    if let relationship = schema.relationship(AttributeName(name), of: entity) {
      return .relationship(relationship)
    }
    if let (path, attribute) = attribute(named: name) {
      guard !attribute.isReadOnly else {
        leave(name, "it cannot be written", isLoss: true)
        return .nothing
      }
      return .attribute(
        path, attribute.type, isRequired: path.names.count == 1 && attribute.isRequired)
    }
    if options.ignoresUnknown {
      leave(name, "\(entity) has no such attribute", isLoss: true)
    } else {
      let near = Spelling.nearest(to: name, among: names)
      let help = near.map { "; did you mean `\($0)`?" } ?? ""
      problems.add(at: offset, "\(entity) has no attribute `\(name)`\(help)")
    }
    return .nothing
  }

  private mutating func leave(_ name: String, _ reason: String, isLoss: Bool) {
    leftOut.append(LeftOutColumn(name: name, reason: reason, isLoss: isLoss))
  }

  /// An attribute, or with dots between a member of a composite one.
  private func attribute(
    named name: String
  ) -> (path: AttributePath, attribute: EntitySchema.Attribute)? {
    if let attribute = schema.attribute(AttributeName(name), of: entity) {
      return (AttributePath(attribute.name), attribute)
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      .map { AttributeName(String($0)) }
    guard parts.count > 1, let root = schema.attribute(parts[0], of: entity) else { return nil }
    var attribute = root
    for part in parts.dropFirst() {
      guard case .composite(let members) = attribute.type,
        let member = members.first(where: { $0.name == part })
      else { return nil }
      attribute = member
    }
    attribute.isReadOnly = attribute.isReadOnly || root.isReadOnly
    return (AttributePath(parts), attribute)
  }

  private var names: [String] {
    schema.allAttributes(of: entity).map(\.name.rawValue)
      + schema.allRelationships(of: entity).map(\.name.rawValue)
  }
}
