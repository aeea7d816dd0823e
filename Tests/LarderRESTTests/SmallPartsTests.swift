import JSONTree
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderREST

/// What a service says, and what it is addressed by: each part by itself, with bad input.
@Suite struct SmallPartsTests {
  @Test(arguments: [
    // Django REST framework
    (#"{"name":["Too long."],"age":["No.","Really."]}"#, "name: Too long.; age: No. Really."),
    (#"{"detail":"Not found."}"#, "Not found."),
    (#"{"non_field_errors":["Not both."]}"#, "Not both."),
    // PocketBase
    (
      #"{"status":400,"message":"Failed.","data":{"name":{"code":"x","message":"Not unique."}}}"#,
      "Failed.; name: Not unique."
    ),
    (#"{"status":404,"message":"","data":{}}"#, ""),
    // JSON:API
    (
      #"{"errors":[{"detail":"too old","source":{"pointer":"/data/attributes/age"}}]}"#,
      "age: too old"
    ),
    (#"{"errors":[{"title":"Conflict","status":"409"}]}"#, "Conflict"),
    (#"{"errors":["plain"]}"#, "plain"),
    // Kinto
    (
      #"{"message":"data.age in body: bad","details":[{"name":"age","description":"bad"}]}"#,
      "data.age in body: bad; age: bad"
    ),
    (#"{"details":[{"name":"","description":"bad"}],"message":"m"}"#, "m"),
    // OData
    (#"{"error":{"code":"1","message":"No such\nproperty"}}"#, "No such property"),
    (#"{"error":"who?"}"#, "who?"),
    // Nothing of it
    ("null", ""), ("5", ""), ("[]", ""), ("{}", ""), (#""no""#, "no"),
    (#"{"errors":{"a":1}}"#, ""), (#"{"data":{"name":"x"}}"#, ""), (#"{"name":[1,{}]}"#, ""),
    (#"{"errors":[null,{"source":null}]}"#, ""),
  ])
  func aRefusalIsReadInEveryForm(_ body: String, _ words: String) throws {
    #expect(RefusalText.words(try #require(JSONReader.node(body))) == words)
  }

  @Test func aLongRefusalIsCut() throws {
    let body = JSONNode.object([
      .init(name: "detail", value: .text(String(repeating: "é", count: 500)))
    ])

    #expect(RefusalText.words(body) == String(repeating: "é", count: 300) + "…")
  }

  @Test(
    arguments: [
      ("{path} eq {value}", "a eq 1"), ("{{path}}", "{path}}"), ("", ""), ("{nowhere}", ""),
      ("{path}{path}", "aa"), ("{value", nil), ("a{", nil), ("}{{", "}{"), ("{}", ""),
    ] as [(String, String?)])
  func aTemplateIsFilledOrIsNone(_ text: String, _ filled: String?) {
    #expect(Template(text)?.filled(["path": "a", "value": "1"]) == filled)
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("é", "%C3%A9"), ("a+b&c=d", "a%2Bb%26c%3Dd"), ("-._~", "-._~"), ("", ""),
    ("👍", "%F0%9F%91%8D"), ("%", "%25"), ("\u{0}", "%00"), ("a/b", "a%2Fb"),
  ])
  func textsAreEncodedByTheirBytes(_ text: String, _ encoded: String) {
    #expect(text.percentEncoded == encoded)
    #expect(encoded.percentDecoded == text)
  }

  @Test(arguments: [
    ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%+1", "%+1"), ("%-1", "%-1"), ("%-0", "%-0"),
    ("%41%", "A%"),
    ("%FF", "\u{FFFD}"), ("a%20", "a "),
  ])
  func whatIsNoCodeStaysAsItIs(_ text: String, _ decoded: String) {
    #expect(text.percentDecoded == decoded)
  }

  @Test func anyTextSurvivesAnAddress() {
    SeededGenerator.forEachRound(200) { round, generator in
      let bytes = generator.mangled(Array("Łódź, \"old\" 100%25 a+b&c=d 👍🏽\u{0}".utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.percentEncoded.percentDecoded == text, "\(round.comment)")
    }
  }

  @Test(
    arguments: [
      ("odata+https://h/s/", "odata", "https://h/s/"), ("http://h", nil, "http://h"),
      ("KINTO+HTTP://h", "kinto", "http://h"), ("+http://h", "", "http://h"),
    ] as [(String, String?, String)])
  func anAddressNamesItsDialect(_ text: String, _ name: String?, _ url: String) throws {
    let address = try #require(ServiceAddress(text))

    #expect(address.dialectName == name && address.url == url)
  }

  @Test(arguments: [
    "", "h", "odata+", "odata+h/s", "ftp://h", "odata+ftp://h", "a+b+http://h", "http:/h", "://",
  ])
  func whatIsNoAddressIsNone(_ text: String) { #expect(ServiceAddress(text) == nil) }

  @Test(arguments: [
    (
      "http://h/",
      "the address does not say how the service is spoken to: write one of LIST before it, or rest+ "
        + "with --dialect FILE"
    ),
    ("rest+http://h/", "rest+ needs --dialect FILE"),
    ("soap+http://h/", "there is no dialect `soap`; there are LIST, and rest+"),
    ("+http://h/", "there is no dialect ``; there are LIST, and rest+"),
  ])
  func aDialectThatIsNotThereIsAnError(_ text: String, _ detail: String) throws {
    let list = Dialect.builtInNames.map { "\($0)+" }.joined(separator: ", ")
    let address = try #require(ServiceAddress(text))

    let error = try #require(throws: PersistenceError.self) { try address.dialect(path: nil) }

    #expect(error.code == .unavailable)
    #expect(error.detail == detail.replacing("LIST", with: list))
  }

  @Test(arguments: ["kinto+http://anna:geheim@h/", "kinto+http://anna@h/"])
  func anAddressWithAPasswordIsRefusedAndNotRepeated(_ text: String) throws {
    let address = try #require(ServiceAddress(text))

    let error = try #require(throws: PersistenceError.self) { try address.httpURL() }

    #expect(
      error.detail
        == "an address with a name and a password can be read by others: keep them in the variable "
        + "LARDER_AUTH, in a netrc file or in a file named by --auth-file")
  }

  @Test(arguments: [
    ("", "No such file or directory"), ("{", "line 1, column 2: the text ends early"),
    (#"{"name":"notes","extra":1}"#, "`extra`: there is no such member"),
  ])
  func aDescriptionThatCannotBeReadNamesItsFile(_ text: String, _ problem: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.json")
    if !text.isEmpty { try folder.write(text: text, to: "notes.json") }

    let error = try #require(throws: PersistenceError.self) { try Dialect(path: path) }

    #expect(error.detail?.hasPrefix("\(path): \(problem)") == true)
  }
}

@Suite struct KeyTests {
  @Test(arguments: [
    "", "[]", "[a", "a+", "[a-z]", "[a-z]*", "[z-a]+", "[a-z]{0}", "[a-z]{101}", "[a-z]{x}", "[é]+",
    "[ ]+", "[a-z]{3}+", "[a-z]{-3}",
  ])
  func whatIsNoPatternIsNone(_ text: String) { #expect(KeyPattern(text) == nil) }

  @Test(arguments: [
    ("[a-z0-9]{15}", "abcdefghij01234", true), ("[a-z0-9]{15}", "abcdefghij0123", false),
    ("[a-z0-9]{15}", "Abcdefghij01234", false), ("[A-Za-z0-9_-]+", "a_B-9", true),
    ("[A-Za-z0-9_-]+", "", false), ("[A-Za-z0-9_-]+", "a.b", false), ("[ab]{1}", "é", false),
  ])
  func aKeyFitsOrNot(_ pattern: String, _ key: String, _ fits: Bool) throws {
    #expect(try #require(KeyPattern(pattern)).matches(key) == fits)
  }

  @Test(arguments: ["[a-z0-9]{15}", "[A-Za-z0-9_-]+", "[ab]{100}"])
  func keysThatAreDrawnFitAndDiffer(_ text: String) throws {
    let pattern = try #require(KeyPattern(text))
    var generator = SeededGenerator(seed: 5)

    let keys = (0..<100).map { _ in pattern.make(using: &generator) }

    #expect(keys.allSatisfy(pattern.matches) && Set(keys).count == 100)
  }

  private static func snapshot(_ key: AttributeValue?, _ entity: ServiceEntity) -> EntitySnapshot {
    var snapshot = EntitySnapshot(
      PersistentIdentifier(
        storeIdentifier: "s", entityName: entity.name, primaryKey: .integer(1)), entity)
    snapshot["id"] = key
    return snapshot
  }

  @Test func aKeyIsMadeOnlyWhereTheServiceTakesIt() throws {
    let pocketBase = try RESTFixtures.dialect("pocketbase")
    let entity = try RESTFixtures.model(pocketBase).entity("people")
    let given = Self.snapshot(.integer(7), entity)
    let memory = WriteMemory()

    #expect(
      KeyMaker(dialect: try RESTFixtures.dialect("json-server"), memory: memory)
        .key(for: given, restoring: nil, entity) == nil)
    let odata = KeyMaker(dialect: try RESTFixtures.dialect("odata"), memory: memory)
    #expect(odata.key(for: given, restoring: nil, entity)?.key == .integer(7))
    #expect(odata.key(for: given, restoring: nil, entity)?.isGiven == true)
    #expect(odata.key(for: Self.snapshot(nil, entity), restoring: nil, entity) == nil)
    // One that the service would not take is not sent.
    #expect(
      KeyMaker(dialect: pocketBase, memory: memory).key(for: given, restoring: nil, entity)?.isGiven
        != true)
    memory.noteKeysIgnored(of: "people")
    #expect(odata.key(for: given, restoring: nil, entity) == nil)
  }

  @Test func whatBecameOfAValueIsSaidOfThreeObjectsAndThenCounted() {
    var differences = SaveDifferences()
    for key in 1...5 {
      let identifier = PersistentIdentifier(
        storeIdentifier: "s", entityName: "people", primaryKey: .integer(Int64(key)))
      differences.add(sent: .text("a "), stored: .text("a"), "name", of: identifier)
      differences.add(sent: .integer(1), stored: nil, "age", of: identifier)
      differences.add(sent: nil, stored: .bool(false), "vip", of: identifier)
      // The same, in other words.
      differences.add(sent: .integer(1), stored: .real(1), "rating", of: identifier)
      differences.add(sent: nil, stored: .array([]), "tags", of: identifier)
    }

    let texts = differences.notes.map(\.message)
    #expect(
      texts == Array(repeating: "the service changed the value", count: 3)
        + ["`people.name`: the service changed the value of 2 more"]
        + Array(repeating: "the service dropped the value", count: 3)
        + ["`people.age`: the service dropped the value of 2 more"]
        + Array(repeating: "the service filled in a value", count: 3)
        + ["`people.vip`: the service filled in a value of 2 more"])
  }
}
