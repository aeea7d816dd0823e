package import LarderCore
package import SQLiteDriver

/// A write that SQLite refused, and the object that was being written.
package struct ConstraintFailure {
  private let error: SQLiteError
  private let snapshot: EntitySnapshot
  private let mapping: DatabaseMapping

  package init(_ error: SQLiteError, _ snapshot: EntitySnapshot, _ mapping: DatabaseMapping) {
    self.error = error
    self.snapshot = snapshot
    self.mapping = mapping
  }

  /// The error with the object, the attribute and the value at fault, as far as SQLite names them.
  package func persistenceError(_ reader: DatabaseReader) -> PersistenceError {
    switch error.code {
    case .constraintUnique, .constraintPrimaryKey, .constraintRowID:
      let names = attributes.map(\.rawValue).joined(separator: ", ")
      let detail = holder(reader).map { "\($0) holds the same \(names)" }
      return failure(.notUnique, detail ?? error.message)
    case .constraintNotNull: return failure(.requiredValueMissing, nil)
    case .constraintDatatype: return failure(.wrongKind, error.message)
    default:
      if error.code.primary == .constraint { return failure(.failed, error.message) }
      return PersistenceError(error)
    }
  }

  private func failure(_ code: PersistenceError.Code, _ detail: String?) -> PersistenceError {
    let attribute = attributes.first
    return PersistenceError(
      code, identifier: snapshot.identifier, attribute: attribute,
      value: attribute.flatMap { snapshot[$0] }, detail: detail, underlyingError: error)
  }

  private var table: TableMapping? {
    mapping.index(of: snapshot.entityName).map { mapping.tables[$0] }
  }

  /// The attributes that the message names as `table.column`.
  private var attributes: [AttributeName] {
    guard let table else { return [] }
    let separator = error.code == .constraintDatatype ? " column " : ": "
    guard let start = error.message.firstRange(of: separator)?.upperBound else { return [] }
    return error.message[start...].split(separator: ", ").compactMap { part in
      guard part.hasPrefix(table.table.name + ".") else { return nil }
      return table.column(named: String(part.dropFirst(table.table.name.count + 1)))?.attribute
    }
  }

  /// The first entity above the object's that has all the attributes.
  private var constrained: EntityName {
    let ancestry = mapping.schema.ancestry(of: snapshot.entityName).map(\.name)
    return ancestry.first { entity in
      attributes.allSatisfy { mapping.schema.attribute($0, of: entity) != nil }
    } ?? snapshot.entityName
  }

  /// The object that holds the unique values already.
  private func holder(_ reader: DatabaseReader) -> PersistentIdentifier? {
    let conditions = attributes.map { name in
      EntityPredicate.comparison(
        .equal, .path(AttributePath(name)), .value(snapshot[name] ?? .null))
    }
    guard !conditions.isEmpty, let index = mapping.index(of: constrained) else { return nil }
    let descriptor = EntityFetchDescriptor(
      entity: constrained, predicate: .and(conditions), fetchLimit: 1,
      propertiesToFetch: [])
    var found: PersistentIdentifier?
    // The error to report is the constraint's, whatever happens here.
    if let fetch = try? SQLCompiler.fetch(descriptor, table: index, in: mapping) {
      try? reader.forEachRow(of: fetch.sql) { statement in
        found = fetch.reader.identifier(statement)
        return false
      }
    }
    return found == snapshot.identifier ? nil : found
  }
}
