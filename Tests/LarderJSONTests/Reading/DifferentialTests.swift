import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport
import Testing

/// Columns and kernels answer what evaluation in memory answers of the same objects.
@Suite struct DifferentialTests {
  @Test func queriesGiveWhatEvaluationInMemoryGives() throws {
    SeededGenerator.forEachRound(12) { round, generator in
      var records = RecordGenerator(using: generator.split())
      let opened = try OpenedText(records.text(count: generator.integer(in: 0...150)))
      let snapshots = try opened.snapshots()
      var queries = PredicateGenerator(
        schema: opened.store.schema, entity: "trips", using: generator.split(),
        options: .all.subtracting([.relationships]), snapshots: snapshots)
      for _ in 0..<15 {
        try Self.compare(queries.query(), opened, snapshots, round.comment)
      }
    }
  }

  @Test func conditionsOnEveryKindOfColumnAgree() throws {
    SeededGenerator.forEachRound(2) { round, generator in
      var records = RecordGenerator(using: generator.split())
      let opened = try OpenedText(records.text(count: 130))
      let snapshots = try opened.snapshots()
      for attribute in opened.store.schema.entities[0].attributes {
        for constant in snapshots.compactMap({ $0[attribute.name] }).prefix(4) + [.null] {
          for condition in Self.conditions(.path(AttributePath(attribute.name)), constant) {
            var descriptor = EntityFetchDescriptor(entity: "trips", predicate: condition)
            descriptor.sortDescriptors = [
              EntitySortDescriptor(
                .path(AttributePath(attribute.name)),
                order: generator.chance(percent: 50) ? .forward : .reverse,
                nils: generator.choose(nil, .first, .last))
            ]
            descriptor.fetchLimit = generator.choose(nil, 3)
            try Self.compare(
              EntityQuery(descriptor: descriptor), opened, snapshots, round.comment)
          }
        }
      }
    }
  }

  private static func conditions(
    _ path: EntityExpression, _ constant: AttributeValue
  ) -> [EntityPredicate] {
    let value = EntityExpression.value(constant)
    var conditions = EntityPredicate.ComparisonOperator.allCases.map {
      EntityPredicate.comparison($0, path, value)
    }
    conditions += [
      .comparison(.lessThan, value, path), .range(path, value, value, includesUpperBound: true),
      .range(path, value, value, includesUpperBound: false),
      .membership(path, in: .value(.array([constant]))),
      .membership(path, in: .value(.array([constant, .null, .integer(2), .text("x")]))),
      .membership(value, in: path), .isEmpty(path), .isTrue(path),
      .not(.comparison(.equal, path, value)),
      .comparison(.greaterThan, path, .value(.real(2.5))),
      .comparison(.lessThanOrEqual, path, .value(.integer(2))),
    ]
    if case .path(let attributePath) = path { conditions.append(.isMissing(attributePath)) }
    for textOperator in [
      EntityPredicate.TextOperator.contains, .hasPrefix, .hasSuffix, .equals, .like,
    ] {
      conditions.append(.text(textOperator, [], path, value))
      conditions.append(
        .text(textOperator, [.caseInsensitive, .diacriticInsensitive], path, value))
    }
    return conditions
  }

  private static func compare(
    _ query: EntityQuery, _ opened: OpenedText, _ snapshots: [EntitySnapshot], _ comment: Comment
  ) throws {
    let store = opened.store
    let descriptor = query.descriptor
    let expected = try fetch(descriptor, snapshots, store.schema)
    switch query.output {
    case .objects:
      #expect(
        try opened.fetch(descriptor).map(\.identifier) == expected.map(\.identifier),
        "\(comment) \(query)")
    case .count:
      #expect(try store.count(descriptor) == expected.count, "\(comment) \(query)")
    case .rows(let projection):
      var evaluator = try ProjectionEvaluator(
        projection, entity: descriptor.entity, schema: store.schema, environment: .standard)
      for snapshot in expected { try evaluator.add(snapshot) { _ in nil } }
      #expect(
        try store.rows(projection, of: descriptor) == evaluator.finish(), "\(comment) \(query)")
    }
  }

  private static func fetch(
    _ descriptor: EntityFetchDescriptor, _ snapshots: [EntitySnapshot], _ schema: EntitySchema
  ) throws -> [EntitySnapshot] {
    let entity = descriptor.entity
    let predicate = try descriptor.predicate.map {
      try PredicateEvaluator($0, entity: entity, schema: schema, environment: .standard)
    }
    var found = snapshots.filter { predicate?.matches($0) { _ in nil } ?? true }
    if !descriptor.sortDescriptors.isEmpty {
      found = try SnapshotOrder(
        descriptor.sortDescriptors, entity: entity, schema: schema, environment: .standard
      ).sorted(found) { _ in nil }
    }
    return Array(
      found.dropFirst(max(0, descriptor.fetchOffset ?? 0))
        .prefix(descriptor.fetchLimit.map { max(0, $0) } ?? found.count))
  }
}

/// Random records, whose attributes are of one kind, or of one but for a few, or mixed.
struct RecordGenerator {
  private var generator: SeededGenerator

  init(using generator: SeededGenerator) { self.generator = generator }

  mutating func text(count: Int) -> String {
    let pools = Self.pools.shuffled(using: &generator)
    let records = (0..<count).map { row -> String in
      var members: [String] = []
      if row % 2 == 0 || generator.chance(percent: 90) {
        members.append("\"id\":\(row * 3 % 1009)")
      }
      for (index, pool) in pools.enumerated() where !generator.chance(percent: 7) {
        let value =
          generator.chance(percent: 8) ? "null" : generator.pick(from: pool) ?? "null"
        members.append("\"a\(index)\":\(value)")
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    return "[" + records.joined(separator: ",\n") + "]"
  }

  private static let pools = [
    ["1", "2", "-7", "0", "9223372036854775807", "-9223372036854775808", "3"],
    ["1", "2.5", "-0.0", "1e3", "0.1", "1234567890.12345678901", "9007199254740993", "-0"],
    ["1", "1e400", "2.5", "123456789012345678901234567890"],
    ["true", "false"],
    [
      "\"x\"", "\"Zürich\"", "\"Zu\\u0308rich\"", "\"\"", "\"K\"", "\"\u{212A}\"", "\"san\"",
      "\"SAN\"",
    ],
    (0..<90).map { "\"text \($0 * 7919 % 90)\\n\"" },
    ["\"2024-01-01\"", "\"2023-12-31\"", "\"2024-02-29\""],
    ["\"2024-01-01T10:00:00Z\"", "\"2024-01-01T11:00:00+01:00\"", "\"2023-01-01T00:00:00.25Z\""],
    [
      "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\"",
      "\"00000000-0000-4000-8000-000000000000\"",
    ],
    ["[\"a\",\"b\"]", "[]", "[\"c\"]"],
    ["{\"p\":1,\"q\":\"x\"}", "{\"p\":2}", "{\"q\":null,\"p\":3}"],
    ["1", "\"x\"", "true", "[1]", "2.5"],
  ]
}
