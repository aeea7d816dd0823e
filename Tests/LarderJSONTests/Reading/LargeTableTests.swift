import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport
import Testing

/// Tables of more rows than are compared one by one: what columns answer is what memory answers.
@Suite struct LargeTableTests {
  private static let opened = Result { try OpenedText(text) }

  /// Few and many different values of each kind, with gaps, in an order of their own.
  private static var text: String {
    let rows = (0..<9000).map { row -> String in
      let mixed = row &* 7919 % 9001
      var members = ["\"id\":\"K\(mixed)\"", "\"few\":\(mixed % 3)", "\"flag\":\(mixed % 2 == 0)"]
      if mixed % 11 != 0 { members.append("\"number\":\(mixed / 2 - 700)") }
      members.append("\"price\":\(mixed % 50 == 0 ? "null" : "\(mixed / 5).5")")
      members.append("\"day\":\"20\(10 + mixed % 15)-0\(1 + mixed % 9)-1\(mixed % 10)\"")
      members.append("\"name\":\"\(names[mixed % names.count])\(mixed / 2)\"")
      members.append("\"tags\":[\(mixed % 4 == 0 ? "" : "\"t\(mixed % 7)\",\"caf\\u00e9\"")]")
      members.append("\"inner\":{\"stars\":\(mixed % 5),\"code\":\"c\(mixed % 4500)\"}")
      return "{" + members.joined(separator: ",") + "}"
    }
    return "[" + rows.joined(separator: ",\n") + "]"
  }

  private static let names = ["Zürich", "Zu\\u0308rich", "alpha", "札幌", "\u{212A}", "K", ""]

  @Test(
    arguments: [
      ["few"], ["flag", "-number"], ["few", "name"], ["name"], ["-name", "few"], ["-price", "day"],
      ["day", "few", "-name"], ["inner.stars", "inner.code"], ["number"], ["few", "id"], ["-id"],
    ], [nil, 1, 10, 2500])
  func rowsComeInTheOrderOfMemory(_ keys: [String], limit: Int?) throws {
    let opened = try Self.opened.get()
    var descriptor = EntityFetchDescriptor(entity: "trips")
    descriptor.sortDescriptors = keys.map { key in
      EntitySortDescriptor(
        path(String(key.drop { $0 == "-" })), order: key.hasPrefix("-") ? .reverse : .forward)
    }
    let order = try SnapshotOrder(
      descriptor.sortDescriptors, entity: "trips", schema: opened.store.schema,
      environment: .standard)
    let expected = order.sorted(try opened.snapshots(), limit: limit) { _ in nil }
    descriptor.fetchLimit = limit

    let found = try opened.fetch(descriptor)

    #expect(found.map(\.identifier) == expected.map(\.identifier))
  }

  @Test(arguments: [
    ["number"], ["price"], ["day"], ["flag"], ["name"], ["inner.stars"], ["inner.code", "few"],
    ["name", "number"], ["tags"],
  ])
  func groupsAreThoseOfMemory(_ keys: [String]) throws {
    let count = EntityExpression.aggregate(.count, nil)
    let projection = EntityProjection(
      groupKeys: keys.map(path),
      items: keys.map { .init(path($0), name: $0) } + [
        .init(count, name: "n"), .init(.aggregate(.sum, path("number")), name: "sum"),
        .init(.aggregate(.countDistinct, path("name")), name: "names"),
        .init(.aggregate(.countDistinct, path("price")), name: "prices"),
      ], having: .comparison(.greaterThan, count, .value(.integer(1))),
      sortDescriptors: [EntitySortDescriptor(count, order: .reverse)])

    try expectRows(projection, of: EntityFetchDescriptor(entity: "trips"))
  }

  @Test func groupsOfSomeRowsInAnOrderAreThoseOfMemory() throws {
    var descriptor = EntityFetchDescriptor(
      entity: "trips", predicate: .isTrue(path("flag")),
      sortDescriptors: [EntitySortDescriptor(path("name"))])
    descriptor.fetchLimit = 3000
    descriptor.fetchOffset = 7
    let projection = EntityProjection(
      groupKeys: [path("number")],
      items: [.init(path("number"), name: "number"), .init(path("id"), name: "first")])

    try expectRows(projection, of: descriptor)
  }

  @Test func plainRowsNeedNoIdentities() throws {
    let opened = try Self.opened.get()
    var descriptor = EntityFetchDescriptor(
      entity: "trips", sortDescriptors: [EntitySortDescriptor(path("price"), order: .reverse)])
    descriptor.fetchLimit = 20
    let projection = EntityProjection(
      items: [.init(path("name"), name: "name"), .init(path("inner.code"), name: "code")],
      isDistinct: true)
    let identities = EntityProjection(items: [.init(.path(AttributePath([])), name: "self")])

    try expectRows(projection, of: descriptor)
    #expect(opened.store.pushDown(for: projection, of: "trips") == .exact)
    #expect(
      opened.store.pushDown(for: identities, of: "trips")
        == .unsupported("the rows depend on identities or on other objects"))
  }

  @Test(arguments: [
    ("number", [AttributeValue.integer(3), .real(4), .real(5.5), .null, .text("3")]),
    ("price", [.real(3.5), .integer(2), .null]),
    ("name", [.text("Zürich12"), .text("K40"), .text(""), .integer(1)]), ("few", []),
    ("day", [.text("2012-03-12")]), ("inner.code", [.text("c7"), .text("c8")]),
  ])
  func membershipInAListIsThatOfMemory(_ key: String, _ elements: [AttributeValue]) throws {
    try expectMatches(.membership(path(key), in: .value(.array(elements))))
    try expectMatches(.not(.membership(path(key), in: .value(.array(elements)))))
  }

  @Test(arguments: [AttributeValue.text("t3"), .text("café"), .text("t"), .integer(3), .null])
  func membershipInAnArrayIsThatOfMemory(_ value: AttributeValue) throws {
    try expectMatches(.membership(.value(value), in: path("tags")))
  }

  @Test(arguments: [1, 100, 130], [0, 5])
  func aLimitTakesTheFirstMatches(_ limit: Int, offset: Int) throws {
    let opened = try Self.opened.get()
    let predicate = EntityPredicate.comparison(.equal, path("inner.code"), .value(.text("c17")))
    for predicate in [predicate, .isTrue(path("flag"))] {
      var descriptor = EntityFetchDescriptor(entity: "trips", predicate: predicate)
      let all = try opened.fetch(descriptor)
      descriptor.fetchLimit = limit
      descriptor.fetchOffset = offset

      let found = try opened.fetch(descriptor)

      #expect(found.map(\.identifier) == all.dropFirst(offset).prefix(limit).map(\.identifier))
    }
  }

  private func path(_ text: String) -> EntityExpression {
    .path(AttributePath(text.split(separator: ".").map { AttributeName(String($0)) }))
  }

  private func expectMatches(_ predicate: EntityPredicate) throws {
    let opened = try Self.opened.get()
    let evaluator = try PredicateEvaluator(
      predicate, entity: "trips", schema: opened.store.schema, environment: .standard)
    let expected = try opened.snapshots().filter { evaluator.matches($0) { _ in nil } }

    let found = try opened.fetch(EntityFetchDescriptor(entity: "trips", predicate: predicate))

    #expect(found.map(\.identifier) == expected.map(\.identifier))
  }

  private func expectRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws {
    let opened = try Self.opened.get()
    var evaluator = try ProjectionEvaluator(
      projection, entity: "trips", schema: opened.store.schema, environment: .standard)
    for snapshot in try opened.fetch(descriptor) { try evaluator.add(snapshot) { _ in nil } }

    #expect(try opened.store.rows(projection, of: descriptor) == evaluator.finish())
  }
}
