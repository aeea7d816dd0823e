import FoundationEssentials
import LarderCore
import SQLiteDriver

/// Decides what a column is as an attribute, from its declaration and from what stands in it.
struct AttributeInference {
  private let table: Catalog.Table
  private let column: Catalog.Column
  private let observed: ColumnSample.Observation
  private let meaning: ColumnMapping.Meaning
  private let type: EntitySchema.AttributeType

  /// The type does not follow from the declaration alone.
  private let isInferred: Bool

  init(
    _ table: Catalog.Table, _ column: Catalog.Column, _ observed: ColumnSample.Observation
  ) {
    self.table = table
    self.column = column
    self.observed = observed
    meaning = AttributeInference.meaning(of: column, observed)
    let declared = AttributeInference.declaredType(of: column, meaning)
    let seen = AttributeInference.observedType(observed, meaning)
    type = AttributeInference.union(declared, seen)
    isInferred = type != declared
  }

  func mapping(key: KeyMapping) -> ColumnMapping {
    let isKey = key == .rowID(column: column.name)
    return ColumnMapping(
      attribute: AttributeName(column.name), column: column.name, affinity: column.affinity,
      collation: column.collation, meaning: meaning, kinds: isKey ? .number : strictKinds,
      isNotNull: column.isNotNull, hasDefault: column.defaultSQL != nil,
      isGenerated: column.isGenerated,
      dateForm: observed.firstDate.map(DateForm.init(of:))
        ?? DateForm(declaredType: column.declaredType))
  }

  func attribute(key: KeyMapping) -> EntitySchema.Attribute {
    let isRowID = key == .rowID(column: column.name)
    let isUnique = table.uniqueKeys.contains {
      $0.count == 1 && $0[0].isSameSQLName(as: column.name)
    }
    // SQLite mints a rowid, and computes a default that is no literal.
    let isLeftToSQLite = isRowID || (column.defaultSQL != nil && defaultValue == nil)
    let isRequired =
      column.isNotNull || (table.isWithoutRowID && column.primaryKeyPlace > 0)
    return EntitySchema.Attribute(
      name: AttributeName(column.name), type: type,
      isOptional: !isRequired || isLeftToSQLite || column.isGenerated, isUnique: isUnique,
      isReadOnly: column.isGenerated, defaultValue: defaultValue,
      observation: isInferred ? observed.summary(meaning) : nil)
  }

  /// The kinds of values that the table lets in.
  private var strictKinds: StoredKinds {
    guard table.isStrict else { return .any }
    return switch column.affinity {
    case .integer, .real, .numeric: .number
    case .text: .text
    case .none: column.declaredType.isSameSQLName(as: "ANY") ? .any : .data
    }
  }

  private var defaultValue: AttributeValue? {
    guard let sql = column.defaultSQL, let value = SQLLiteral.value(of: sql) else { return nil }
    switch (value, meaning) {
    case (.integer(let number), .bool) where number == 0 || number == 1: return .bool(number == 1)
    case (.text(let text), .date): return StoredDate.date(text).map { .date($0) } ?? .text(text)
    case (.text(let text), _) where column.affinity.isNumeric:
      return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? value
    case (.integer(let number), _) where column.affinity == .real: return .real(Double(number))
    case (.integer(let number), _) where column.affinity == .text: return .text(String(number))
    default: return value
    }
  }

  private static func meaning(
    of column: Catalog.Column, _ observed: ColumnSample.Observation
  ) -> ColumnMapping.Meaning {
    let type = column.declaredType.uppercased()
    if type.hasPrefix("BOOL") {
      return observed.truthValues == observed.valueCount ? .bool : .asStored
    }
    let names = ["DATE", "TIMESTAMP"]
    guard names.contains(where: type.hasPrefix) else { return .asStored }
    return observed.dates == observed.valueCount ? .date : .asStored
  }

  /// `nil` where the declaration says nothing.
  private static func declaredType(
    of column: Catalog.Column, _ meaning: ColumnMapping.Meaning
  ) -> EntitySchema.AttributeType? {
    switch meaning {
    case .bool: return .bool
    case .date: return .date
    default: break
    }
    let type = column.declaredType.uppercased()
    switch column.affinity {
    case .integer: return .integer
    case .real: return .real
    case .text: return .text
    case .none: return type.contains("BLOB") ? .data : nil
    case .numeric: return type.hasPrefix("NUMERIC") || type.hasPrefix("DECIMAL") ? .real : nil
    }
  }

  /// `nil` where nothing was seen.
  private static func observedType(
    _ observed: ColumnSample.Observation, _ meaning: ColumnMapping.Meaning
  ) -> EntitySchema.AttributeType? {
    switch meaning {
    case .bool: return .bool
    case .date: return .date
    default: break
    }
    let count = observed.valueCount
    if count == 0 { return nil }
    if observed.integers == count { return .integer }
    if observed.integers + observed.reals == count { return .real }
    if observed.texts == count { return .text }
    return observed.blobs == count ? .data : .mixed
  }

  private static func union(
    _ declared: EntitySchema.AttributeType?, _ seen: EntitySchema.AttributeType?
  ) -> EntitySchema.AttributeType {
    switch (declared, seen) {
    case (let type?, nil), (nil, let type?): type
    case (nil, nil): .mixed
    case (let a?, let b?) where a == b: a
    case (.integer?, .real?), (.real?, .integer?): .real
    default: .mixed
    }
  }
}

extension ColumnSample.Observation {
  fileprivate func summary(_ meaning: ColumnMapping.Meaning) -> EntitySchema.Observation {
    var counts: [AttributeValue.Kind: Int] = [:]
    counts[meaning == .bool ? .bool : .integer] = integers
    counts[.real] = reals
    counts[meaning == .date ? .date : .text] = texts
    counts[.data] = blobs
    return EntitySchema.Observation(counts: counts.filter { $0.value > 0 }, nullCount: nulls)
  }
}
