import LarderCore
import SQLiteDriver
import Testing

@testable import LarderCoreData

@Suite(.enabled(if: !SharedStores.isMissing, "the real stores are not here"))
struct SharedStoreTests {
  @Test(arguments: SharedStores.withModel)
  func entitiesAreNumberedAsTheStoreNumbersThem(_ name: String) throws {
    let store = try StoreCopy(SharedStores.path(name))
    let model = try store.model()

    let rows = try store.connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")

    let hierarchy = ModelHierarchy(model)
    let expected: [[SQLiteValue]] = model.entities.enumerated().map { index, entity in
      let parent = entity.superentity.flatMap(hierarchy.number) ?? 0
      return [.integer(Int64(index + 1)), .text(entity.name), .integer(Int64(parent))]
    }
    #expect(rows == expected)
  }

  @Test(arguments: SharedStores.withModel)
  func everyColumnOfEveryTableIsNamed(_ name: String) throws {
    let store = try StoreCopy(SharedStores.path(name))

    let tables = StoreTables(try store.model(), existing: try store.columnNames())

    let actual = try store.columns()
      .filter {
        $0.key.hasPrefix("Z") && !["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains($0.key)
      }
      .mapValues { Set($0) }
    #expect(tables.predictedColumns == actual)
  }

  @Test(arguments: SharedStores.withModel)
  func columnsAreFilledOnlyForTheirEntities(_ name: String) throws {
    let store = try StoreCopy(SharedStores.path(name))
    let model = try store.model()
    let hierarchy = ModelHierarchy(model)

    for table in StoreTables(model, existing: try store.columnNames()).tables {
      for column in table.columns {
        guard case .attribute(let owner, _, let attribute) = column.content else { continue }
        let numbers = model.entities.filter { entity in
          hierarchy.lineage(of: entity.name).contains { $0.name == owner }
        }.compactMap { hierarchy.number(of: $0.name) }.map(String.init).joined(separator: ", ")
        let strangers = try store.connection.value(
          """
          SELECT count(*) FROM "\(table.name)"
          WHERE "\(column.name)" IS NOT NULL AND Z_ENT NOT IN (\(numbers))
          """)
        // A migration has filled defaults into the rows of all entities.
        #expect(
          strangers == .integer(0) || attribute.defaultValue != nil, "\(table.name).\(column.name)")
      }
    }
  }

  @Test func aSwiftDataModelIsReadWithItsEnumsAndStructs() throws {
    let model = try StoreCopy(SharedStores.path("metacocktails.store")).model()
    let cocktail = try #require(model.entity("Cocktail"))

    #expect(model.versionIdentifiers == ["1.0.0"])
    #expect(cocktail.uniquenessConstraints == [["cocktailName"]])
    #expect(
      cocktail.indices.map(\.name) == [
        "SwiftDataIndexOnBinarycocktailName", "SwiftDataIndexOnBinarycollectionName",
        "SwiftDataIndexOnBinarycocktailNamecollectionName",
      ])
    let composites = cocktail.composites
    #expect(composites["glasswareType"]?.isRawValueEnumeration == true)
    #expect(composites["historicSpec"]?.enumerationCases?.count == 15)
    #expect(composites["historicSpec"]?.isRawValueEnumeration == false)
    #expect(
      composites["author"]?.elements.map(\.name).sorted() == ["id", "person", "place", "year"])
    #expect(composites["author"]?.enumerationCases == nil)
    guard case .relationship(let spec) = cocktail.properties.first(where: { $0.name == "spec" })
    else { throw ModelError(.missing("spec")) }
    #expect(spec.isToMany && spec.inverse == nil && spec.destination == "Ingredient")
  }

  @Test func aCompiledModelDescribesTheStoreBesideIt() throws {
    let model = try ManagedObjectModel.read(at: SharedStores.path("digitalorder-Hotel.mom"))
    let store = try StoreCopy(SharedStores.path("digitalorder.sqlite"))

    let tables = StoreTables(model)

    let actual = try store.columns().filter { ["ZDISHES", "ZTYPE"].contains($0.key) }
    #expect(tables.predictedColumns == actual.mapValues { Set($0) })
  }

  @Test func transformablesAreReadFromANoteStore() throws {
    let store = try StoreCopy(SharedStores.path("applenotes-macos-15-Seqoia-NoteStore.sqlite"))
    let blobs = try store.connection.rows(
      """
      SELECT ZREPLICAIDTOBUNDLEIDENTIFIER FROM ZICCLOUDSYNCINGOBJECT
      WHERE ZREPLICAIDTOBUNDLEIDENTIFIER IS NOT NULL
      """)

    for case .blob(let bytes) in blobs.map({ $0[0] }) {
      guard case .object(let value) = TransformableReader.value(of: bytes) else {
        Issue.record("unread")
        continue
      }
      #expect(value.members.allSatisfy { $0.name.rawValue.hasPrefix("com.apple.") })
      #expect(value.members.allSatisfy { $0.value.kind == .uuid })
    }
    #expect(!blobs.isEmpty)
  }
}

extension ManagedObjectModel.Entity {
  var composites: [String: ManagedObjectModel.Composite] {
    var composites: [String: ManagedObjectModel.Composite] = [:]
    for case .composite(let composite) in properties { composites[composite.name] = composite }
    return composites
  }
}

extension StoreTables {
  /// The columns of each table as `name type`, those that every table has included.
  var predictedColumns: [String: Set<String>] {
    var predicted: [String: Set<String>] = [:]
    for table in tables {
      predicted[table.name] = Set(
        ["Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER"]
          + table.columns.map { "\($0.name) \($0.sqlType)" })
    }
    for join in joins {
      let names = join.columns.map(\.name) + join.columns.compactMap(\.orderColumn)
      predicted[join.table] = Set(names.map { "\($0) INTEGER" })
    }
    return predicted
  }
}
