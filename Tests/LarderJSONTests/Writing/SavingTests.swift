import FoundationEssentials
import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

@Suite struct SavingTests {
  private static let pretty = """
    [
      {
        "id" : 1,
        "name" : "Oslo",
        "price" : 1.10,
        "tags" : [
          "a",
          "b"
        ]
      },
      {
        "name" : "Berg\\u00e9n",
        "id" : 2,
        "price" : 1e400,
        "start" : "2001/01/14 21:55"
      }
    ]

    """

  @Test(arguments: [
    ("price", AttributeValue.real(2.5), #""price" : 1.10"#, #""price" : 2.5"#),
    ("name", .text("Rom"), #""name" : "Oslo""#, #""name" : "Rom""#),
    ("name", .null, #""name" : "Oslo""#, #""name" : null"#),
    ("name", .text("Zürich"), #""name" : "Oslo""#, #""name" : "Z\u00fcrich""#),
    ("start", .null, "", ""),
    ("tags", .array([.text("a"), .text("b"), .text("c")]), "\"b\"\n", "\"b\",\n      \"c\"\n"),
  ])
  func anEditChangesOnlyItsValueAndUndoBringsTheBytesBack(
    attribute: AttributeName, value: AttributeValue, old: String, new: String
  ) throws {
    let editor = try StoreEditor(Self.pretty)
    let expected = old.isEmpty ? Self.pretty : Self.pretty.replacing(old, with: new)

    let changes = try editor.set(attribute, ofRow: 0, to: value)
    expectText(try editor.text, expected)
    try editor.undo(changes)

    expectText(try editor.text, Self.pretty)
  }

  @Test func anAddedAttributeStandsWhereOthersHaveItAndGoesOnUndo() throws {
    let editor = try StoreEditor(Self.pretty)
    let date = try #require(DateText("2024-05-01T10:30:00Z"))

    let changes = try editor.set("start", ofRow: 0, to: .date(date))
    expectText(
      try editor.text,
      Self.pretty.replacing(
        "\"b\"\n    ]\n", with: "\"b\"\n    ],\n    \"start\" : \"2024/05/01 10:30\"\n"))
    try editor.undo(changes)

    expectText(try editor.text, Self.pretty)
  }

  @Test func aNewRecordFollowsTheStyleAndOrderOfTheFile() throws {
    let editor = try StoreEditor(Self.pretty)

    let changes = try editor.insert([
      "name": .text("Île"), "price": .real(3), "tags": .array([.text("x")]),
    ])

    expectText(
      try editor.text,
      Self.pretty.replacing(
        "21:55\"\n  }\n",
        with: """
          21:55"
            },
            {
              "name" : "\\u00cele",
              "id" : 3,
              "price" : 3.0,
              "tags" : [
                "x"
              ]
            }

          """))
    try editor.undo(changes)
    expectText(try editor.text, Self.pretty)
  }

  @Test(arguments: [[0], [1], [0, 1]])
  func aDeletedRecordComesBackToItsPlace(rows: [Int]) throws {
    let editor = try StoreEditor(Self.pretty)

    let changes = try editor.delete(rows: rows)
    #expect(try editor.objects().count == 2 - rows.count)
    try editor.undo(changes)

    expectText(try editor.text, Self.pretty)
  }

  @Test(arguments: [
    ("", "[\n  {\n    \"id\": 7\n  }\n]\n", "trip.json"),
    ("[]", "[\n  {\n    \"id\": 7\n  }\n]", "trip.json"),
    ("[ ]\n", "[\n  {\n    \"id\": 7\n  }\n]\n", "trip.json"),
    ("", "{\"id\": 7}\n", "trip.jsonl"),
    (#"{"trip":[]}"#, #"{"trip":[{"id":7}]}"#, "a.json"),
    ("{\n\t\"trip\": []\n}", "{\n\t\"trip\": [\n\t\t{\n\t\t\t\"id\": 7\n\t\t}\n\t]\n}", "a.json"),
  ])
  func theFirstRecordOfAnEmptyStoreIsLaidOutLikeItsSurroundings(
    text: String, expected: String, name: String
  ) throws {
    let entity = EntitySchema.Entity(
      name: "trip", attributes: [.init(name: "id", type: .integer, isUnique: true)])
    let editor = try StoreEditor(text, name: name, schema: EntitySchema(entities: [entity]))

    let changes = try editor.insert(["id": .integer(7)])
    expectText(try editor.text, expected)
    #expect(try editor.objects().map(\.identifier.description) == ["trip#p7"])
    try editor.undo(changes)

    expectText(try editor.text, text)
    #expect(try editor.objects().isEmpty)
  }
}

/// A date from its text in the standard form.
func DateText(_ text: String) -> Date? {
  try? Date(text, strategy: .iso8601)
}
