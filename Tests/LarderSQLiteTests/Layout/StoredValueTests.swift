import FoundationEssentials
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct StoredValueTests {
  /// Values that must come back as they were, by the attribute that holds them.
  static let values: [(AttributeName, AttributeValue)] = [
    ("bool", .bool(true)), ("bool", .bool(false)),
    ("integer", .integer(.max)), ("integer", .integer(.min)),
    ("real", .real(0.1)), ("real", .real(5)), ("real", .real(-1e300)), ("real", .real(.infinity)),
    ("decimal", .integer(7)), ("decimal", .real(0.1)), ("decimal", .real(1e22)),
    ("decimal", .decimal(decimal("12345678901234567890.123456789"))),
    ("text", .text("e\u{301}")), ("text", .text("")), ("text", .text("a\0b")),
    ("date", .date(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))),
    ("date", .date(Date(timeIntervalSinceReferenceDate: -63_114_076_800))),
    ("uuid", .uuid(uuid)), ("data", .data(Data([0, 255, 7]))), ("data", .data(Data())),
    ("array", .array([])),
    ("array", .array([.date(Date(timeIntervalSinceReferenceDate: 0.7)), .null])),
    (
      "composite",
      .object(
        AttributeObject([
          .init(name: "at", value: .date(Date(timeIntervalSinceReferenceDate: 3))),
          .init(name: "price", value: .decimal(decimal("1e400"))),
          .init(name: "size", value: .real(3)), .init(name: "any", value: .real(3)),
        ]))
    ),
    ("composite", .object(AttributeObject([.init(name: "size", value: .null)]))),
    ("color", .integer(2)),
    ("mixed", .bool(true)), ("mixed", .integer(1)), ("mixed", .real(1)), ("mixed", .real(1.5)),
    ("mixed", .text("1")), ("mixed", .date(Date(timeIntervalSinceReferenceDate: 0.1))),
    ("mixed", .uuid(uuid)), ("mixed", .data(Data([1]))),
    ("mixed", .decimal(decimal("123456789012345678901"))),
    ("mixed", .array([.null, .array([.integer(1)]), .text("x")])),
    ("mixed", .object(AttributeObject([.init(name: "$date", value: .integer(1))]))),
    (
      "mixed",
      .object(
        AttributeObject([
          .init(name: "a", value: .integer(1)), .init(name: "b", value: .object(.init([]))),
        ]))
    ),
  ]

  static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))

  static func decimal(_ text: String) -> ExactDecimal {
    ExactDecimal(text) ?? ExactDecimal(0)
  }

  @Test(arguments: values.indices)
  func aValueComesBackAsItWas(_ index: Int) throws {
    let (name, value) = Self.values[index]
    let new = try LayoutStore(LayoutSchemas.everyType)

    try new.insert("Thing", (name, value))
    _ = try new.context.save()

    #expect(try new.reopened().objects("Thing").first?[name] == value)
  }

  @Test func conditionsOnEveryTypeAgreeWithMemory() throws {
    let new = try LayoutStore(LayoutSchemas.everyType)
    let memory = InMemoryStore(identifier: "memory", schema: LayoutSchemas.everyType)
    let context = EntityContext()
    try context.attach(memory, as: "store")
    for (name, value) in Self.values {
      try new.insert("Thing", (name, value))
      let assignment = EntityEdit.Assignment(AttributePath(name), .value(value))
      _ = try context.perform(.insert("Thing", [assignment]), in: "store")
    }
    _ = try new.context.save()
    _ = try context.save()

    let operators: [EntityPredicate.ComparisonOperator] = [
      .equal, .lessThan,
    ]
    for name in LayoutSchemas.names {
      for (_, value) in Self.values + [("mixed", .null)] {
        for comparison in operators {
          let condition = EntityPredicate.comparison(comparison, .path(name), .value(value))
          #expect(
            try new.store.keys("Thing", where: condition)
              == memory.keys("Thing", where: condition), "\(name) \(comparison) \(value)")
        }
      }
      let order = [EntitySortDescriptor(.path(name))]
      #expect(
        try new.store.objects("Thing", sortedBy: order).map(\.identifier.primaryKey)
          == memory.objects("Thing", sortedBy: order).map(\.identifier.primaryKey), "\(name)")
    }
  }

  @Test func membersOfCompositesAreReachableInSQL() throws {
    let new = try LayoutStore(LayoutSchemas.everyType)
    let size = AttributeObject([.init(name: "size", value: .real(3))])
    try new.insert("Thing", ("composite", .object(size)))
    _ = try new.context.save()

    let rows = try new.sql("SELECT json_extract(composite, '$.size') FROM Thing")

    #expect(rows == [[.integer(3)]] || rows == [[.real(3)]])
  }

  @Test(
    arguments: [
      ("real", .real(.nan)), ("decimal", .real(.infinity)),
    ] as [(AttributeName, AttributeValue)])
  func aValueWithoutAPlaceIsRefused(_ name: AttributeName, _ value: AttributeValue) throws {
    let new = try LayoutStore(LayoutSchemas.everyType)
    try new.insert("Thing", (name, value))

    let error = #expect(throws: PersistenceError.self) { try new.context.save() }

    #expect(error?.code == .wrongKind)
    #expect(error?.attribute == name)
    #expect(error?.detail == "SQLite has no place for such a value")
  }
}
