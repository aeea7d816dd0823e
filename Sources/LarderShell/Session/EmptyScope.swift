import FoundationEssentials
import LarderCore
import LarderQuery

/// A scope without names, for literals.
struct EmptyScope: ResolutionScope {
  let zone: SessionZone
  var stores: [(name: String, schema: EntitySchema)] { [] }
  var currentStore: String? { nil }
  let now = Date()

  func object(at row: Int) -> PersistentIdentifier? { nil }

  func handleIdentifier(
    entity: String?, key: PersistentIdentifier.PrimaryKey
  ) -> PersistentIdentifier? { nil }

  func variable(_ name: String) -> ResolutionVariable? { nil }
  func parameter(_ name: String) -> AttributeValue? { nil }
  func zoneOffset(at date: Date) -> Int { zone.offset(at: date) }
}
