import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderCoreData

@Suite struct TransformableWriterTests {
  private static let values: [AttributeValue] = [
    .bool(true), .integer(.min), .real(-0.5), .text("e\u{301}🌊"), .text(""), .data(Data([0, 255])),
    .date(Date(timeIntervalSinceReferenceDate: -0.25)), .array([]),
    .array([.text("a"), .text("a"), .null, .array([.integer(1)])]),
    .object(
      AttributeObject([
        .init(name: "b", value: .bool(false)),
        .init(name: "a", value: .object(AttributeObject([]))),
      ])), ExactDecimal("-12.5").map(AttributeValue.decimal) ?? .null,
    ExactDecimal("99999999999999999999999999999999999999").map(AttributeValue.decimal) ?? .null,
    UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF").map(AttributeValue.uuid) ?? .null,
  ]

  @Test(arguments: values)
  func aValueIsReadAsItWasWritten(_ value: AttributeValue) throws {
    let bytes = try #require(TransformableWriter.bytes(of: value))

    #expect(TransformableReader.value(of: bytes) == value)
  }

  @Test func anArrayIsArchivedAsFoundationDoes() throws {
    let bytes = try #require(TransformableWriter.bytes(of: .array([.text("a"), .text("a")])))
    let archive = try KeyedArchive(bytes)

    #expect(archive.root?.object?.classNames == ["NSArray", "NSObject"])
    #expect(archive.root?.object?.plain("NS.objects") == .array([.uid(1), .uid(1)]))
  }

  @Test func theLastMemberOfANameIsWritten() throws {
    let object = AttributeObject([
      .init(name: "a", value: .integer(1)), .init(name: "a", value: .integer(2)),
    ])

    let bytes = try #require(TransformableWriter.bytes(of: .object(object)))

    let last = AttributeObject([.init(name: "a", value: .integer(2))])
    #expect(TransformableReader.value(of: bytes) == .object(last))
  }

  @Test(arguments: [
    ExactDecimal("1e40").map { AttributeValue.array([.decimal($0)]) },
    ExactDecimal("1e-200").map(AttributeValue.decimal),
    ExactDecimal("123456789012345678901234567890123456789").map(AttributeValue.decimal),
  ])
  func numbersOfUpTo38DigitsAreWritten(_ value: AttributeValue?) throws {
    let value = try #require(value)
    let isShort = value.kind == .array

    #expect((TransformableWriter.bytes(of: value) != nil) == isShort)
  }

  @Test func whatNoArchiveHoldsIsRefused() {
    let identifier = PersistentIdentifier(
      storeIdentifier: "s", entityName: "A", primaryKey: .text("p1"))
    let deep = (0..<300).reduce(AttributeValue.null) { inner, _ in .array([inner]) }

    #expect(TransformableWriter.bytes(of: .array([.identifier(identifier)])) == nil)
    #expect(TransformableWriter.bytes(of: deep) == nil)
  }

  @Test(arguments: [
    (nil, true), ("NSSecureUnarchiveFromData", true), ("NSUnarchiveFromData", false),
    ("AppTransformer", false),
  ])
  func onlyTheFrameworksTransformersStoreArchives(_ name: String?, _ expected: Bool) {
    let attribute = ManagedObjectModel.Attribute(
      name: "a", type: .transformable, valueTransformerName: name)

    #expect(attribute.storesArchives == expected)
  }
}
