import FoundationEssentials
import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@Suite struct SwiftPrinterTests {
  @Test func aQueryBecomesAFetchDescriptor() throws {
    let descriptor = EntityFetchDescriptor(
      entity: "Trip",
      predicate: .and([
        .comparison(.greaterThan, path("rating"), .value(.integer(3))),
        .comparison(
          .lessThan, path("startDate"), .value(.date(Date(timeIntervalSinceReferenceDate: 60)))),
      ]),
      sortDescriptors: [
        EntitySortDescriptor(path("startDate"), order: .reverse),
        EntitySortDescriptor(path("lodging", "name"), nils: .first),
      ], fetchLimit: 10, fetchOffset: 5, propertiesToFetch: ["name", "price"],
      prefetchedRelationships: [AttributePath("lodging")])

    expectText(
      try SwiftPrinter.source(of: EntityQuery(descriptor: descriptor), in: .sample).get(),
      """
      let date1 = Date(timeIntervalSinceReferenceDate: 60.0)
      var descriptor = FetchDescriptor<Trip>(
        predicate: #Predicate<Trip> { trip in
          trip.rating != nil && trip.rating! > 3
            && trip.startDate < date1
        },
        sortBy: [SortDescriptor(\\.startDate, order: .reverse), SortDescriptor(\\.lodging?.name, comparator: .lexical)])
      descriptor.fetchLimit = 10
      descriptor.fetchOffset = 5
      descriptor.propertiesToFetch = [\\.name, \\.price]
      descriptor.relationshipKeyPathsForPrefetching = [\\.lodging]
      """)
  }

  @Test func aCountIsFetchedByTheContext() throws {
    let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: "Trip"), output: .count)

    expectText(
      try SwiftPrinter.source(of: query, in: .sample).get(),
      """
      let descriptor = FetchDescriptor<Trip>()
      let count = try context.fetchCount(descriptor)
      """)
  }

  @Test(
    arguments: [
      (.comparison(.equal, path("rating"), .value(.integer(3))), "trip.rating == 3"),
      (.comparison(.equal, path("price"), .value(.integer(3))), "trip.price == 3.0"),
      (.comparison(.equal, path("rating"), .value(.real(3))), "trip.rating == 3"),
      (.comparison(.equal, path("lodging"), .value(.null)), "trip.lodging == nil"),
      (.comparison(.notEqual, path("name"), .value(.null)), "true"),
      (
        .comparison(.lessThan, path("lodging", "stars"), .value(.integer(3))),
        "trip.lodging?.stars != nil && trip.lodging!.stars! < 3"
      ),
      (
        .comparison(.equal, path("name"), path("destination")),
        "trip.destination != nil && trip.name == trip.destination!"
      ),
      (
        .comparison(.notEqual, path("name"), path("destination")),
        "!(trip.destination != nil && trip.name == trip.destination!)"
      ),
      (
        .comparison(.equal, path("address", "city"), path("destination")),
        "trip.address?.city == trip.destination"
      ),
      (
        .comparison(
          .greaterThan,
          .arithmetic(
            .multiply, .arithmetic(.add, path("rating"), path("lodging", "stars")),
            .value(.integer(2))), .value(.integer(9))),
        "trip.rating != nil && trip.lodging?.stars != nil "
          + "&& (trip.rating! + trip.lodging!.stars!) * 2 > 9"
      ),
      (
        .comparison(
          .greaterThan, .coalesce(path("rating"), .value(.integer(0))), .value(.integer(3))),
        "trip.rating ?? 0 > 3"
      ),
      (
        .not(.and([.isTrue(path("isFavorite")), .isEmpty(path("destination"))])),
        "!(trip.isFavorite && trip.destination?.isEmpty ?? true)"
      ),
      (
        .text(.contains, [], path("destination"), .value(.text("x"))),
        "trip.destination?.contains(\"x\") ?? false"
      ),
      (.text(.hasPrefix, [], path("name"), .value(.text("x"))), "trip.name.starts(with: \"x\")"),
      (
        .text(
          .contains, [.caseInsensitive, .diacriticInsensitive], path("name"), .value(.text("x"))),
        "trip.name.localizedStandardContains(\"x\")"
      ),
      (
        .membership(path("destination"), in: .value(.array([.text("a"), .null]))),
        "trip.destination == nil || [\"a\"].contains(trip.destination)"
      ),
      (
        .membership(path("lodging", "name"), in: .value(.array([.text("a"), .text("b")]))),
        "trip.lodging?.name != nil && [\"a\", \"b\"].contains(trip.lodging!.name)"
      ),
      (.membership(.value(.text("a")), in: path("tags")), "trip.tags.contains(\"a\")"),
      (
        .range(path("rating"), .value(.integer(1)), .value(.integer(5)), includesUpperBound: true),
        "trip.rating != nil && (1...5).contains(trip.rating!)"
      ),
      (
        .range(path("price"), .value(.integer(5)), .value(.integer(1)), includesUpperBound: false),
        "trip.price >= 5.0 && trip.price < 1.0"
      ),
      (
        .comparison(
          .greaterThan, .collection(.count, path("activities"), element: nil),
          .value(.integer(2))), "trip.activities.count > 2"
      ),
      (
        .quantified(
          .any, path("activities"),
          .comparison(.equal, .path(AttributePath(level: 1, "title")), path("name"))),
        "trip.activities.contains { activity in activity.title == trip.name }"
      ),
      (
        .quantified(
          .none, path("lodging", "trip", "tags"),
          .comparison(.equal, .path(AttributePath(level: 1, [])), .value(.text("a")))),
        "!(trip.lodging?.trip?.tags.contains { tag in tag == \"a\" } ?? false)"
      ),
    ] as [(EntityPredicate, String)])
  func conditionsUnwrapWhatCanBeNil(_ predicate: EntityPredicate, _ body: String) throws {
    let source = try SwiftPrinter.source(of: predicate, of: "Trip", in: .sample).get()

    expectText(source, "#Predicate<Trip> { trip in\n  \(body)\n}")
  }

  @Test func constantsStandBeforeThePredicate() throws {
    let predicate = EntityPredicate.or([
      .comparison(.equal, path("status"), .value(.text("live"))),
      .comparison(
        .equal, path("budget"),
        .value(.decimal(ExactDecimal(isNegative: false, digits: [1, 5], exponent: -1)))),
      .comparison(.notEqual, path("status"), .value(.text("live"))),
      .comparison(.equal, path("cover"), .value(.data(Data([1])))),
      .comparison(.equal, path("rating"), .value(.integer(-3))),
    ])

    expectText(
      try SwiftPrinter.source(of: predicate, of: "Trip", in: .sample).get(),
      """
      let value1 = Trip.Status.live
      let decimal1 = Decimal(string: "1.5")!
      let data1 = Data([1])
      let number1 = -3
      #Predicate<Trip> { trip in
        trip.status == value1 || trip.budget == decimal1 || trip.status != value1 || trip.cover == data1 || trip.rating == number1
      }
      """)
  }

  @Test(
    arguments: [
      (
        .text(.hasSuffix, [], path("name"), .value(.text("x"))), .textOperator,
        "`#Predicate` does not take `hasSuffix`"
      ),
      (
        .text(.contains, .caseInsensitive, path("name"), .value(.text("x"))), .textOperator,
        "`#Predicate` ignores case and accents only together, in `localizedStandardContains`"
      ),
      (
        .text(.like, [], path("name"), .value(.text("x*"))), .textOperator, "Swift has no wildcards"
      ),
      (
        .text(.matches, [], path("name"), .value(.text("x.*"))), .regularExpression,
        "SwiftData cannot fetch by a regular expression"
      ),
      (
        .isMissing(AttributePath("rating")), .optionality,
        "Swift does not tell a missing attribute from nil"
      ),
      (
        .comparison(.greaterThan, path("rating"), .value(.real(3.5))), .value,
        "`3.5` is no Int in Swift"
      ),
      (
        .comparison(.equal, path("rating"), path("price")), .value,
        "Swift does not compare Int with Double"
      ),
      (
        .comparison(
          .equal, path("lodging"),
          .value(.identifier(SampleSnapshots.identifier("Lodging", 1)))), .identifier,
        "a predicate cannot capture an object to look for"
      ),
      (
        .comparison(.equal, .function(.year, [path("startDate")]), .value(.integer(2024))),
        .function,
        "`#Predicate` does not take `year`"
      ),
      (
        .comparison(
          .equal, .arithmetic(.divide, path("rating"), path("rating")), .value(.integer(1))),
        .arithmetic, "a division by zero would stop a Swift program"
      ),
      (
        .comparison(
          .equal,
          .collection(
            .sum, path("activities"),
            element: .path(AttributePath(level: 1, "minutes"))), .value(.integer(1))), .function,
        "`#Predicate` has no sum of an attribute of objects"
      ),
      (
        .text(
          .contains, [], .coalesce(path("lodging", "name"), .value(.text(""))), .value(.text("x"))),
        .optionality, "`#Predicate` cannot call a method on what holds an optional chain"
      ),
      (.isTrue(path("nothing")), .entity, "there is no `nothing` in the schema"),
    ] as [(EntityPredicate, PrintingObstacle.Kind, String)])
  func whatSwiftCannotSayIsRefusedWithTheReason(
    _ predicate: EntityPredicate, _ kind: PrintingObstacle.Kind, _ reason: String
  ) {
    let obstacle = #expect(throws: PrintingObstacle.self) {
      try SwiftPrinter.source(of: predicate, of: "Trip", in: .sample).get()
    }

    #expect(obstacle?.kind == kind)
    #expect(obstacle?.reason == reason)
  }

  @Test(arguments: [
    (
      EntitySortDescriptor(path("name"), comparator: .localized),
      "the comparator `localizedStandard` is missing from Foundation on Linux"
    ),
    (
      EntitySortDescriptor(path("rating"), nils: .last),
      "a sort descriptor puts nil first, or last where it is reversed"
    ),
    (EntitySortDescriptor(path("isFavorite")), "Swift has no order for Bool"),
    (
      EntitySortDescriptor(.function(.count, [path("name")])),
      "a sort descriptor takes a key path, not an expression"
    ),
  ])
  func ordersThatSwiftLacksAreRefused(_ step: EntitySortDescriptor, _ reason: String) {
    let descriptor = EntityFetchDescriptor(entity: "Trip", sortDescriptors: [step])

    let obstacle = #expect(throws: PrintingObstacle.self) {
      try SwiftPrinter.source(of: EntityQuery(descriptor: descriptor), in: .sample).get()
    }

    #expect(obstacle?.kind == .order)
    #expect(obstacle?.reason == reason)
  }

  @Test func generatedQueriesHaveAFormOrAReason() {
    SeededGenerator.forEachRound(300) { round, generator in
      var schemas = SchemaGenerator(using: generator.split())
      let schema = schemas.schema()
      guard let entity = schema.entities.first?.name else { return }
      var queries = PredicateGenerator(schema: schema, entity: entity, using: generator.split())
      let query = queries.query()

      switch SwiftPrinter.source(of: query, in: schema) {
      case .success(let source): #expect(source.contains("FetchDescriptor<"), round.comment)
      case .failure(let obstacle): #expect(!obstacle.reason.isEmpty, round.comment)
      }
    }
  }
}

private func path(_ names: AttributeName...) -> EntityExpression { .path(AttributePath(names)) }
