import LarderCore
import LarderJSON
import Testing

@Suite struct InferenceTests {
  @Test(arguments: [
    ("1", "2", EntitySchema.AttributeType.integer), ("1", "2.5", .real), ("1", "1e400", .decimal),
    ("9223372036854775807", "9223372036854775808", .decimal), ("true", "false", .bool),
    (#""x""#, #""y""#, .text), (#""x""#, "1", .mixed), ("null", "1", .integer),
    ("null", "null", .mixed), ("[1]", "[2]", .array(of: .integer)),
    ("[]", "[]", .array(of: .mixed)),
    ("[1]", #"["x"]"#, .array(of: .mixed)), ("[[1]]", "[]", .array(of: .array(of: .integer))),
    (#""2024-01-01""#, #""2024-02-29""#, .date), (#""2024-01-01""#, #""2023-02-29""#, .text),
    (#""2024-01-01""#, #""2024-01-01T10:00:00Z""#, .text),
    (#""2024-01-01T10:00Z""#, #""2024-01-01T10:00:00.5+01:00""#, .date),
    (#""2002-05-01 00:00:00.000000""#, #""2002-05-01 10:00:00""#, .date),
    (#""2001/01/14 21:55""#, #""2001/01/14 21:56""#, .date),
    (#""Jun 12 1998""#, #""Jan 01 2000""#, .date),
    (#""Sun Aug 31 00:29:15 +0000 2014""#, "null", .date),
    (#""Jun 12 1998""#, #""2024-01-01""#, .text),
    (
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#, .uuid
    ),
    (#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""x""#, .text),
  ])
  func theTypeIsWhatAllRecordsAgreeOn(
    _ first: String, _ second: String, _ type: EntitySchema.AttributeType
  ) throws {
    let opened = try OpenedText("[{\"a\":\(first)},{\"a\":\(second)}]")

    #expect(opened.store.schema.entities[0].attributes.map(\.type) == [type])
  }

  @Test func whatWasSeenIsCounted() throws {
    let opened = try OpenedText(#"[{"a":1},{"a":"x"},{"a":null},{},{"a":2,"a":3}]"#)

    let attribute = opened.store.schema.entities[0].attributes[0]

    #expect(attribute.type == .mixed)
    #expect(attribute.isOptional)
    #expect(
      attribute.observation
        == .init(counts: [.integer: 3, .text: 1], nullCount: 1, missingCount: 1))
  }

  @Test func nestedObjectsAreComposites() throws {
    let opened = try OpenedText(#"[{"o":{"p":1,"q":{"r":"x"}}},{"o":{"p":2}}]"#)

    guard case .composite(let members) = opened.store.schema.entities[0].attributes[0].type else {
      Issue.record("no composite")
      return
    }
    #expect(members.map(\.name) == ["p", "q"])
    #expect(members.map(\.isOptional) == [false, true])
  }

  @Test func spellingsOfOneNameAreOneAttribute() throws {
    let opened = try OpenedText(
      #"[{"é":1,"x":1},{"\u00e9":2,"\u0078":2},{"e\u0301":3}]"#)

    #expect(opened.store.schema.entities[0].attributes.map(\.name) == ["é", "x"])
    #expect(
      try opened.lines() == [
        "trips#p1 é=1 x=1", "trips#p2 é=2 x=2", "trips#p3 é=3 x=missing",
      ])
  }

  @Test func ofADoubledKeyTheLastValueIsMeant() throws {
    let opened = try OpenedText(#"[{"a":1,"b":2,"a":3},{"a":4,"b":5,"a":6}]"#)

    #expect(try opened.lines() == ["trips#p1 a=3 b=2", "trips#p2 a=6 b=5"])
  }

  @Test func aDeclaredSchemaTakesThePlaceOfInference() throws {
    let schema = EntitySchema(entities: [
      .init(
        name: "Trip",
        attributes: [
          .init(name: "name", type: .text), .init(name: "price", type: .real),
          .init(name: "at", type: .date, isOptional: true),
        ],
        relationships: [.init(name: "owner", destination: "Person")]),
      .init(name: "Person", attributes: [.init(name: "id", type: .integer, isUnique: true)]),
    ])
    let opened = try OpenedText(
      #"{"trips":[{"name":"Rome","price":7,"owner":2,"extra":1}],"people":[{"id":1},{"id":2}]}"#,
      options: .init(
        schema: .init(entities: [
          schema.entities[0],
          .init(name: "people", attributes: schema.entities[1].attributes),
        ])))

    #expect(
      try opened.lines("Trip") == [#"Trip#p1 name="Rome" price=7.0 at=missing owner=Person#p2"#])
  }

  @Test func aSchemaWithoutTheFilesEntityIsInvalid() {
    let schema = EntitySchema(entities: [.init(name: "A"), .init(name: "B")])

    let error = #expect(throws: PersistenceError.self) {
      try OpenedText("[{}]", options: .init(schema: schema))
    }

    #expect(error?.code == .invalidSchema)
  }
}
