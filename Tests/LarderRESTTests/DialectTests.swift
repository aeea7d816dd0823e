import LarderCore
import LarderTestSupport
import Testing

@testable import LarderREST

@Suite struct DialectTests {
  @Test(arguments: Dialect.builtInNames)
  func everyBuiltInDialectReads(_ name: String) throws {
    let dialect = try RESTFixtures.dialect(name)

    #expect(dialect.name == name)
    #expect(dialect.evidence != .unknown)
  }

  @Test(
    arguments: [
      ("", "line 1, column 1: the text ends early"),
      ("{\n \"name\": x}", "line 2, column 10: expected JSON"),
      ("[]", "expected an object, found an array"),
      ("{}", "`name`: it is missing"),
      (#"{"name": 5}"#, "`name`: expected a text, found a number"),
      (#"{"name": "a", "name": "b"}"#, "`name` stands twice in one object"),
      (
        #"{"name": "a", "colection": {}}"#,
        "`colection`: there is no such member; there are `collection`, `count`, `discovery`, "
          + "`envelope`, `evidence`, `expand`, `fields`, `filter`, `headers`, `identifier`, `losses`, "
          + "`name`, `paging`, `relationships`, `signIn`, `sort`, `title`, `writing`"
      ),
      (
        #"{"name": "a", "evidence": "hope"}"#,
        "`evidence`: expected `server`, `documentation` or `unknown`, found `hope`"
      ),
      (
        #"{"name": "a", "collection": {"path": "{entty}"}}"#,
        "`collection.path`: `{entty}` has no meaning here; there are {entity}"
      ),
      (
        #"{"name": "a", "collection": {"path": "{entity"}}"#,
        "`collection.path`: a brace is not closed"
      ),
      (
        #"{"name": "a", "collection": {"trailingSlash": "yes"}}"#,
        "`collection.trailingSlash`: expected true or false, found a text"
      ),
      (#"{"name": "a", "filter": {}}"#, "`filter.encoder`: it is missing"),
      (#"{"name": "a", "filter": {"encoder": "infix"}}"#, "`filter.parameter`: it is missing"),
      (
        #"{"name": "a", "filter": {"encoder": "infix", "parameter": "q"}}"#,
        "`filter.and`: it is missing"
      ),
      (
        #"{"name": "a", "filter": {"encoder": "parameters", "operators": {"equals": {}}}}"#,
        "`filter.operators.equals`: there is no such operator; there are \(FilterOperator.list)"
      ),
      (
        #"{"name": "a", "filter": {"encoder": "parameters", "operators": {"equal": {"class": "fine"}}}}"#,
        "`filter.operators.equal.class`: expected `exact` or `superset`, found `fine`"
      ),
      (
        #"{"name": "a", "filter": {"encoder": "parameters", "operators": {"equal": {"class": "exact"}}}}"#,
        "`filter.operators.equal.key`: it is missing"
      ),
      (
        #"{"name": "a", "filter": {"encoder": "parameters", "literals": {"bools": ["yes"]}}}"#,
        "`filter.literals.bools`: expected two words, for false and for true"
      ),
      (
        #"{"name": "a", "filter": {"encoder": "parameters", "literals": {"text": {"escape": "doubled"}}}}"#,
        "`filter.literals.text.quotes`: an escape needs quotes"
      ),
      (#"{"name": "a", "paging": {"kind": "page"}}"#, "`paging.position`: it is missing"),
      (
        #"{"name": "a", "paging": {"defaultSize": 0}}"#,
        "`paging.defaultSize`: expected a number from 1 to 100000, found 0"
      ),
      (#"{"name": "a", "sort": {"parameter": "s"}}"#, "`sort.ascending`: it is missing"),
      (
        #"{"name": "a", "headers": {"Accept": 1}}"#,
        "`headers.Accept`: expected a text, found a number"
      ),
      (#"{"name": "a", "losses": ["x", 2]}"#, "`losses.1`: expected a text, found a number"),
    ])
  func aMistakeSaysWhere(_ text: String, _ message: String) {
    let error = #expect(throws: DialectError.self) { try Dialect(json: Array(text.utf8)) }

    #expect(error?.description == message)
  }

  @Test func aFileThatIsMissingIsNamed() throws {
    let error = try #require(throws: PersistenceError.self) {
      try Dialect(path: "/nowhere/dialect.json")
    }

    #expect(error.detail == "/nowhere/dialect.json: No such file or directory")
  }

  @Test(
    arguments: [
      ("odata+https://host/service/", "odata", "https://host/service/"),
      ("REST+HTTP://h", "rest", "http://h"), ("https://h/", nil, "https://h/"),
    ] as [(String, String?, String)])
  func anAddressNamesItsDialect(_ text: String, _ dialect: String?, _ url: String) throws {
    let address = try #require(ServiceAddress(text))

    #expect(address.dialectName == dialect)
    #expect(address.url == url)
  }

  @Test(arguments: ["x.json", "/a/b", "ftp://h/", "a+b+http://h", "://x"])
  func whatIsNoServiceIsNoAddressOfOne(_ text: String) {
    #expect(ServiceAddress(text) == nil)
  }

  @Test(
    arguments: [
      (
        "https://h/",
        "the address does not say how the service is spoken to: write one of odata+, pocketbase+, "
          + "jsonapi+, jsonapi-fields+, kinto+, drf+, json-server+, postgrest+ before it, or rest+ "
          + "with --dialect FILE"
      ),
      ("rest+https://h/", "rest+ needs --dialect FILE"),
      (
        "odta+https://h/",
        "there is no dialect `odta`; there are odata+, pocketbase+, jsonapi+, jsonapi-fields+, "
          + "kinto+, drf+, json-server+, postgrest+, and rest+"
      ),
    ])
  func anAddressWithoutADialectSaysWhichThereAre(_ text: String, _ message: String) throws {
    let address = try #require(ServiceAddress(text))

    let error = try #require(throws: PersistenceError.self) { try address.dialect(path: nil) }

    #expect(error.detail == message)
  }

  @Test func aPasswordInAnAddressIsRefused() throws {
    let address = try #require(ServiceAddress("drf+http://anna:secret@h/"))

    let error = try #require(throws: PersistenceError.self) { try address.httpURL() }

    #expect(error.detail?.contains("secret") == false)
    #expect(error.detail?.hasPrefix("an address with a name and a password") == true)
  }
}
