import FoundationEssentials
import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@Suite struct NSPredicatePrinterTests {
  @Test(
    arguments: [
      (.comparison(.greaterThan, path("rating"), .value(.integer(3))), "rating > 3"),
      (
        .and([.isTrue(path("isFavorite")), .or([.constant(true), .not(.constant(false))])]),
        "isFavorite == YES AND (TRUEPREDICATE OR NOT FALSEPREDICATE)"
      ),
      (
        .not(.comparison(.equal, path("name"), .value(.text("a\"b\\")))),
        #"NOT (name == "a\"b\\")"#
      ),
      (
        .text(
          .contains, [.caseInsensitive, .diacriticInsensitive], path("name"), .value(.text("x"))),
        "name CONTAINS[cd] \"x\""
      ),
      (.text(.hasPrefix, [], path("name"), .value(.text("x"))), "name BEGINSWITH \"x\""),
      (.text(.equals, .caseInsensitive, path("name"), .value(.text("x"))), "name ==[c] \"x\""),
      (
        .membership(path("rating"), in: .value(.array([.integer(1), .null]))), "rating IN {1, nil}"
      ),
      (.membership(.value(.text("a")), in: path("tags")), "\"a\" IN tags"),
      (
        .range(path("rating"), .value(.integer(1)), .value(.integer(5)), includesUpperBound: true),
        "rating BETWEEN {1, 5}"
      ),
      (
        .range(path("rating"), .value(.integer(1)), .value(.integer(5)), includesUpperBound: false),
        "rating >= 1 AND rating < 5"
      ),
      (
        .comparison(
          .lessThan, path("startDate"), .value(.date(Date(timeIntervalSinceReferenceDate: 60)))),
        "startDate < CAST(60.0, \"NSDate\")"
      ),
      (
        .comparison(
          .lessThan, .shifted(path("startDate"), CalendarDuration(days: 1)), path("endDate")),
        "CAST(CAST(startDate, \"NSNumber\") + 86400.0, \"NSDate\") < endDate"
      ),
      (.isEmpty(path("name")), "name == nil OR name == \"\""),
      (.isEmpty(path("activities")), "activities.@count == 0"),
      (.isEmpty(path("rating")), "rating == nil"),
      (
        .comparison(
          .equal,
          .collection(
            .sum, path("activities"),
            element: .path(AttributePath(level: 1, "minutes"))), .value(.integer(1))),
        "activities.@sum.minutes == 1"
      ),
      (
        .comparison(.equal, .function(.count, [path("name")]), .value(.integer(1))),
        "name.length == 1"
      ),
      (
        .comparison(.equal, .coalesce(path("rating"), .value(.integer(0))), .value(.integer(1))),
        "TERNARY(rating != nil, rating, 0) == 1"
      ),
      (
        .quantified(
          .any, path("activities"),
          .comparison(.lessThan, .path(AttributePath(level: 1, "minutes")), path("rating"))),
        "ANY activities.minutes < rating"
      ),
      (
        .quantified(
          .none, path("tags"),
          .text(.hasPrefix, [], .path(AttributePath(level: 1, [])), .value(.text("x")))),
        "NONE tags BEGINSWITH \"x\""
      ),
      (
        .quantified(
          .all, path("activities"),
          .and([
            .comparison(
              .greaterThan, .path(AttributePath(level: 1, "minutes")), .value(.integer(3))),
            .comparison(.notEqual, .path(AttributePath(level: 1, "title")), path("name")),
          ])),
        "SUBQUERY(activities, $activity, NOT ($activity.minutes > 3 AND $activity.title != name))"
          + ".@count == 0"
      ),
    ] as [(EntityPredicate, String)])
  func conditionsBecomeFormatStrings(_ predicate: EntityPredicate, _ format: String) throws {
    expectText(
      try NSPredicatePrinter.format(of: predicate, of: "Trip", in: .sample).get(), format)
  }

  @Test(
    arguments: [
      (
        .isMissing(AttributePath("rating")), .optionality,
        "NSPredicate does not tell a missing attribute from nil"
      ),
      (
        .text(.containsPattern, [], path("name"), .value(.text("x"))), .regularExpression,
        "`MATCHES` compares the whole text with an expression"
      ),
      (
        .comparison(.equal, path("cover"), .value(.data(Data()))), .value,
        "a format string has no literal for it; pass it for `%@`"
      ),
      (
        .isTrue(path("first name")), .value,
        "a format string cannot spell `first name`; pass it for `%K`"
      ),
      (
        .comparison(.equal, .function(.trimmed, [path("name")]), .value(.text(""))), .function,
        "NSPredicate has no function `trimmed`"
      ),
      (
        .comparison(
          .equal, .arithmetic(.divide, path("rating"), path("rating")), .value(.integer(1))),
        .arithmetic, "NSPredicate divides integers as reals"
      ),
      (
        .comparison(
          .lessThan, .shifted(path("startDate"), CalendarDuration(months: 1)), path("endDate")),
        .arithmetic, "NSPredicate moves dates by seconds, not by months"
      ),
      (.quantified(.any, path("name"), .constant(true)), .collection, "it is no collection"),
    ] as [(EntityPredicate, PrintingObstacle.Kind, String)])
  func whatAFormatCannotSayIsRefusedWithTheReason(
    _ predicate: EntityPredicate, _ kind: PrintingObstacle.Kind, _ reason: String
  ) {
    let obstacle = #expect(throws: PrintingObstacle.self) {
      try NSPredicatePrinter.format(of: predicate, of: "Trip", in: .sample).get()
    }

    #expect(obstacle?.kind == kind)
    #expect(obstacle?.reason == reason)
  }

  @Test func wordsOfTheFormatAreMarkedInPaths() throws {
    let schema = EntitySchema(entities: [
      EntitySchema.Entity(
        name: "A", attributes: [EntitySchema.Attribute(name: "first", type: .bool)])
    ])

    expectText(
      try NSPredicatePrinter.format(of: .isTrue(path("first")), of: "A", in: schema).get(),
      "#first == YES")
  }
}

private func path(_ names: AttributeName...) -> EntityExpression { .path(AttributePath(names)) }
