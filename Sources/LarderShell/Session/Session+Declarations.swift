import LarderCore
import LarderStore

extension Session {
  /// Keeps declared entities in a store in memory, which is opened for them.
  ///
  /// A second declaration adds to it as long as it holds no objects.
  func declare(_ entities: [EntitySchema.Entity]) throws {
    let old = stores.first { $0.kind == Self.memoryKind }
    let known = old?.store.schema.entities ?? []
    for entity in entities where known.contains(where: { $0.name == entity.name }) {
      throw ShellError(.nameTaken, "an entity named `\(entity.name)` is declared already")
    }
    if let old {
      try checkEmpty(old)
      try close(old.name)
    }
    let schema = EntitySchema(entities: known + entities)
    let store = InMemoryStore(identifier: Self.memoryKind, schema: schema)
    try add(
      store, kind: Self.memoryKind, name: Self.memoryKind,
      location: StoreLocation(name: Self.memoryKind, address: "in memory"))
    let names = entities.map(\.name.rawValue).joined(separator: ", ")
    try report("declared \(names) in the store `\(Self.memoryKind)`, which lasts for this session")
  }

  static let memoryKind = "memory"

  private func checkEmpty(_ open: OpenStore) throws {
    for entity in open.store.schema.entities {
      let descriptor = EntityFetchDescriptor(entity: entity.name)
      guard try open.store.count(descriptor) > 0 else { continue }
      throw ShellError(
        .nameTaken,
        "the store `\(open.name)` holds objects; declare all entities before the first save")
    }
  }
}
