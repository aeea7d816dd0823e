import LarderCore

/// Mints temporary identifiers, numbered from 1 over all entities of a context.
final class IdentifierMinter {
  private var nextNumber: Int64
  private var origins: [EntityName: PersistentIdentifier.Origin] = [:]

  init(first: Int64 = 1) { nextNumber = first }

  func mint(for entity: EntityName) -> PersistentIdentifier {
    defer { nextNumber += 1 }
    let origin =
      origins[entity] ?? PersistentIdentifier.Origin(storeIdentifier: nil, entityName: entity)
    origins[entity] = origin
    return PersistentIdentifier(origin: origin, primaryKey: .temporary(nextNumber))
  }

  /// Runs something whose identifiers are forgotten again.
  func forgetting<Result>(_ body: () throws -> Result) rethrows -> Result {
    let first = nextNumber
    defer { nextNumber = first }
    return try body()
  }
}
