import FoundationEssentials
import LarderCore
import Testing

@testable import LarderCoreData

@Suite struct TransformableReaderTests {
  private static func archive(
    _ make: (inout KeyedArchiveBuilder) -> PropertyList
  ) -> [UInt8] {
    var builder = KeyedArchiveBuilder()
    let root = make(&builder)
    return builder.bytes(root: root)
  }

  /// An archive of one object.
  private static func archive(_ className: String, _ members: [String: PropertyList]) -> [UInt8] {
    archive { $0.add([className], members) }
  }

  private static func object(_ members: [(String, AttributeValue)]) -> AttributeValue {
    .object(
      AttributeObject(
        members.map { AttributeObject.Member(name: AttributeName($0.0), value: $0.1) }))
  }

  private static let uuidBytes: [UInt8] = [
    0x6F, 0x96, 0x19, 0xFF, 0x8B, 0x86, 0xD0, 0x11, 0xB4, 0x2D, 0x00, 0xC0, 0x4F, 0xC9, 0x64, 0xFF,
  ]

  @Test(arguments: [
    (archive { $0.add(text: "word") }, AttributeValue.text("word")),
    (archive { $0.add(.integer(-3)) }, .integer(-3)),
    (archive { $0.add(.boolean(true)) }, .bool(true)),
    (archive { $0.add(.real(0.5)) }, .real(0.5)),
    (archive { $0.add(.data([1])) }, .data(Data([1]))),
    (archive("NSString", ["NS.string": .string("long")]), .text("long")),
    (archive("NSData", ["NS.data": .data([7, 8])]), .data(Data([7, 8]))),
    (
      archive("NSDate", ["NS.time": .real(10.5)]), .date(Date(timeIntervalSinceReferenceDate: 10.5))
    ),
    (archive("NSNull", [:]), .null),
    (
      archive("NSUUID", ["NS.uuidbytes": .data(uuidBytes)]),
      UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF").map(AttributeValue.uuid) ?? .null
    ),
    (
      archive { builder in
        let relative = builder.add(text: "https://example.org/")
        return builder.add(["NSURL"], ["NS.base": .uid(0), "NS.relative": relative])
      }, .text("https://example.org/")
    ), (archive("NSTimeZone", ["NS.name": .string("Europe/Oslo")]), .text("Europe/Oslo")),
    (
      archive(
        "NSDecimalNumber",
        [
          "NS.exponent": .integer(-2), "NS.length": .integer(2), "NS.negative": .boolean(true),
          "NS.mantissa.bo": .integer(1),
          "NS.mantissa": .data([0x39, 0x30, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ]), ExactDecimal("-778.81").map(AttributeValue.decimal) ?? .null
    ),
  ])
  func aScalarIsRead(_ bytes: [UInt8], _ value: AttributeValue) {
    #expect(TransformableReader.value(of: bytes) == value)
  }

  @Test func collectionsAreReadWithWhatTheyHold() {
    let bytes = Self.archive { builder in
      let set = builder.add(["NSSet"], ["NS.objects": .array([builder.add(.integer(1))])])
      let ordered = builder.add(
        ["NSMutableOrderedSet", "NSOrderedSet"],
        ["NS.object.0": builder.add(text: "x"), "NS.object.1": builder.add(text: "y")])
      let words = builder.add(array: [builder.add(text: "a"), builder.add(text: "a"), .uid(0)])
      return builder.add(dictionary: [("words", words), ("set", set), ("ordered", ordered)])
    }

    #expect(
      TransformableReader.value(of: bytes)
        == Self.object([
          ("words", .array([.text("a"), .text("a"), .null])), ("set", .array([.integer(1)])),
          ("ordered", .array([.text("x"), .text("y")])),
        ]))
  }

  @Test func textWithAttributesIsItsText() {
    let bytes = Self.archive { builder in
      let text = builder.add(
        ["NSMutableString", "NSString"], ["NS.string": builder.add(text: "bold")])
      let attributes = builder.add(dictionary: [("NSFont", builder.add(["NSFont"], [:]))])
      return builder.add(
        ["NSConcreteMutableAttributedString", "NSMutableAttributedString", "NSAttributedString"],
        ["NSString": text, "NSAttributes": attributes])
    }

    #expect(TransformableReader.value(of: bytes) == .text("bold"))
  }

  @Test(arguments: [
    (
      archive(
        "UIColor",
        ["UIRed": .real(1), "UIGreen": .real(0.5), "UIBlue": .real(0), "UIAlpha": .real(1)]),
      object([("red", .real(1)), ("green", .real(0.5)), ("blue", .real(0)), ("alpha", .real(1))])
    ),
    (
      archive("UIColor", ["UIWhite": .real(0.25), "UIAlpha": .real(0.5)]),
      object([("white", .real(0.25)), ("alpha", .real(0.5))])
    ),
    (
      archive("NSColor", ["NSRGB": .data(Array("1 0.5 0\0".utf8)), "NSColorSpace": .integer(1)]),
      object([("red", .real(1)), ("green", .real(0.5)), ("blue", .real(0)), ("alpha", .real(1))])
    ),
    (
      archive("NSColor", ["NSWhite": .data(Array("0.5 0.25".utf8))]),
      object([("white", .real(0.5)), ("alpha", .real(0.25))])
    ),
  ])
  func aColourIsItsComponents(_ bytes: [UInt8], _ value: AttributeValue) {
    #expect(TransformableReader.value(of: bytes) == value)
  }

  @Test func aListWithoutAnArchiveIsRead() {
    let list = PropertyList.dictionary([
      "b": .array([.date(1)]), "a": .largeInteger(high: 0, low: .max),
    ])

    #expect(
      TransformableReader.value(of: BinaryPropertyListWriter.bytes(of: list))
        == Self.object([
          ("a", .decimal(ExactDecimal(UInt64.max))),
          ("b", .array([.date(Date(timeIntervalSinceReferenceDate: 1))])),
        ]))
  }

  @Test func anObjectOfAnUnknownClassIsNotGuessed() {
    let lone = Self.archive("AppThing", ["name": .string("four"), "data": .data([1, 2])])
    let inside = Self.archive { builder in
      builder.add(array: [builder.add(["AppThing"], ["name": .string("four"), "n": .integer(1)])])
    }

    #expect(TransformableReader.value(of: lone) == nil)
    #expect(TransformableReader.className(of: lone) == "AppThing")
    #expect(
      TransformableReader.value(of: inside)
        == .array([Self.object([("class", .text("AppThing")), ("size", .integer(4))])]))
  }

  @Test(arguments: [
    [], [0x08, 0x96, 0x01], Array("bplist00".utf8), archive { _ in .uid(99) },
    archive("NSUUID", ["NS.uuidbytes": .data([1])]),
    archive("NSDecimalNumber", ["NS.exponent": .integer(1), "NS.length": .integer(9)]),
    archive("UIColor", ["UIPatternSelector": .string("x")]),
  ])
  func otherBytesAreUnknown(_ bytes: [UInt8]) {
    #expect(TransformableReader.value(of: bytes).nonNull == nil)
  }

  @Test func whatContainsItselfIsNotFollowed() {
    let bytes = Self.archive { builder in
      let place = builder.reserve()
      return builder.add(["NSArray"], ["NS.objects": .array([place])], in: place)
    }

    #expect(
      TransformableReader.value(of: bytes)
        == .array([Self.object([("class", .text("NSArray")), ("size", .integer(0))])]))
  }

  @Test func aSmallArchiveDoesNotStandForAnEndlessValue() {
    let bytes = Self.archive { builder in
      (0..<40).reduce(builder.add(text: "x")) { inner, _ in
        builder.add(array: [inner, inner, inner])
      }
    }

    #expect(TransformableReader.value(of: bytes) == nil)
  }
}
