import FoundationEssentials
import LarderCore
import Testing

@testable import LarderJSON

@Suite struct ValueEditorTests {
  @Test(arguments: [
    (#"{"a":1.10,"b":2}"#, "b", AttributeValue.integer(3), #"{"a":1.10,"b":3}"#),
    (#"{"a":1.10,"b":2}"#, "a", .real(1.1), #"{"a":1.10,"b":2}"#),
    (#"{"a":1e400,"b":2}"#, "b", .null, #"{"a":1e400,"b":null}"#),
    (#"{"a":1,"a":2}"#, "a", .integer(3), #"{"a":1,"a":3}"#),
    (#"{ "a" : 18.0 }"#, "a", .real(36), #"{ "a" : 36.0 }"#),
    (#"{"a":18.5}"#, "a", .real(36), #"{"a":36.0}"#),
    (#"{"a":1}"#, "a", .real(1e21), #"{"a":1e+21}"#),
    (#"{"a":"x"}"#, "a", .text("é\"\\\n\u{1}😋/"), #"{"a":"é\"\\\n\u0001😋/"}"#),
    (#"{"a":true}"#, "a", .bool(false), #"{"a":false}"#),
    (#"{"a":1}"#, "a", .decimal(decimal("1", 400)), #"{"a":1e400}"#),
    (#"{"a":1}"#, "a", .decimal(decimal("-12345", -2)), #"{"a":-123.45}"#),
    (#"{"a":1}"#, "a", .decimal(decimal("5", -3)), #"{"a":0.005}"#),
    (#"{"a":1}"#, "a", .decimal(decimal("9223372036854775808", 0)), #"{"a":9223372036854775808}"#),
    (#"{"a":null}"#, "a", .data(Data([104, 105])), #"{"a":"aGk="}"#),
    (#"{"a":1}"#, "b", .integer(2), #"{"a":1,"b":2}"#),
    (#"{"a": 1, "c": 3}"#, "b", .integer(2), #"{"a": 1, "b": 2, "c": 3}"#),
    (#"{"b":1}"#, "a", .integer(2), #"{"a":2,"b":1}"#),
    (#"{}"#, "a", .integer(2), #"{"a": 2}"#),
    ("{\n    \"a\" : 1\n}", "b", .text("x"), "{\n    \"a\" : 1,\n    \"b\" : \"x\"\n}"),
    (#"{"a":1}"#, "b", .null, #"{"a":1}"#),
    (#"{"a":[1,2,3]}"#, "a", .array([.integer(1), .integer(3)]), #"{"a":[1,3]}"#),
    (#"{"a":[1, 2]}"#, "a", .array([.integer(1), .integer(2), .integer(3)]), #"{"a":[1, 2, 3]}"#),
    (#"{"a":[2]}"#, "a", .array([.integer(1), .integer(2)]), #"{"a":[1,2]}"#),
    (#"{"a":[1.10, 2]}"#, "a", .array([.real(1.1), .integer(5)]), #"{"a":[1.10, 5]}"#),
    (#"{"a":[ 1, 2 ]}"#, "a", .array([]), #"{"a":[]}"#),
    (#"{"a":[]}"#, "a", .array([.integer(1)]), #"{"a":[1]}"#),
    (#"{"a":"\ud800","b":1}"#, "b", .integer(2), #"{"a":"\ud800","b":2}"#),
  ])
  func onlyTheEditedValueChanges(
    record: String, name: AttributeName, value: AttributeValue, expected: String
  ) throws {
    #expect(try edited(record, setting: name, to: value) == expected)
  }

  @Test(arguments: [
    (#"{"l":{"stars":4.0,"x":1.10}}"#, #"{"stars":5.0,"x":1.1}"#, #"{"l":{"stars":5.0,"x":1.10}}"#),
    (#"{"l":{"stars":4,"x":1.10}}"#, #"{"x":1.1}"#, #"{"l":{"x":1.10}}"#),
    (#"{"l":{"a":1,"b":2,"c":3}}"#, #"{"c":3,"d":4}"#, #"{"l":{"c":3,"d":4}}"#),
    (#"{"l":{"a":1,"b":2}}"#, #"{"a":1,"d":4}"#, #"{"l":{"a":1,"d":4}}"#),
    (#"{"l":{"a":1}}"#, #"{"d":4}"#, #"{"l":{"d":4}}"#),
    (
      #"{"l":{"a": {"b": [1, {"c": 1.10}]}}}"#, #"{"a":{"b":[2,{"c":1.1}]}}"#,
      #"{"l":{"a": {"b": [2, {"c": 1.10}]}}}"#
    ),
    (#"{"l":null}"#, #"{"a":[1]}"#, #"{"l":{"a":[1]}}"#),
  ])
  func objectsAreEditedInside(record: String, new: String, expected: String) throws {
    #expect(try edited(record, setting: "l", to: read(new)) == expected)
  }

  @Test(arguments: [
    (#"{"d":"2001/01/14 21:55"}"#, #"{"d":"2024/05/01 10:30"}"#),
    (#"{"d":"Jun 12 1998"}"#, #"{"d":"2024-05-01T10:30:00Z"}"#),
    (#"{"d":"2002-05-01 00:00:00.000000"}"#, #"{"d":"2024-05-01 10:30:00.000000"}"#),
    (#"{"d":"2009-04-01T00:00:00.000-0700"}"#, #"{"d":"2024-05-01T03:30:00.000-0700"}"#),
    (#"{"d":1409444955000}"#, #"{"d":1714559400000}"#),
    (
      #"{"d":{ "$date" : "2009-04-01T00:00:00Z" }}"#, #"{"d":{ "$date" : "2024-05-01T10:30:00Z" }}"#
    ),
    (#"{"d":{"$date":1409444955000}}"#, #"{"d":{"$date":1714559400000}}"#),
    (#"{"d":{"$date":{"$numberLong":"5"}}}"#, #"{"d":{"$date":{"$numberLong":"1714559400000"}}}"#),
    (#"{"d":null}"#, #"{"d":"2024-05-01T10:30:00Z"}"#),
  ])
  func aDateKeepsTheFormOfTheValueItReplaces(record: String, expected: String) throws {
    let date = Date(timeIntervalSince1970: 1_714_559_400)

    #expect(try edited(record, setting: "d", to: .date(date), type: .date) == expected)
  }

  @Test(arguments: [
    (
      #"{"u":"50b59cd7-5bed-76f4-6522-c34e50b59cd7"}"#,
      #"{"u":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f"}"#
    ),
    (
      #"{"u":"50B59CD7-5BED-76F4-6522-C34E50B59CD7"}"#,
      #"{"u":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#
    ),
    (#"{"u":null}"#, #"{"u":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#),
  ])
  func aUUIDKeepsTheCaseOfTheValueItReplaces(record: String, expected: String) throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))

    #expect(try edited(record, setting: "u", to: .uuid(uuid), type: .uuid) == expected)
  }

  @Test(arguments: [
    (#"{"n":{"$numberLong":"5"}}"#, AttributeValue.integer(6), #"{"n":{"$numberLong":"6"}}"#),
    (#"{"n":{"$numberInt":"5"}}"#, .integer(1 << 40), #"{"n":1099511627776}"#),
    (
      #"{"n":{"$oid":"50b59cd75bed76f46522c34e"}}"#, .text("60b59cd75bed76f46522c34e"),
      #"{"n":{"$oid":"60b59cd75bed76f46522c34e"}}"#
    ),
    (#"{"n":{"$oid":"50b59cd75bed76f46522c34e"}}"#, .text("x"), #"{"n":"x"}"#),
    (
      #"{"n":{"$numberDecimal":"1.10"}}"#, .decimal(decimal("12", -1)),
      #"{"n":{"$numberDecimal":"1.2"}}"#
    ),
  ])
  func wrappersAreKeptWhereTheyTakeTheValue(
    record: String, value: AttributeValue, expected: String
  ) throws {
    #expect(try edited(record, setting: "n", to: value) == expected)
  }

  @Test func whatJSONCannotHoldIsRefused() {
    for value in [AttributeValue.real(.infinity), .real(.nan), nested(300)] {
      let error = #expect(throws: PersistenceError.self) {
        try edited(#"{"a":1}"#, setting: "a", to: value)
      }
      #expect(error?.code == .unsupported)
    }
  }

  private func nested(_ depth: Int) -> AttributeValue {
    (0..<depth).reduce(.integer(1)) { value, _ in .array([value]) }
  }
}

private func read(_ text: String, as type: EntitySchema.AttributeType = .mixed) -> AttributeValue {
  var text = text
  return text.withUTF8 { utf8 in
    JSONValueReader(UnsafeRawBufferPointer(utf8)).value(at: 0..<utf8.count, as: type)
  }
}

/// The record after setting one member; members usually stand in alphabetic order.
private func edited(
  _ record: String, setting name: AttributeName, to value: AttributeValue,
  type: EntitySchema.AttributeType = .mixed
) throws -> String {
  let attribute = EntitySchema.Attribute(name: name, type: type)
  guard case .object(let object) = read(record, as: .composite([attribute])) else {
    throw PersistenceError(.corrupt)
  }
  var record = record
  return try record.withUTF8 { utf8 in
    let bytes = UnsafeRawBufferPointer(utf8)
    let raw = RawText(bytes, 0..<bytes.count)
    let style = FileStyle(bytes: bytes, records: [raw.range], container: nil)
    let writer = JSONValueWriter(style: style) { _, _, _ in }
    let change = ValueEditor.MemberChange(
      name: name, attribute: attribute, old: object[name], new: value)
    let splices = try ValueEditor(writer: writer).splices(
      of: raw, changing: [change], order: ["a", "b", "c", "d"], indentation: [])
    return String(decoding: try SplicedText(bytes, splices).joined(), as: UTF8.self)
  }
}
