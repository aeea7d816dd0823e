import FoundationEssentials
import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

/// Each way of arranging records is edited, added to, emptied, and brought back.
@Suite struct ShapeSavingTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var attribute: AttributeName
    var value: AttributeValue
    /// The text after the attribute of the first record was set.
    var edited: String
    var inserted: [AttributeName: AttributeValue]
    /// The text after the insert.
    var extended: String

    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "lines.jsonl",
      text: "{\"id\":1,\"n\":1.10}\n{\"id\":2,\"n\":2.0}\n",
      attribute: "n", value: .real(3), edited: "{\"id\":1,\"n\":3.0}\n{\"id\":2,\"n\":2.0}\n",
      inserted: ["n": .real(4)],
      extended: "{\"id\":1,\"n\":1.10}\n{\"id\":2,\"n\":2.0}\n{\"id\":3,\"n\":4.0}\n"),
    Sample(
      name: "noFinalNewline.jsonl", text: "{\"id\":1}\r\n{\"id\":2}",
      attribute: "id", value: .integer(1), edited: "{\"id\":1}\r\n{\"id\":2}",
      inserted: [:], extended: "{\"id\":1}\r\n{\"id\":2}\r\n{\"id\":3}"),
    Sample(
      name: "keyed.json",
      text: "{\n\t\"a\": {\"n\": 1},\n\t\"b\": {\"n\": 2},\n\t\"order\": [\"a\"]\n}\n",
      attribute: "n", value: .integer(5),
      edited: "{\n\t\"a\": {\"n\": 5},\n\t\"b\": {\"n\": 2},\n\t\"order\": [\"a\"]\n}\n",
      inserted: ["key": .text("c"), "n": .integer(3)],
      extended:
        "{\n\t\"a\": {\"n\": 1},\n\t\"b\": {\"n\": 2},\n\t\"order\": [\"a\"],\n\t\"c\": {\"n\": 3}\n}\n"
    ),
    Sample(
      name: "arrays.json", text: #"{"v":1,"cities":[{"id":"x","n":1}],"roads":[{"id":1}]}"#,
      attribute: "n", value: .null,
      edited: #"{"v":1,"cities":[{"id":"x","n":null}],"roads":[{"id":1}]}"#,
      inserted: ["id": .text("y")],
      extended: #"{"v":1,"cities":[{"id":"x","n":1},{"id":"y"}],"roads":[{"id":1}]}"#),
    Sample(
      name: "positions.json", text: "\u{FEFF}[ {\"n\": 1}, {\"n\": 1} ]",
      attribute: "n", value: .integer(2), edited: "\u{FEFF}[ {\"n\": 2}, {\"n\": 1} ]",
      inserted: ["n": .integer(3)], extended: "\u{FEFF}[ {\"n\": 1}, {\"n\": 1}, {\"n\": 3} ]"),
    Sample(
      name: "strays.json", text: #"[1,{"id":1,"n":[]},"x",{"id":2,"n":[1]}]"#,
      attribute: "n", value: .array([.integer(7)]),
      edited: #"[1,{"id":1,"n":[7]},"x",{"id":2,"n":[1]}]"#,
      inserted: ["id": .integer(9)],
      extended: #"[1,{"id":1,"n":[]},"x",{"id":2,"n":[1]},{"id":9}]"#),
    Sample(
      name: "mongo.jsonl",
      text: #"{ "_id" : { "$oid" : "50b59cd75bed76f46522c34e" }, "at" : { "$date" : 5 } }"# + "\n",
      attribute: "at", value: .date(Date(timeIntervalSince1970: 1.5)),
      edited: #"{ "_id" : { "$oid" : "50b59cd75bed76f46522c34e" }, "at" : { "$date" : 1500 } }"#
        + "\n",
      inserted: [
        "_id": .text("60b59cd75bed76f46522c34e"), "at": .date(Date(timeIntervalSince1970: 0)),
      ],
      extended: #"{ "_id" : { "$oid" : "50b59cd75bed76f46522c34e" }, "at" : { "$date" : 5 } }"#
        + "\n"
        + #"{ "_id" : { "$oid" : "60b59cd75bed76f46522c34e" }, "at" : { "$date" : 0 } }"# + "\n"),
  ]

  @Test(arguments: samples)
  func anEditedValueAloneChanges(sample: Sample) throws {
    let editor = try StoreEditor(sample.text, name: sample.name)

    let changes = try editor.set(sample.attribute, ofRow: 0, to: sample.value)
    expectText(try editor.text, sample.edited)
    try editor.undo(changes)

    expectText(try editor.text, sample.text)
  }

  @Test(arguments: samples)
  func aNewRecordStandsBehindTheOthers(sample: Sample) throws {
    let editor = try StoreEditor(sample.text, name: sample.name)
    let count = try editor.objects().count

    let changes = try editor.insert(sample.inserted)
    expectText(try editor.text, sample.extended)
    #expect(try editor.objects().count == count + 1)
    #expect(try editor.objects().last?.identifier == changes.changes[0].identifier)
    try editor.undo(changes)

    expectText(try editor.text, sample.text)
  }

  @Test(arguments: samples)
  func anEmptiedStoreFillsAgain(sample: Sample) throws {
    let editor = try StoreEditor(sample.text, name: sample.name)
    let objects = try editor.objects()

    let changes = try editor.delete(rows: Array(objects.indices))
    #expect(try editor.objects().isEmpty)
    let insertion = try editor.insert(
      sample.inserted.merging(["id": .text("z")]) { old, _ in old }
        .filter { editor.store.schema.entities[0].attribute($0.key) != nil })
    #expect(try editor.objects().count == 1)
    try editor.undo(insertion)
    try editor.undo(changes)

    expectText(try editor.text, sample.text)
    #expect(try editor.objects() == objects)
  }

  @Test func oneOfTwoRecordsByKeyStaysARecordByKey() throws {
    let editor = try StoreEditor(#"{"a":{"n":[{"x":1}]},"b":{"n":[]},"v":1}"#)

    try editor.delete(rows: [1])

    expectText(try editor.text, #"{"a":{"n":[{"x":1}]},"v":1}"#)
    #expect(try editor.objects().map(\.identifier.description) == [#"trip#p"a""#])
  }

  @Test func recordsKeepTheirPositionalIdentityWhenOthersGo() throws {
    let editor = try StoreEditor(#"[{"n":1},{"n":2},{"n":3}]"#)

    try editor.delete(rows: [0])
    #expect(try editor.objects().map(\.identifier.description) == ["trip#p2", "trip#p3"])
    try editor.insert(["n": .integer(4)])
    #expect(
      try editor.objects().map(\.identifier.description) == ["trip#p2", "trip#p3", "trip#p4"])
    try editor.set("n", ofRow: 1, to: .integer(9))

    expectText(try editor.text, #"[{"n":2},{"n":9},{"n":4}]"#)
  }
}
