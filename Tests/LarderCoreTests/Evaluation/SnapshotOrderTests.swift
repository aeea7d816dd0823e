import LarderCore
import LarderTestSupport
import Testing

@Suite struct SnapshotOrderTests {
  private static func keys(
    _ descriptors: [EntitySortDescriptor], limit: Int? = nil
  ) throws -> [Int64] {
    let order = try SnapshotOrder(
      descriptors, entity: "Trip", schema: .sample, environment: .withoutPatterns)
    let trips = [SampleSnapshots.trips[2], SampleSnapshots.trips[0], SampleSnapshots.trips[1]]
    return order.sorted(trips, limit: limit) { Fixture.objects[$0] }.map(\.key)
  }

  /// Ratings are 5, nil, 3.
  @Test(
    arguments: [
      (.forward, nil, [2, 3, 1]), (.reverse, nil, [1, 3, 2]), (.forward, .first, [2, 3, 1]),
      (.forward, .last, [3, 1, 2]), (.reverse, .first, [2, 1, 3]), (.reverse, .last, [1, 3, 2]),
    ] as [(EntitySortDescriptor.Order, EntitySortDescriptor.NilPlacement?, [Int64])])
  func nilStandsFirstUnlessTurnedRoundOrPlaced(
    _ order: EntitySortDescriptor.Order, _ nils: EntitySortDescriptor.NilPlacement?,
    _ keys: [Int64]
  ) throws {
    let rating = EntitySortDescriptor(path("rating"), order: order, nils: nils)

    #expect(try Self.keys([rating]) == keys)
    #expect(try Self.keys([rating], limit: 2) == Array(keys.prefix(2)))
  }

  @Test(
    arguments: [
      ([], [1, 2, 3]), ([EntitySortDescriptor(path("isFavorite"), order: .reverse)], [1, 3, 2]),
      (
        [
          EntitySortDescriptor(path("isFavorite"), order: .reverse),
          EntitySortDescriptor(path("price"), order: .reverse),
        ], [3, 1, 2]
      ),
      ([EntitySortDescriptor(path("name"), comparator: .localized)], [3, 2, 1]),
      ([EntitySortDescriptor(path("lodging", "name"))], [2, 3, 1]),
      ([EntitySortDescriptor(.collection(.count, path("travelers"), element: nil))], [3, 2, 1]),
      ([EntitySortDescriptor(path("rating"), comparator: .localized, nils: .last)], [3, 1, 2]),
    ] as [([EntitySortDescriptor], [Int64])])
  func tiesGoToTheNextDescriptorThenToTheIdentifier(
    _ descriptors: [EntitySortDescriptor], _ keys: [Int64]
  ) throws {
    #expect(try Self.keys(descriptors) == keys)
  }

  @Test(arguments: [nil, 0, 1, 7, 99, 5_000])
  func aLimitKeepsTheFirstOfTheWholeOrder(_ limit: Int?) throws {
    var generator = SeededGenerator(seed: 5)
    let travelers = (0..<2_000).map { key in
      SampleSnapshots.snapshot(
        "Traveler", Int64(key),
        [
          "age": generator.chance(percent: 10)
            ? .null : .integer(Int64(generator.integer(in: 0...40)))
        ])
    }.shuffled(using: &generator)
    let order = try SnapshotOrder(
      [EntitySortDescriptor(path("age"), order: .reverse)], entity: "Traveler", schema: .sample,
      environment: .withoutPatterns)

    let sorted = order.sorted(travelers, limit: limit) { _ in nil }

    let expected = travelers.sorted {
      let order = AttributeValue.totalOrder($1["age"], $0["age"])
      return order != 0 ? order < 0 : $0.identifier < $1.identifier
    }
    #expect(sorted.map(\.key) == expected.prefix(limit ?? 2_000).map(\.key))
  }

  @Test func valuesOfSeveralKindsHaveOneOrder() throws {
    let schema = EntitySchema(entities: [
      EntitySchema.Entity(
        name: "Thing", attributes: [EntitySchema.Attribute(name: "x", type: .mixed)])
    ])
    let layout = try #require(schema.layout(of: "Thing"))
    let values: [AttributeValue?] = [
      .text("b"), .integer(2), nil, .bool(true), .real(1.5), .text("A"),
    ]
    let things = values.enumerated().map { key, value in
      let identifier = PersistentIdentifier(
        storeIdentifier: "s", entityName: "Thing", primaryKey: .integer(Int64(key)))
      return EntitySnapshot(identifier: identifier, layout: layout, values: [value])
    }

    for comparator in [EntitySortDescriptor.Comparator.standard, .localized] {
      let order = try SnapshotOrder(
        [EntitySortDescriptor(path("x"), comparator: comparator)], entity: "Thing", schema: schema,
        environment: .withoutPatterns)
      #expect(order.sorted(things) { _ in nil }.map(\.key) == [2, 3, 4, 1, 5, 0])
    }
  }

  /// The sort's shortcut over the first bytes of a value must agree with the values' own order.
  @Test(arguments: [EntitySortDescriptor.Order.forward, .reverse])
  func everyKindOfValueSortsByTheTotalOrder(_ direction: EntitySortDescriptor.Order) throws {
    let schema = EntitySchema(entities: [
      EntitySchema.Entity(
        name: "Thing", attributes: [EntitySchema.Attribute(name: "x", type: .mixed)])
    ])
    let layout = try #require(schema.layout(of: "Thing"))
    var generator = SeededGenerator(seed: SeededGenerator.baseSeed)
    var values = ValueGenerator(using: generator.split())
    let mixed: [AttributeValue?] =
      ValueOrderTests.ordered.flatMap(\.self)
      + (0..<300).map { _ in
        generator.choose(
          .text(values.text()), .integer(values.integer()), .real(values.real()), values.decimal(),
          .date(values.date()), .text("cafe" + (Bool.random(using: &generator) ? "\u{301}" : "a")))
      }
    let things = mixed.shuffled(using: &generator).enumerated().map { key, value in
      let identifier = PersistentIdentifier(
        storeIdentifier: "s", entityName: "Thing", primaryKey: .integer(Int64(key)))
      return EntitySnapshot(identifier: identifier, layout: layout, values: [value])
    }
    let order = try SnapshotOrder(
      [EntitySortDescriptor(path("x"), order: direction)], entity: "Thing", schema: schema,
      environment: .withoutPatterns)

    let sorted = order.sorted(things) { _ in nil }

    let expected = things.sorted {
      let order = AttributeValue.totalOrder($0["x"], $1["x"])
      let turned = direction == .reverse ? -order : order
      return turned != 0 ? turned < 0 : $0.identifier < $1.identifier
    }
    #expect(sorted.map(\.key) == expected.map(\.key))
  }
}
