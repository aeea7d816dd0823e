import LarderCore
import LarderTestSupport
import Testing

@Suite struct ProjectionEvaluatorTests {
  private static func rows(
    _ projection: EntityProjection, of snapshots: [EntitySnapshot] = SampleSnapshots.trips
  ) throws -> [EntityRow] {
    var evaluator = try ProjectionEvaluator(
      projection, entity: "Trip", schema: .sample, environment: .withoutPatterns)
    for snapshot in snapshots { try evaluator.add(snapshot) { Fixture.objects[$0] } }
    return try evaluator.finish { Fixture.objects[$0] }
  }

  private static func item(_ expression: EntityExpression) -> EntityProjection.Item {
    EntityProjection.Item(expression, name: "x")
  }

  private static let count = EntityExpression.aggregate(.count, nil)

  /// Trips whose destinations are two forms of one text, nil, missing, and numbers of several kinds.
  private static let mixed: [EntitySnapshot] = {
    let values: [AttributeValue?] = [
      .text("é"), nil, .integer(1), .text("e\u{301}"), .null, .real(1), number("1"), .real(.nan),
      .real(.nan), .text("1"),
    ]
    return values.enumerated().map {
      SampleSnapshots.snapshot("Trip", Int64($0.offset), ["destination": $0.element])
    }
  }()

  @Test(arguments: [
    (false, nil, nil), (true, nil, nil), (false, 2, 1), (true, 2, 2), (false, 0, 3),
    (true, 50, nil),
    (false, -1, -1),
  ])
  func rowsOneByOneAreThoseOfTheEnd(_ isDistinct: Bool, _ limit: Int?, _ offset: Int?) throws {
    let projection = EntityProjection(
      items: [Self.item(path("destination"))], isDistinct: isDistinct, limit: limit,
      offset: offset)
    var evaluator = try ProjectionEvaluator(
      projection, entity: "Trip", schema: .sample, environment: .withoutPatterns)
    #expect(evaluator.isStreaming)

    var rows: [EntityRow] = []
    for snapshot in Self.mixed where !evaluator.isComplete {
      if let row = evaluator.next(snapshot, objects: { _ in nil }) { rows.append(row) }
    }

    // NaN is not equal to itself.
    #expect(String(describing: rows) == "\(try Self.rows(projection, of: Self.mixed))")
  }

  @Test func withoutGroupsAnObjectIsARow() throws {
    let projection = EntityProjection(items: [
      Self.item(path("rating")), Self.item(path("lodging", "stars")),
    ])

    #expect(
      try Self.rows(projection) == [
        [.integer(5), .integer(4)], [.null, .null], [.integer(3), .null],
      ])
  }

  @Test func missingAndNullStayApartInARow() throws {
    #expect(try Self.rows(EntityProjection(items: [Self.item(path("cover"))]))[1] == [nil])
  }

  @Test func groupsComeInOrderOfTheirFirstObject() throws {
    let projection = EntityProjection(
      groupKeys: [path("destination")],
      items: [Self.item(path("destination")), Self.item(Self.count)])

    #expect(
      try Self.rows(projection, of: Self.mixed).map { $0[1] }
        == [2, 2, 3, 2, 1].map { .integer($0) })
  }

  @Test(arguments: [3, 10_001] as [Int64])
  func whatIsDiscardedIsGone(_ count: Int64) throws {
    let projection = EntityProjection(
      groupKeys: [path("rating")], items: [Self.item(Self.count)])
    var evaluator = try ProjectionEvaluator(
      projection, entity: "Trip", schema: .sample, environment: .withoutPatterns)
    for number in 0..<count {
      let snapshot = SampleSnapshots.snapshot("Trip", number, ["rating": .integer(number)])
      try evaluator.add(snapshot) { _ in nil }
    }

    evaluator.discard()

    #expect(try evaluator.finish().isEmpty)
  }

  @Test func distinctRowsAreThoseThatGroupTogether() throws {
    let projection = EntityProjection(items: [Self.item(path("destination"))], isDistinct: true)

    #expect(try Self.rows(projection, of: Self.mixed).count == 5)
  }

  @Test(
    arguments: [
      (.count, nil, .integer(3)), (.count, "rating", .integer(2)), (.sum, "rating", .integer(8)),
      (.average, "rating", .real(4)), (.minimum, "rating", .integer(3)),
      (.maximum, "name", .text("🏔️ Matterhorn")),
      (.countDistinct, "isFavorite", .integer(2)), (.sum, "price", .real(2099.5)),
      (.count, "cover", .integer(1)),
    ] as [(EntityExpression.AggregateFunction, AttributeName?, AttributeValue)])
  func aggregatesOfAllObjectsMakeOneRow(
    _ function: EntityExpression.AggregateFunction, _ name: AttributeName?, _ value: AttributeValue
  ) throws {
    let projection = EntityProjection(
      items: [Self.item(.aggregate(function, name.map { path($0) }))])

    #expect(try Self.rows(projection) == [[value]])
  }

  @Test(
    arguments: [
      (.count, .integer(0)), (.countDistinct, .integer(0)), (.sum, .integer(0)), (.average, nil),
      (.minimum, nil), (.maximum, nil),
    ] as [(EntityExpression.AggregateFunction, AttributeValue?)])
  func aggregatesOfNothing(
    _ function: EntityExpression.AggregateFunction, _ value: AttributeValue?
  ) throws {
    let items = [Self.item(.aggregate(function, path("rating")))]

    #expect(try Self.rows(EntityProjection(items: items), of: []) == [[value]])
    #expect(try Self.rows(EntityProjection(groupKeys: [path("name")], items: items), of: []) == [])
  }

  @Test func havingSortLimitAndOffsetWorkOnGroups() throws {
    let projection = EntityProjection(
      groupKeys: [path("destination")], items: [Self.item(Self.count)],
      having: .comparison(.greaterThan, Self.count, integer(1)),
      sortDescriptors: [
        EntitySortDescriptor(Self.count, order: .reverse),
        EntitySortDescriptor(path("destination")),
      ], limit: 2, offset: 1)

    #expect(try Self.rows(projection, of: Self.mixed) == [[.integer(2)], [.integer(2)]])
  }

  @Test func anExpressionMayHoldSeveralAggregates() throws {
    let spread = EntityExpression.arithmetic(
      .subtract, .aggregate(.maximum, path("rating")), .aggregate(.minimum, path("rating")))

    #expect(try Self.rows(EntityProjection(items: [Self.item(spread)])) == [[.integer(2)]])
  }

  @Test func aSortKeepsEqualRowsInOrder() throws {
    let projection = EntityProjection(
      items: [Self.item(path("name"))],
      sortDescriptors: [EntitySortDescriptor(path("isFavorite"), order: .reverse)])

    #expect(
      try Self.rows(projection).map { $0[0] }
        == [0, 2, 1].map { SampleSnapshots.trips[$0]["name"] })
  }

  @Test(arguments: [
    EntityProjection(groupKeys: [.aggregate(.count, nil)], items: []),
    EntityProjection(items: [item(.aggregate(.sum, .aggregate(.count, nil)))]),
    EntityProjection(items: [
      item(.collection(.sum, path("tags"), element: .aggregate(.count, nil)))
    ]),
  ])
  func anAggregateInTheWrongPlaceIsRefused(_ projection: EntityProjection) {
    let error = #expect(throws: PersistenceError.self) { try Self.rows(projection) }
    #expect(error?.code == .unsupported)
  }
}
