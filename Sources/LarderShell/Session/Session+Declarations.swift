import LarderCore
import LarderStore

extension Session {
  /// Adds declared entities to the current store where its schema is declared, else to one in memory.
  func declare(_ entities: [EntitySchema.Entity]) throws {
    if let currentStore, let open = stores.first(where: { $0.name == currentStore }),
      let store = open.store.base as? any SchemaDeclaring, store.isDeclared
    {
      try declare(entities, in: open, store)
    } else {
      try declareInMemory(entities)
    }
  }

  func declare(
    _ entities: [EntitySchema.Entity], in open: OpenStore, _ store: any SchemaDeclaring
  ) throws {
    try checkWritable()
    for named in contexts where named.context.changes(in: open.name).count > 0 {
      throw ShellError(
        .unsavedStore,
        "`\(open.name)` has \(unsavedText(named.context.changes(in: open.name).count))",
        help: "`save` writes them, `rollback` drops them; then declare")
    }
    let declared = try store.declaring(entities)
    try close(open.name)
    try add(declared, kind: open.kind, name: open.name, location: open.location)
    let names = entities.map(\.name.rawValue).joined(separator: ", ")
    try report("declared \(names) in `\(open.name)`")
  }

  /// Keeps declared entities in a store in memory, which is opened for them.
  ///
  /// A second declaration adds to it as long as it holds no objects.
  private func declareInMemory(_ entities: [EntitySchema.Entity]) throws {
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
