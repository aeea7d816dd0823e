import HTTPTransport
import LarderCore
import LarderQuery
import LarderREST
import LarderSQLite
import LarderStore
import LarderTestSupport
import Testing

/// The table of what each store does by itself, in `docs/guide/stores.md`, is what the stores answer.
struct StoreTableTests {
  @Test func theTableOfTheGuideIsWhatTheStoresAnswer() throws {
    let text = try Document.text(ofFile: "docs/guide/stores.md")
    let printed = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(String.init)
    let folders = try (0..<StoreFixture.allCases.count).map { _ in try TemporaryFolder() }
    let table = Self.table(of: try Self.columns(in: folders))

    #expect(printed.count == table.count)
    for (line, answer) in zip(printed, table) { #expect(line == answer) }
  }

  // MARK: The columns

  private typealias Column = (name: String, store: any EntityStore)

  private static func columns(in folders: [TemporaryFolder]) throws -> [Column] {
    var generator = SeededGenerator(seed: 1)
    let rows = ConformanceRows(trips: 3, owners: 2, using: &generator)
    let names: [StoreFixture: String] = [
      .json: "JSON", .sqlite: "SQLite", .larderSQLite: "SQLite of ours", .coreData: "apps' stores",
      .dataStore: "a plain `DataStore`",
    ]
    let files = try zip(StoreFixture.allCases, folders).map { fixture, folder -> Column in
      let made = try fixture.makeStore(of: rows, in: folder)
      // The conformance tests open databases of others for reading alone.
      let store: any EntityStore =
        fixture == .sqlite ? try SQLiteStore.open(path: folder.path(of: "rows.sqlite")) : made
      return (names[fixture] ?? fixture.rawValue, store)
    }
    return files
      + (try ["odata", "pocketbase", "kinto", "jsonapi", "drf"].map { ("`\($0)`", try service($0)) })
  }

  /// A service that is asked nothing: its entities are declared.
  private static func service(_ dialect: String) throws -> any EntityStore {
    try RESTStore(
      base: try HTTPURL("http://127.0.0.1:1/"),
      dialect: try #require(try Dialect.builtIn(named: dialect)),
      transport: SchemaOnlyTransport(),
      options: .init(schema: ConformanceRows.schema))
  }

  // MARK: The rows

  private static func table(of columns: [Column]) -> [String] {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let queries = queries.map { query in
      line(
        [code(QueryPrinter.text(query).dropFirst("Trip ".count))]
          + columns.map { mark(query, $0.store) })
    }
    let features = features.map { feature in
      line([feature.name] + columns.map { feature.isIn($0.store) ? "yes" : "–" })
    }
    return [
      line([""] + columns.map(\.name)), line(columns.map { _ in "---" } + ["---"]),
    ] + queries + features
  }

  /// A code span; backticks inside need two around.
  private static func code(_ text: Substring) -> String {
    text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  /// `●` by the store, `◐` narrowed by it and checked here, `○` here.
  private static func mark(_ query: EntityQuery, _ store: any EntityStore) -> String {
    let plan = FetchPlan(query, for: store)
    let answers =
      plan.steps.map(\.pushDown) + [plan.order, plan.projection].compactMap(\.self)
    if answers.allSatisfy({ $0 == .exact }) { return "●" }
    return plan.steps.contains(where: \.isPushed) ? "◐" : "○"
  }

  private static let features: [(name: String, isIn: @Sendable (any EntityStore) -> Bool)] = [
    ("`save` writes", { $0.readOnlyReason == nil }),
    ("`.history`", { $0 is any HistoryKeeping }),
    ("`.check`, `.repair`", { $0 is any StoreChecking }),
    ("`.clone-empty`", { $0 is any StoreCloning }),
    ("declarations change it", { $0 is any SchemaDeclaring }),
    ("`.refresh`", { $0 is any StoreRefreshing }),
    ("its own requests in `.trace`", { $0 is any RequestTelling }),
  ]

  private static var queries: [EntityQuery] {
    let name = path("name")
    let conditions: [EntityPredicate] = [
      .comparison(.equal, name, .value(.text("Oslo"))),
      .comparison(.equal, name, .value(.text("Ósló"))),
      .comparison(.lessThan, name, .value(.text("P"))),
      .text(.contains, [], name, .value(.text("sl"))),
      .text(.contains, [.caseInsensitive, .diacriticInsensitive], name, .value(.text("oslo"))),
      .text(.matches, [], name, .value(.text("[A-M].*"))),
      .comparison(.greaterThan, path("price"), .value(.real(100.5))),
      .comparison(.equal, path("note"), .value(.null)),
      .membership(path("count"), in: .value(.array([.integer(1), .integer(2)]))),
      .comparison(.equal, path("owner", "name"), .value(.text("Ann"))),
      .not(.comparison(.equal, path("isBooked"), .value(.bool(true)))),
    ]
    var orders = [
      EntityFetchDescriptor(entity: "Trip"), EntityFetchDescriptor(entity: "Trip"),
    ]
    orders[0].sortDescriptors = [EntitySortDescriptor(path("price"))]
    orders[0].fetchLimit = 10
    orders[1].sortDescriptors = [EntitySortDescriptor(name)]
    let groups = EntityProjection(
      groupKeys: [path("isBooked")],
      items: [.init(path("isBooked"), name: "isBooked"), .init(.aggregate(.count, nil), name: "n")])
    return conditions.map {
      EntityQuery(descriptor: EntityFetchDescriptor(entity: "Trip", predicate: $0))
    } + orders.map { EntityQuery(descriptor: $0) } + [
      EntityQuery(descriptor: EntityFetchDescriptor(entity: "Trip"), output: .rows(groups))
    ]
  }

  private static func path(_ names: AttributeName...) -> EntityExpression {
    .path(AttributePath(names))
  }
}

/// A service that tells its schema, if it is asked, and nothing else.
private struct SchemaOnlyTransport: HTTPTransport {
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let isAsked = request.url.description.hasSuffix("$metadata")
    return HTTPResponse(
      status: isAsked ? 200 : 404, body: isAsked ? Array(Self.metadata.utf8) : [], url: request.url)
  }

  func interrupt() {}

  private static let metadata = """
    <edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices>
    <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="rows">
    <EntityType Name="Trip"><Key><PropertyRef Name="id"/></Key>
    <Property Name="id" Type="Edm.Int64" Nullable="false"/>
    <Property Name="name" Type="Edm.String" Nullable="false"/><Property Name="note" Type="Edm.String"/>
    <Property Name="price" Type="Edm.Double"/><Property Name="count" Type="Edm.Int64" Nullable="false"/>
    <Property Name="isBooked" Type="Edm.Boolean" Nullable="false"/>
    <Property Name="startDate" Type="Edm.DateTimeOffset"/>
    <NavigationProperty Name="owner" Type="rows.Owner" Partner="Trip"/></EntityType>
    <EntityType Name="Owner"><Key><PropertyRef Name="id"/></Key>
    <Property Name="id" Type="Edm.Int64" Nullable="false"/>
    <Property Name="name" Type="Edm.String" Nullable="false"/><Property Name="age" Type="Edm.Int64"/>
    <NavigationProperty Name="Trip" Type="Collection(rows.Trip)" Partner="owner"/></EntityType>
    <EntityContainer Name="Rows"><EntitySet Name="Trip" EntityType="rows.Trip">
    <NavigationPropertyBinding Path="owner" Target="Owner"/></EntitySet>
    <EntitySet Name="Owner" EntityType="rows.Owner">
    <NavigationPropertyBinding Path="Trip" Target="Trip"/></EntitySet></EntityContainer>
    </Schema></edmx:DataServices></edmx:Edmx>
    """
}
