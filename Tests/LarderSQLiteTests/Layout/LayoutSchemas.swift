import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver

/// Schemas of the layout tests, and stores over them.
enum LayoutSchemas {
  static let library = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Author",
      attributes: [
        .init(name: "name", type: .text, isUnique: true),
        .init(name: "born", type: .date, isOptional: true),
      ],
      relationships: [
        .init(
          name: "books", destination: "Book", isToMany: true, isOrdered: true, inverse: "author",
          deleteRule: .cascade)
      ]),
    EntitySchema.Entity(
      name: "Book",
      attributes: [
        .init(name: "title", type: .text),
        .init(name: "pages", type: .integer, isOptional: true),
      ],
      relationships: [
        .init(name: "author", destination: "Author", isOptional: false, inverse: "books"),
        .init(name: "genres", destination: "Genre", isToMany: true, inverse: "books"),
      ],
      indices: [["title"], ["author", "pages"]]),
    EntitySchema.Entity(
      name: "Genre", attributes: [.init(name: "name", type: .text)],
      relationships: [
        .init(name: "books", destination: "Book", isToMany: true, inverse: "genres")
      ]),
  ])

  /// One attribute of every type.
  static let everyType = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Thing",
      attributes: zip(names, types).map {
        EntitySchema.Attribute(name: $0, type: $1, isOptional: true)
      })
  ])

  static let names: [AttributeName] = [
    "mixed", "bool", "integer", "real", "decimal", "text", "date", "uuid", "data", "array",
    "composite", "color",
  ]

  static let types: [EntitySchema.AttributeType] = [
    .mixed, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data,
    .array(of: .date),
    .composite([
      .init(name: "at", type: .date), .init(name: "price", type: .decimal),
      .init(name: "size", type: .real), .init(name: "any", type: .mixed),
    ]),
    .enumeration(
      name: "Color", rawType: .integer,
      cases: [
        .init(name: "red", rawValue: .integer(1)), .init(name: "blue", rawValue: .integer(2)),
      ]),
  ]

  static func entity(
    _ name: EntityName, _ attributes: EntitySchema.Attribute...
  ) -> EntitySchema {
    EntitySchema(entities: [EntitySchema.Entity(name: name, attributes: attributes)])
  }
}

/// A store of Larder's own layout in a folder of its own, behind a context.
struct LayoutStore {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let context = EntityContext()
  var path: String { folder.path(of: "new.sqlite") }

  init(_ schema: EntitySchema, author: String? = nil) throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore.create(
      path: folder.path(of: "new.sqlite"), schema: schema, options: .init(author: author))
    try context.attach(store, as: "store")
  }

  @discardableResult
  func insert(
    _ entity: EntityName, _ values: (AttributeName, AttributeValue)...
  ) throws -> PersistentIdentifier {
    let assignments = values.map {
      EntityEdit.Assignment(AttributePath($0), .value($1))
    }
    let outcome = try context.perform(.insert(entity, assignments), in: "store")
    guard let identifier = outcome.inserted.first else {
      throw PersistenceError(.failed, detail: "nothing was inserted")
    }
    return identifier
  }

  func reopened(_ schema: EntitySchema? = nil) throws -> SQLiteStore {
    try SQLiteStore.open(path: path, options: .init(schema: schema))
  }

  func sql(_ sql: String) throws -> [[SQLiteValue]] {
    try Connection(path: path).rows(sql)
  }
}
