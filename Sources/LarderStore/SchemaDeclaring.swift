public import LarderCore

/// A store whose schema is declared, not found: its entities can be added and changed.
public protocol SchemaDeclaring: EntityStore {
  /// Whether this very store takes declarations; one over a medium that others made does not.
  var isDeclared: Bool { get }

  /// The store with further entities; one that has the name of an entity takes its place.
  ///
  /// What is stored is carried over as far as that is lightweight. This store is to be used no more.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid` where the entities do not hold together
  ///   or the stored objects cannot be carried over, and then nothing is changed; `store.read-only`.
  func declaring(_ entities: [EntitySchema.Entity]) throws -> any SchemaDeclaring
}
