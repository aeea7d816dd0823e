import LarderCore
import LarderJSON
import Testing

/// How files arrange records, and what becomes of each arrangement.
@Suite struct ShapeTests {
  @Test(arguments: [
    (#"[{"a":1},{"a":2}]"#, "trips.json", "trips 2"),
    ("{\"a\":1}\n{\"a\":2}\n", "trips.jsonl", "trips 2"),
    ("{\"a\":1}\n{\"a\":2}", "trips.json", "trips 2"),
    (#"{"a":[{"x":1}]}"#, "trips.jsonl", "trips 1"),
    (#"{"trips":[{"a":1}],"people":[{"b":1},{"b":2}]}"#, "all.json", "trips 1, people 2"),
    (#"{"statuses":[{"a":1}],"count":7}"#, "twitter.json", "statuses 1"),
    (#"{"trips":[]}"#, "all.json", "trips 0"),
    (#"{"A":{"n":1},"B":{"n":2},"order":["A","B"]}"#, "letters.json", "letters 2"),
    (#"{"id":1,"size":{"w":1}}"#, "one.json", "one 1"),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"A"}]}"#,
      "countries.geo.json", "countries 1"
    ),
    ("", "empty.json", "empty 0"), (" \n", "empty.jsonl", "empty 0"), ("[]", "none.json", "none 0"),
    ("\u{FEFF}[{\"a\":1}]", "marked.json", "marked 1"),
    (#"[{"a":1},7,{"a":2},null]"#, "mixed.json", "mixed 2"),
    (
      """
      [{"persistentIdentifier":{"implementation":{"entityName":"A","primaryKey":"p1"}}},
       {"persistentIdentifier":{"implementation":{"entityName":"B","primaryKey":"x"}}},
       {"persistentIdentifier":{"implementation":{"entityName":"A","primaryKey":2}}}]
      """, "default.json", "A 2, B 1"
    ),
  ])
  func everyArrangementOfRecordsBecomesEntities(_ text: String, _ name: String, _ entities: String)
    throws
  {
    let opened = try OpenedText(text, named: name)

    let counts = try opened.store.schema.entities.map {
      "\($0.name) \(try opened.store.count(EntityFetchDescriptor(entity: $0.name)))"
    }

    #expect(counts.joined(separator: ", ") == entities)
  }

  @Test func aKeyIsTheIdentityOfItsRecordAndAnAttribute() throws {
    let opened = try OpenedText(#"{"AD":{"name":"Andorra"},"A\"E":{"name":"x"}}"#)

    #expect(
      try opened.lines() == [
        #"trips#p"AD" key="AD" name="Andorra""#, #"trips#p"A\"E" key="A\"E" name="x""#,
      ])
  }

  @Test func anEntityNameThatIsAskedForTakesThePlaceOfTheStem() throws {
    let options = JSONStore.Options(entityName: "Trip")

    let array = try OpenedText(#"[{"a":1}]"#, options: options)
    let nested = try OpenedText(#"{"list":[{"a":1}]}"#, options: options)

    #expect(array.store.schema.entities.map(\.name) == ["Trip"])
    #expect(nested.store.schema.entities.map(\.name) == ["Trip"])
  }

  @Test func relationshipsOfSwiftDataFilesAreIdentifiers() throws {
    let opened = try OpenedText(
      """
      [{"persistentIdentifier":{"implementation":{"entityName":"Trip","primaryKey":"p1"}},
        "name":"Rome",
        "lodging":{"implementation":{"entityName":"Lodging","primaryKey":"p7"}}},
       {"persistentIdentifier":{"implementation":{"entityName":"Trip","primaryKey":"p2"}},
        "name":"Oslo"},
       {"persistentIdentifier":{"implementation":{"entityName":"Lodging","primaryKey":"p7"}},
        "trips":[{"implementation":{"entityName":"Trip","primaryKey":"p1"}}]}]
      """)

    #expect(
      try opened.lines("Trip") == [
        #"Trip#p1 name="Rome" lodging=Lodging#p7"#, #"Trip#p2 name="Oslo" lodging=nil"#,
      ])
    #expect(try opened.lines("Lodging") == ["Lodging#p7 trips=[Trip#p1]"])
    let lodging = try opened.snapshots("Lodging")[0].identifier
    #expect(
      try opened.store.destinations(of: "trips", from: [lodging])[lodging]?.map(\.description)
        == ["Trip#p1"])
  }

  @Test func mongosTypedValuesAreReadAsWhatTheySay() throws {
    let opened = try OpenedText(
      """
      {"_id":{"$oid":"5f"},"at":{"$date":"2001-01-01T00:00:01Z"},"n":{"$numberLong":"5"}}
      {"_id":{"$oid":"60"},"at":{"$date":978307202000},"n":6}
      """, named: "m.jsonl")

    #expect(
      try opened.lines() == [
        #"m#p1 _id="5f" at=@1 n=5"#, #"m#p2 _id="60" at=@2 n=6"#,
      ])
    #expect(opened.store.schema.entities[0].attributes.map(\.type) == [.text, .date, .integer])
  }

  @Test(arguments: [
    ("7", "a number"), ("\"x\"", "a text"), ("null", "a null"), ("[1,2]", "a list without records"),
  ])
  func aFileWithoutRecordsIsRefused(_ text: String, _ kind: String) throws {
    let error = #expect(throws: PersistenceError.self) { try OpenedText(text) }

    #expect(error?.code == .unsupported)
    #expect(
      error?.detail?.hasSuffix("holds \(kind), but a store is made of records in braces") == true)
  }

  @Test func aMissingFileIsUnavailable() {
    let error = #expect(throws: PersistenceError.self) {
      try JSONStore.open(path: "/nonexistent/trips.json")
    }

    #expect(error?.code == .unavailable)
    #expect(error?.detail == "/nonexistent/trips.json cannot be opened: No such file or directory")
  }

  @Test(arguments: [
    ("[1", true), (" \n{", true), ("\u{FEFF}{", true), ("SQLite format 3", false), ("", false),
    ("7", false),
  ])
  func jsonIsRecognisedByItsFirstCharacter(_ text: String, _ isJSON: Bool) {
    #expect(JSONStore.recognises(prefix: Array(text.utf8)) == isJSON)
  }
}
