import FoundationEssentials
import LarderCore
import SQLiteDriver

@testable import LarderCoreData

// A library: inheritance with names that clash, composites of three kinds, relationships of every kind.

extension ManagedObjectModel {
  static let library = ManagedObjectModel(
    entities: [author, item, book, film, profile, shelf, tag, everyType],
    versionIdentifiers: ["2.1.0"])

  private static let author = Entity(
    name: "Author", className: "App.Author",
    properties: [
      attribute("born", .date) { $0.isOptional = true },
      toMany("followers", "Author", "follows"), toMany("follows", "Author", "followers"),
      attribute("name", .string), toOne("profile", "Profile", "owner", rule: .cascade),
      toMany("works", "Book", "author", rule: .deny) { $0.isOrdered = true },
    ],
    uniquenessConstraints: [["name"]], indices: [FetchIndex(name: "byBirth", properties: ["born"])])

  private static let item = Entity(
    name: "Item", isAbstract: true,
    properties: [
      attribute("code", .integer64) { $0.defaultValue = .integer(7) },
      attribute("title", .string) {
        $0.isPreservedOnDeletion = true
        $0.renamingIdentifier = "heading"
        $0.userInfo = ["unit": "text"]
      },
      attribute("titleLength", .undefined) { $0.isTransient = true },
      attribute("titleUpper", .string) {
        $0.isOptional = true
        $0.isDerived = true
      },
    ], indices: [FetchIndex(name: "byTitle", properties: ["title"])])

  private static let book = Entity(
    name: "Book", className: "App.Book", superentity: "Item",
    properties: [
      toOne("author", "Author", "works"),
      attribute("cover", .binaryData) {
        $0.isOptional = true
        $0.allowsExternalStorage = true
      },
      .composite(
        Composite(
          name: "format", isOptional: true,
          elements: ["paper", "sound"].map { attribute($0, .string) { $0.isOptional = true } },
          userInfo: ["EnumType": "true"], enumerationCases: ["paper", "sound"])),
      .composite(
        Composite(
          name: "genre", elements: [attribute("genre", .string)],
          userInfo: ["EnumType": "true"], isRawValueEnumeration: true)),
      attribute("keywords", .transformable) {
        $0.valueClassName = "Array<String>"
        $0.valueTransformerName = "NSSecureUnarchiveFromData"
      },
      attribute("name", .string) { $0.isOptional = true },
      .composite(
        Composite(
          name: "size", isOptional: true,
          elements: [
            attribute("height", .double),
            .composite(Composite(name: "paper", elements: [attribute("weight", .float)])),
            attribute("width", .double),
          ])),
      toMany("tags", "Tag", "books") { $0.isOrdered = true },
    ],
    renamingIdentifier: "Volume")

  private static let film = Entity(
    name: "Film", superentity: "Item",
    properties: [attribute("name", .string), toOne("sequel", "Film", nil, rule: .noAction)])

  private static let profile = Entity(
    name: "Profile",
    properties: [toOne("favourite", "Item", nil), toOne("owner", "Author", "profile")])

  private static let shelf = Entity(
    name: "Shelf",
    properties: [
      toMany("items", "Item", nil) {
        $0.minimumCount = 1
        $0.maximumCount = 50
      }, attribute("place", .string),
    ], userInfo: ["kind": "furniture"])

  private static let tag = Entity(
    name: "Tag", properties: [toMany("books", "Book", "tags"), attribute("label", .string)],
    uniquenessConstraints: [["label"]])

  private static let everyType = Entity(
    name: "Value",
    properties: [
      attribute("boolean", .boolean) { $0.defaultValue = .bool(true) },
      attribute("data", .binaryData) { $0.defaultValue = .data(Data([1, 2])) },
      attribute("date", .date) { $0.defaultValue = .real(-3600.5) },
      attribute("decimal", .decimal), attribute("double", .double) { $0.defaultValue = .real(0.5) },
      attribute("float", .float), attribute("integer16", .integer16),
      attribute("integer32", .integer32),
      attribute("integer64", .integer64) { $0.defaultValue = .integer(.min) },
      attribute("string", .string) { $0.defaultValue = .text("é") },
      attribute("transformable", .transformable),
      attribute("uri", .uri) { $0.defaultValue = .text("https://example.org/a") },
      attribute("uuid", .uuid) {
        $0.defaultValue = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF").map {
          .uuid($0)
        }
      },
    ].sorted { $0.name < $1.name })
}

extension ManagedObjectModel {
  static func attribute(
    _ name: String, _ type: AttributeType, _ change: (inout Attribute) -> Void = { _ in }
  ) -> Property {
    var attribute = Attribute(name: name, type: type)
    change(&attribute)
    return .attribute(attribute)
  }

  static func toOne(
    _ name: String, _ destination: String, _ inverse: String?,
    rule: EntitySchema.DeleteRule = .nullify
  ) -> Property {
    .relationship(
      Relationship(
        name: name, destination: destination, inverse: inverse, isOptional: true, deleteRule: rule,
        maximumCount: 1))
  }

  static func toMany(
    _ name: String, _ destination: String, _ inverse: String?,
    rule: EntitySchema.DeleteRule = .nullify, _ change: (inout Relationship) -> Void = { _ in }
  ) -> Property {
    var relationship = Relationship(
      name: name, destination: destination, inverse: inverse, isOptional: true, deleteRule: rule)
    change(&relationship)
    return .relationship(relationship)
  }
}

extension CoreDataFixture {
  /// Two authors, three books, two films and what belongs to them, with their history.
  public static var library: CoreDataFixture {
    var fixture = CoreDataFixture(.library, rows: libraryRows)
    fixture.history = .interned
    fixture.transactions = libraryHistory
    fixture.statements = libraryTriggers
    fixture.externalData = [coverFile: [0xFF, 0xD8, 0xFF, 0xE0]]
    return fixture
  }

  private static var libraryRows: [FixtureRow] {
    let (ann, bob) = (FixtureObject("Author", 1), FixtureObject("Author", 2))
    let (tide, fog, dune) = (
      FixtureObject("Book", 1), FixtureObject("Book", 2), FixtureObject("Book", 4)
    )
    let (first, second) = (FixtureObject("Film", 3), FixtureObject("Film", 5))
    let (sea, old) = (FixtureObject("Tag", 1), FixtureObject("Tag", 2))
    return [
      FixtureRow(
        "Author", 1, ["name": .text("Ann"), "born": .integer(-631_064_399)],
        toOne: ["profile": FixtureObject("Profile", 1)], toMany: ["follows": [bob]]),
      FixtureRow(
        "Author", 2, ["name": .text("Bob"), "born": .real(0.25)], toMany: ["follows": [ann]]),
      FixtureRow(
        "Book", 1, book("Tide", 10, genre: "novel") + ["format.paper": .text("paper")],
        toOne: ["author": ann], toMany: ["tags": [old, sea]]),
      FixtureRow(
        "Book", 2,
        book("Fog", 20, genre: "essay") + [
          "format.sound": .text("sound"), "cover": .blob([2] + Array(coverFile.utf8) + [0]),
        ],
        toOne: ["author": ann], toMany: ["tags": [sea]]),
      FixtureRow("Film", 3, film("Tide", 30), toOne: ["sequel": second]),
      FixtureRow(
        "Book", 4,
        book("Dune", 40, genre: "novel") + [
          "size.height": .real(20.5), "size.width": .real(13), "size.paper.weight": .real(90),
        ], toOne: ["author": bob]),
      FixtureRow("Film", 5, film("Tide II", 50)),
      FixtureRow("Profile", 1, toOne: ["owner": ann, "favourite": first]),
      FixtureRow("Shelf", 1, ["place": .text("hall")], toMany: ["items": [tide, first]]),
      FixtureRow("Shelf", 2, ["place": .text("attic")], toMany: ["items": [fog, dune]]),
      FixtureRow("Tag", 1, ["label": .text("sea")]), FixtureRow("Tag", 2, ["label": .text("old")]),
      FixtureRow("Value", 1, values),
    ]
  }

  /// The name of the file that holds the cover of `Fog`.
  public static let coverFile = "0D2C5F0E-8B1A-4E0F-9C44-2D1D2F0B7A11"

  private static func book(_ title: String, _ code: Int64, genre: String) -> [String: SQLiteValue] {
    var archive = KeyedArchiveBuilder()
    let words = archive.add(array: [archive.add(text: title), archive.add(text: genre)])
    return [
      "title": .text(title), "titleUpper": .text(title.uppercased()), "code": .integer(code),
      "name": .text("book \(code)"), "genre.genre": .text(genre),
      "keywords": .blob(archive.bytes(root: words)), "cover": .blob([1, 0xFF, 0xD8]),
    ]
  }

  private static func film(_ title: String, _ code: Int64) -> [String: SQLiteValue] {
    [
      "title": .text(title), "titleUpper": .text(title.uppercased()), "code": .integer(code),
      "name": .text("film \(code)"),
    ]
  }

  private static var values: [String: SQLiteValue] {
    [
      "boolean": .integer(1), "data": .blob([0, 1, 2]), "date": .real(694_224_000.5),
      "decimal": .text("12.50"), "double": .real(0.1), "float": .real(0.5),
      "integer16": .integer(-32768), "integer32": .integer(1 << 31 - 1),
      "integer64": .integer(.max), "string": .text("cafe\u{301} 🌊"),
      "uri": .text("https://example.org/?a=1"),
      "uuid": .blob([
        0x6F, 0x96, 0x19, 0xFF, 0x8B, 0x86, 0xD0, 0x11, 0xB4, 0x2D, 0x00, 0xC0, 0x4F, 0xC9, 0x64,
        0xFF,
      ]), "transformable": .blob([0x08, 0x96, 0x01]),
    ]
  }

  private static var libraryHistory: [FixtureTransaction] {
    [
      FixtureTransaction(
        at: 700_000_000.5, author: "importer",
        [
          FixtureChange(.insert, FixtureObject("Author", 1)),
          FixtureChange(.insert, FixtureObject("Book", 1)),
          FixtureChange(.insert, FixtureObject("Book", 6)),
        ]),
      FixtureTransaction(
        at: 700_000_060, contextName: "viewContext",
        [FixtureChange(.update, FixtureObject("Author", 1), columns: [0x80])]),
      FixtureTransaction(
        at: 700_000_120,
        [FixtureChange(.delete, FixtureObject("Book", 6), tombstones: [.text("Lost")])]),
    ]
  }

  /// What keeps a derived attribute right; it calls a function that the framework registers.
  private static var libraryTriggers: [String] {
    ["INSERT", "UPDATE"].map { event in
      """
      CREATE TRIGGER Z_DA_ZITEM_Item_titleUpper_SOURCE_\(event) AFTER \(event) ON ZITEM \
      FOR EACH ROW BEGIN UPDATE ZITEM SET ZTITLEUPPER = NSCoreDataToUpper(ZTITLE) \
      WHERE Z_PK = NEW.Z_PK; \
      SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZITEM', Z_ENT, Z_PK, 'titleUpper', \
      ZTITLEUPPER) FROM ZITEM WHERE Z_PK = NEW.Z_PK; END
      """
    }
  }
}

extension [String: SQLiteValue] {
  fileprivate static func + (left: Self, right: Self) -> Self {
    left.merging(right) { _, new in new }
  }
}
