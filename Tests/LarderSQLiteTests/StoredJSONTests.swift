import LarderCore
import Testing

@testable import LarderSQLite

@Suite struct StoredJSONTests {
  @Test(
    arguments: [
      ("9223372036854775808", .decimal(StoredValueTests.decimal("9223372036854775808"))),
      ("-9223372036854775808", .integer(.min)), ("5.0", .real(5)), ("0.1", .real(0.1)),
      (
        "0.1234567890123456789",
        .decimal(StoredValueTests.decimal("0.1234567890123456789"))
      ),
      (#"{"$date":"7.5","x":1}"#, nil), (#"{"$date":"noon"}"#, nil),
      (#"{"$real":"inf"}"#, .real(.infinity)),
    ] as [(String, AttributeValue?)])
  func numbersAreKeptAndTagsMeanOtherKinds(_ text: String, _ value: AttributeValue?) {
    let read = StoredJSON.value(of: text, .mixed)

    if let value { #expect(read == value) } else { #expect(read?.kind == .object) }
  }
}
