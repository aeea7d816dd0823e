import LarderCore
import LarderTestSupport
import Testing

@Suite struct PredicateEvaluatorTests {
  /// Ratings are 5, nil, 3.
  @Test(
    arguments: [
      (.equal, integer(5), [1]), (.notEqual, integer(5), [2, 3]), (.lessThan, integer(5), [3]),
      (.lessThanOrEqual, integer(5), [1, 3]), (.greaterThan, integer(3), [1]),
      (.greaterThanOrEqual, integer(3), [1, 3]), (.equal, null, [2]), (.notEqual, null, [1, 3]),
      (.lessThan, null, []), (.greaterThanOrEqual, null, []), (.equal, real(5), [1]),
      (.lessThan, real(3.5), [3]), (.notEqual, real(.nan), [1, 2, 3]), (.lessThan, real(.nan), []),
      (.equal, text("5"), []), (.notEqual, text("5"), [1, 2, 3]), (.lessThan, text("5"), []),
    ] as [(EntityPredicate.ComparisonOperator, EntityExpression, [Int64])])
  func nilIsUnequalAndUnordered(
    _ comparison: EntityPredicate.ComparisonOperator, _ constant: EntityExpression,
    _ keys: [Int64]
  ) throws {
    let rating = path("rating")
    let plain = EntityPredicate.comparison(comparison, rating, constant)
    let mirrored = EntityPredicate.comparison(comparison.mirrored, constant, rating)
    let computed = EntityPredicate.comparison(comparison, rating, .coalesce(constant, null))

    #expect(try Fixture.keys(of: "Trip", where: plain) == keys)
    #expect(try Fixture.keys(of: "Trip", where: mirrored) == keys)
    #expect(try Fixture.keys(of: "Trip", where: computed) == keys)
    #expect(
      try Fixture.keys(of: "Trip", where: .not(plain)) == [1, 2, 3].filter { !keys.contains($0) })
  }

  @Test(
    arguments: [
      (.and([]), [1, 2, 3]), (.or([]), []), (.constant(false), []),
      (
        .and([
          .isTrue(path("isFavorite")), .comparison(.greaterThan, path("price"), integer(1_000)),
        ]), [3]
      ),
      (
        .or([.isTrue(path("isFavorite")), .comparison(.equal, path("price"), integer(0))]),
        [1, 2, 3]
      ),
      (.and([.constant(true), .constant(true), .isTrue(path("isFavorite"))]), [1, 3]),
      (.or([.constant(false), .constant(false), .isTrue(path("isFavorite"))]), [1, 3]),
      (.not(.isTrue(path("isFavorite"))), [2]), (.not(.isTrue(path("rating"))), [1, 2, 3]),
      (.isEmpty(path("tags")), [2]), (.isEmpty(path("destination")), [2]),
      (.isEmpty(path("activities")), [3]), (.isEmpty(path("rating")), [2]),
      (.isMissing(AttributePath(["cover"])), [2]), (.isMissing(AttributePath(["rating"])), []),
      (.isMissing(AttributePath(["address"])), [2]),
      (.isMissing(AttributePath(["address", "city"])), [2, 3]),
      (.isMissing(AttributePath(["address", "planet"])), [1, 2, 3]),
      (.isMissing(AttributePath(["lodging"])), []),
      (.isMissing(AttributePath(["lodging", "stars"])), []),
      (.membership(integer(5), in: path("tags")), []),
      (.membership(text("art"), in: path("tags")), [1]),
      (.membership(path("rating"), in: .value(.array([.real(3), .null]))), [2, 3]),
      (.membership(path("rating"), in: null), []),
      (.membership(path("rating"), in: .value(.array([.real(.nan)]))), []),
      (.range(path("rating"), integer(3), integer(5), includesUpperBound: true), [1, 3]),
      (.range(path("rating"), integer(3), integer(5), includesUpperBound: false), [3]),
      (.range(path("rating"), null, integer(5), includesUpperBound: true), []),
      (.isKind(level: 0, "Trip"), [1, 2, 3]), (.isKind(level: 0, "Lodging"), []),
      (
        .comparison(.equal, path(), .value(.identifier(SampleSnapshots.identifier("Trip", 2)))), [2]
      ),
    ] as [(EntityPredicate, [Int64])])
  func everyKindOfCondition(_ predicate: EntityPredicate, _ keys: [Int64]) throws {
    #expect(try Fixture.keys(of: "Trip", where: predicate) == keys)
  }

  @Test(
    arguments: [
      (.contains, [], "Café", [1, 2]), (.contains, [], "Cafe", []),
      (.hasPrefix, .diacriticInsensitive, "Cafe", [1, 2]), (.hasSuffix, [], "Matterhorn", [3]),
      (.equals, .caseInsensitive, "CAFÉ TOUR", [1]), (.like, [], "Caf? *", [1, 2]),
      (.matches, [], ".*Matterhorn", [3]), (.containsPattern, .caseInsensitive, "\\bTOUR$", [1]),
    ] as [(EntityPredicate.TextOperator, EntityPredicate.TextOptions, String, [Int64])])
  func textOperators(
    _ textOperator: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ needle: String, _ keys: [Int64]
  ) throws {
    let name = path("name")
    let constant = EntityPredicate.text(textOperator, options, name, text(needle))
    let computed = EntityPredicate.text(
      textOperator, options, name, .coalesce(null, text(needle)))

    #expect(try Fixture.keys(of: "Trip", where: constant) == keys)
    #expect(try Fixture.keys(of: "Trip", where: computed) == keys)
  }

  @Test(arguments: EntityPredicate.TextOperator.allCases)
  func textOperatorsOfNilAreFalseAndTheirNegationTrue(
    _ textOperator: EntityPredicate.TextOperator
  ) throws {
    let ofNil = EntityPredicate.text(textOperator, [], null, text("x"))
    let withNil = EntityPredicate.text(textOperator, [], path("name"), null)
    let ofNumber = EntityPredicate.text(textOperator, [], path("price"), text("0"))

    for predicate in [ofNil, withNil, ofNumber] {
      #expect(try Fixture.keys(of: "Trip", where: predicate) == [])
      #expect(try Fixture.keys(of: "Trip", where: .not(predicate)) == [1, 2, 3])
    }
  }

  @Test(
    arguments: [
      ("Trip", .comparison(.equal, path("lodging", "stars"), integer(4)), [1]),
      ("Trip", .comparison(.equal, path("lodging", "stars"), null), [2, 3]),
      ("Trip", .comparison(.equal, path("lodging"), null), [2]),
      ("Trip", .comparison(.equal, path("address", "zip"), integer(75_001)), [1]),
      (
        "Activity", .comparison(.equal, path("trip", "lodging", "name"), text("Hôtel du Nord")),
        [1, 2]
      ),
      ("Traveler", .comparison(.equal, path("mentor", "mentor", "name"), null), [1, 2, 3]),
      (
        "Trip",
        .quantified(
          .any, path("travelers"), .comparison(.lessThan, path("age", level: 1), integer(18))),
        [1, 2]
      ),
      (
        "Trip",
        .quantified(
          .all, path("travelers"), .comparison(.lessThan, path("age", level: 1), integer(18))),
        [2, 3]
      ),
      (
        "Trip",
        .quantified(
          .none, path("travelers"), .comparison(.equal, path("name", level: 1), text("Ada"))),
        [2, 3]
      ),
      (
        "Trip", .quantified(.any, path("tags"), .comparison(.equal, path(level: 1), text("hike"))),
        [3]
      ),
      (
        "Trip",
        .quantified(
          .any, path("travelers"),
          .quantified(
            .any, path("trips", level: 1),
            .comparison(.equal, path("price", level: 2), path("price")))), [1, 2]
      ),
      (
        "Trip",
        .quantified(
          .any, path("travelers"),
          .quantified(
            .any, path("trips", level: 1),
            .comparison(.notEqual, path(level: 2), path()))), [1, 2]
      ),
      (
        "Trip",
        .membership(
          .value(.identifier(SampleSnapshots.identifier("Traveler", 1))), in: path("travelers")),
        [1]
      ),
      (
        "Trip",
        .comparison(
          .greaterThan, .collection(.sum, path("activities"), element: path("minutes", level: 1)),
          integer(100)), [1]
      ),
      (
        "Trip",
        .comparison(.equal, .collection(.count, path("activities"), element: nil), integer(0)), [3]
      ),
      (
        "Trip",
        .quantified(
          .any,
          .filtered(
            path("activities"), .comparison(.greaterThan, path("minutes", level: 1), integer(70))),
          .comparison(.equal, path("title", level: 1), text("Tasting"))), [2]
      ),
      ("Trip", .quantified(.any, path("travelers"), .isKind(level: 1, "Traveler")), [1, 2]),
    ] as [(EntityName, EntityPredicate, [Int64])])
  func conditionsOverOtherObjects(
    _ entity: EntityName, _ predicate: EntityPredicate, _ keys: [Int64]
  ) throws {
    #expect(try Fixture.keys(of: entity, where: predicate) == keys)
  }

  @Test func anObjectThatIsGoneIsNil() throws {
    let predicate = EntityPredicate.comparison(.equal, path("lodging", "stars"), null)
    let evaluator = try PredicateEvaluator(
      predicate, entity: "Trip", schema: .sample, environment: Fixture.environment)

    let matches = evaluator.matches(SampleSnapshots.trips[0]) { _ in nil }

    #expect(matches)
  }

  @Test func aRelationshipThatIsNotLoadedIsAskedOfTheLookup() throws {
    let evaluator = try PredicateEvaluator(
      .quantified(
        .any, path("travelers"), .comparison(.equal, path("name", level: 1), text("Ada"))),
      entity: "Trip", schema: .sample, environment: Fixture.environment)
    var trip = SampleSnapshots.trips[0]
    trip["travelers"] = nil

    let withLookup = evaluator.matches(trip) { Fixture.objects[$0] }
    let without = evaluator.matches(trip) { _ in nil }

    #expect(withLookup)
    #expect(!without)
  }

  @Test(
    arguments: [
      (.comparison(.equal, path("name"), text("x")), false),
      (.comparison(.equal, path("lodging"), null), false),
      (.comparison(.equal, path("lodging", "name"), null), true),
      (.isEmpty(path("travelers")), true),
      (.quantified(.any, path("tags"), .constant(true)), false),
      (.comparison(.equal, path("address", "city"), text("x")), false),
    ] as [(EntityPredicate, Bool)])
  func aConditionSaysWhetherItReadsOtherObjects(_ predicate: EntityPredicate, _ reads: Bool) throws
  {
    let evaluator = try PredicateEvaluator(
      predicate, entity: "Trip", schema: .sample, environment: Fixture.environment)

    #expect(evaluator.readsOtherObjects == reads)
  }

  @Test(
    arguments: [
      (.isTrue(path("colour")), .unknownAttribute),
      (.isTrue(path("lodging", "colour")), .unknownAttribute),
      (.quantified(.any, path("travelers"), .isTrue(path("colour", level: 1))), .unknownAttribute),
      (.isKind(level: 0, "Planet"), .unknownEntity),
      (.text(.matches, [], path("name"), text("(")), .invalidPattern),
      (.isTrue(.aggregate(.count, nil)), .unsupported),
      (.isTrue(.first(EntityFetchDescriptor(entity: "Trip"))), .unsupported),
      (.isTrue(path("name", level: 3)), .unsupported), (.isKind(level: 2, "Trip"), .unsupported),
    ] as [(EntityPredicate, PersistenceError.Code)])
  func aConditionThatCannotBeCompiledIsRefused(
    _ predicate: EntityPredicate, _ code: PersistenceError.Code
  ) {
    let error = #expect(throws: PersistenceError.self) {
      try PredicateEvaluator(
        predicate, entity: "Trip", schema: .sample, environment: Fixture.environment)
    }
    #expect(error?.code == code)
  }

  @Test func aConditionOfAnUnknownEntityIsRefused() {
    #expect(throws: PersistenceError(.unknownEntity, entity: "Planet")) {
      try PredicateEvaluator(
        .constant(true), entity: "Planet", schema: .sample, environment: .withoutPatterns)
    }
  }

  @Test func deepNestingIsRefusedNotATrap() {
    let deep = (0..<20_000).reduce(EntityPredicate.constant(true)) { inner, _ in .not(inner) }

    #expect(throws: PersistenceError.self) {
      try PredicateEvaluator(
        deep, entity: "Trip", schema: .sample, environment: .withoutPatterns)
    }
  }
}
