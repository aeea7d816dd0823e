import Glibc
import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct CreatingTests {
  @Test func aSchemaBecomesStrictTablesWithForeignKeys() throws {
    let new = try LayoutStore(LayoutSchemas.library)

    let tables = try new.sql(
      """
      SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'larder%'
      AND name NOT LIKE 'sqlite%' ORDER BY rowid
      """)

    expectText(
      tables.map { $0.first.map { Self.text($0) } ?? "" }.joined(separator: "\n"),
      """
      CREATE TABLE "Author" (
        "pk" INTEGER PRIMARY KEY AUTOINCREMENT,
        "name" TEXT NOT NULL,
        "born" REAL,
        UNIQUE ("name")
      ) STRICT
      CREATE TABLE "Book" (
        "pk" INTEGER PRIMARY KEY AUTOINCREMENT,
        "title" TEXT NOT NULL,
        "pages" INTEGER,
        "author" INTEGER NOT NULL REFERENCES "Author" ("pk") ON DELETE CASCADE \
      DEFERRABLE INITIALLY DEFERRED,
        "author_order" INTEGER
      ) STRICT
      CREATE INDEX "Book_author_index" ON "Book" ("author")
      CREATE INDEX "Book_title_index" ON "Book" ("title")
      CREATE INDEX "Book_author_pages_index" ON "Book" ("author", "pages")
      CREATE TABLE "Genre" (
        "pk" INTEGER PRIMARY KEY AUTOINCREMENT,
        "name" TEXT NOT NULL
      ) STRICT
      CREATE TABLE "Book_genres" (
        "books" INTEGER NOT NULL REFERENCES "Book" ("pk") ON DELETE CASCADE \
      DEFERRABLE INITIALLY DEFERRED,
        "genres" INTEGER NOT NULL REFERENCES "Genre" ("pk") ON DELETE CASCADE \
      DEFERRABLE INITIALLY DEFERRED,
        PRIMARY KEY ("books", "genres")
      ) STRICT, WITHOUT ROWID
      CREATE INDEX "Book_genres_genres_books_index" ON "Book_genres" ("genres", "books")
      """)
  }

  private static func text(_ value: SQLiteValue) -> String {
    if case .text(let text) = value { text } else { "" }
  }

  @Test func openingReadsTheDeclaredSchemaBack() throws {
    let new = try LayoutStore(LayoutSchemas.everyType)

    let reopened = try new.reopened()

    #expect(reopened.schema == LayoutSchemas.everyType)
    #expect(reopened.identifier == new.store.identifier)
  }

  @Test(arguments: [
    (LayoutSchemas.entity("select", .init(name: "from", type: .text)), "select"),
    (LayoutSchemas.entity("sqlite_x", .init(name: "PK", type: .text)), "entity_sqlite_x"),
    (
      LayoutSchemas.entity("Larder_metadata", .init(name: "a\"b", type: .text)),
      "entity_Larder_metadata"
    ),
    (
      LayoutSchemas.entity("😀 x", .init(name: "a", type: .text), .init(name: "A", type: .text)),
      "😀 x"
    ),
  ])
  func namesThatSQLCannotTellApartGetOthers(_ schema: EntitySchema, _ table: String) throws {
    let new = try LayoutStore(schema)
    let entity = try #require(schema.entities.first)
    let values = entity.attributes.map { ($0.name, AttributeValue.text("v \($0.name)")) }

    let assignments = values.map { EntityEdit.Assignment(AttributePath($0.0), .value($0.1)) }
    _ = try new.context.perform(.insert(entity.name, assignments), in: "store")
    _ = try new.context.save()

    let object = try #require(new.reopened().objects(entity.name).first)
    for (name, value) in values { #expect(object[name] == value) }
    #expect(
      try new.sql("SELECT 1 FROM sqlite_schema WHERE name = '\(table)'") == [[.integer(1)]])
  }

  @Test(arguments: [
    (
      EntitySchema(entities: [.init(name: "A"), .init(name: "A")]), "`A` is declared twice"
    ),
    (
      EntitySchema(entities: [.init(name: "A"), .init(name: "B", superentity: "C")]),
      "`B` inherits from `C`, which is not declared"
    ),
    (
      EntitySchema(entities: [
        .init(name: "A", superentity: "B"), .init(name: "B", superentity: "A"),
      ]),
      "`A` inherits from itself"
    ),
    (
      EntitySchema(entities: [
        .init(name: "A", attributes: [.init(name: "b", type: .text)]),
        .init(name: "B", superentity: "A", attributes: [.init(name: "b", type: .text)]),
      ]),
      "`B` has two properties named `b`"
    ),
    (
      EntitySchema(entities: [
        .init(name: "A", relationships: [.init(name: "b", destination: "B")])
      ]),
      "`A.b` leads to `B`, which is not declared"
    ),
    (
      EntitySchema(entities: [
        .init(name: "A", relationships: [.init(name: "b", destination: "A", inverse: "c")])
      ]),
      "`A` has no relationship `c` to be the inverse of `A.b`"
    ),
    (
      EntitySchema(entities: [
        .init(
          name: "A", attributes: [.init(name: "b", type: .text)],
          relationships: [.init(name: "b", destination: "A")])
      ]),
      "`A` has two properties named `b`"
    ),
  ])
  func aSchemaWithoutTablesIsRefusedAndLeavesNoFile(
    _ schema: EntitySchema, _ message: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "new.sqlite")

    let error = #expect(throws: PersistenceError.self) {
      try SQLiteStore.create(path: path, schema: schema)
    }

    #expect(error?.code == .invalidSchema)
    #expect(error?.detail == message)
    #expect(throws: PersistenceError.self) { try SQLiteStore.open(path: path) }
  }

  @Test func aFileThatIsThereIsNotReplaced() throws {
    let new = try LayoutStore(LayoutSchemas.library)
    let error = #expect(throws: PersistenceError.self) {
      try SQLiteStore.create(path: new.path, schema: LayoutSchemas.library)
    }
    #expect(error?.code == .unavailable)
    #expect(error?.detail == "\(new.path): File exists")
  }

  @Test func aPlannedStoreHasAFileOnceAnEntityIsDeclared() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "new.sqlite")
    let planned = try SQLiteStore.planned(path: path)
    #expect(planned.schema.entities.isEmpty)
    #expect(access(path, F_OK) != 0)

    let store = try planned.declaring(LayoutSchemas.library.entities)

    #expect(store.schema.entities == LayoutSchemas.library.entities)
    #expect(try SQLiteStore.open(path: path).schema.entities == LayoutSchemas.library.entities)
  }

  @Test func aDryRunMakesNoFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "new.sqlite")
    let options = SQLiteStore.Options(isDryRun: true)

    let made = try SQLiteStore.create(
      path: path, schema: LayoutSchemas.library, options: options)
    let declared = try SQLiteStore.planned(path: path, options: options)
      .declaring(LayoutSchemas.library.entities)

    #expect(try made.count(EntityFetchDescriptor(entity: "Book")) == 0)
    #expect(try declared.count(EntityFetchDescriptor(entity: "Book")) == 0)
    #expect(access(path, F_OK) != 0)
  }
}
