import FoundationEssentials
import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

@Suite struct QueryPrinterTests {
  @Test(
    arguments: [
      (
        .comparison(.greaterThan, .path(AttributePath("rating")), .value(.integer(3))), "rating > 3"
      ),
      (
        .comparison(.equal, .path(AttributePath("lodging", "name")), .value(.null)),
        "lodging.name == nil"
      ),
      (.and([a, .or([b, a]), .not(b)]), "a && (b || a) && !b"),
      (.or([.and([a, b]), b]), "a && b || b"),
      (.not(.and([a, b])), "!(a && b)"),
      (.not(.comparison(.equal, x, one)), "!(x == 1)"),
      (
        .isTrue(.conditional(a, .predicate(.comparison(.equal, x, one)), .predicate(b))),
        "a ? x == 1 : b"
      ),
      (
        .comparison(.equal, .predicate(.comparison(.lessThan, x, one)), .value(.bool(true))),
        "(x < 1) == true"
      ),
      (.text(.contains, [], x, .value(.text("é\"\n"))), #"x.contains("é\"\n")"#),
      (
        .text(.contains, [.caseInsensitive, .diacriticInsensitive], x, .value(.text("e"))),
        "x contains[cd] \"e\""
      ),
      (
        .text(.hasPrefix, [], .coalesce(x, .value(.text(""))), .value(.text("A"))),
        "(x ?? \"\").hasPrefix(\"A\")"
      ),
      (.text(.hasSuffix, .diacriticInsensitive, x, .value(.text("A"))), "x endswith[d] \"A\""),
      (.text(.equals, .caseInsensitive, x, .value(.text("A"))), "x ==[c] \"A\""),
      (.text(.like, [], x, .value(.text("A*"))), "x like \"A*\""),
      (.text(.matches, [], x, .value(.text("[A-M].*"))), "x matches \"[A-M].*\""),
      (.text(.containsPattern, [], x, .value(.text("a/b\\w"))), #"x.contains(/a\/b\w/)"#),
      (.text(.containsPattern, .caseInsensitive, x, .value(.text("a"))), "x.contains(/a/, .ci)"),
      (.membership(x, in: .value(.array([.integer(1), .null]))), "x in [1, nil]"),
      (.membership(one, in: .path(AttributePath("scores"))), "1 in scores"),
      (
        .range(x, .value(.integer(-5)), .arithmetic(.add, x, one), includesUpperBound: true),
        "x in -5...x + 1"
      ),
      (.range(x, .coalesce(x, one), one, includesUpperBound: false), "x in (x ?? 1)..<1"),
      (.isMissing(AttributePath("x")), "x is missing"),
      (.isEmpty(.arithmetic(.add, x, x)), "(x + x).isEmpty"),
      (
        .quantified(
          .any, .path(AttributePath("friends")), .isTrue(.path(AttributePath(level: 1, "ok")))),
        "friends.contains { $0.ok }"
      ),
      (
        .quantified(
          .none, .path(AttributePath("tags")),
          .membership(x, in: .value(.array([])))),
        "tags.none { (x in []) }"
      ),
      (
        .quantified(
          .all, .path(AttributePath("friends")),
          .quantified(
            .any, .path(AttributePath(level: 1, "pets")),
            .comparison(
              .equal, .path(AttributePath(level: 2, "age")),
              .path(AttributePath(level: 1, "age"))))),
        "friends.allSatisfy { friend in friend.pets.contains { $0.age == friend.age } }"
      ),
      (
        .quantified(
          .any, .path(AttributePath("friends")),
          .quantified(
            .any, .path(AttributePath(level: 1, "friends")),
            .comparison(
              .equal, .path(AttributePath(level: 2, [])),
              .coalesce(.path(AttributePath(level: 1, [])), .path(AttributePath("friend")))))),
        "friends.contains { friend2 in friend2.friends.contains { $0 == friend2 ?? friend } }"
      ),
      (
        .comparison(.equal, .path(AttributePath([])), .path(AttributePath("limit", "limit"))),
        "self == `limit`.limit"
      ),
      (.isTrue(.path(AttributePath("first name"))), "`first name`"),
      (.isTrue(.path(AttributePath("now"))), "`now`"),
    ] as [(EntityPredicate, String)])
  func conditionsReadAsAPersonWouldWriteThem(_ predicate: EntityPredicate, _ text: String) {
    expectText(QueryPrinter.text(predicate), text)
  }

  @Test(
    arguments: [
      (.arithmetic(.subtract, x, .arithmetic(.subtract, x, one)), "x - (x - 1)"),
      (.arithmetic(.multiply, .arithmetic(.add, x, one), .negated(x)), "(x + 1) * -x"),
      (.arithmetic(.add, .arithmetic(.divide, x, one), .value(.integer(-1))), "x / 1 + -1"),
      (.negated(one), "-(1)"),
      (.coalesce(.coalesce(x, one), one), "(x ?? 1) ?? 1"),
      (.coalesce(x, .coalesce(one, one)), "x ?? 1 ?? 1"),
      (.function(.lowercased, [.coalesce(x, one)]), "(x ?? 1).lowercased()"),
      (.function(.count, [x]), "x.count"),
      (.function(.year, [x]), "year(x)"),
      (.function(.text, [x]), "String(x)"),
      (.shifted(x, CalendarDuration(months: -14)), "x - 1y2mo"),
      (.shifted(x, CalendarDuration(days: 21, milliseconds: 5_400_250)), "x + 3w1h30min250ms"),
      (.shifted(x, CalendarDuration()), "x + 0d"),
      (.collection(.count, x, element: nil), "x.count"),
      (.collection(.sum, x, element: .path(AttributePath(level: 1, "price"))), "x.sum(\\.price)"),
      (.collection(.maximum, x, element: nil), "x.max()"),
      (
        .collection(
          .average, x,
          element: .arithmetic(.multiply, .path(AttributePath(level: 1, "price")), one)),
        "x.avg { $0.price * 1 }"
      ),
      (
        .collection(
          .count, .filtered(x, .isTrue(.path(AttributePath(level: 1, "ok")))), element: nil),
        "x.filter { $0.ok }.count"
      ),
      (.aggregate(.countDistinct, x), "count(distinct x)"),
      (.aggregate(.count, nil), "count()"),
      (.value(.real(1)), "1.0"),
      (.value(.real(-2.5e-7)), "-2.5e-07"),
      (.value(.decimal(ExactDecimal(isNegative: true, digits: [1], exponent: 400))), "-1e400"),
      (.value(.date(Date(timeIntervalSinceReferenceDate: -0.5))), "@2000-12-31T23:59:59.500Z"),
      (.value(.data(Data([0, 255]))), "data(\"AP8=\")"),
      (.value(.identifier(SampleSnapshots.identifier("Trip", 5))), "Trip#p5"),
      (.value(.identifier(SampleSnapshots.identifier("order by", 5))), "`order by`#p5"),
      (
        .value(.object(AttributeObject([AttributeObject.Member(name: "a b", value: .null)]))),
        "{\"a b\": nil}"
      ),
    ] as [(EntityExpression, String)])
  func expressionsHaveTheBracketsTheyNeed(_ expression: EntityExpression, _ text: String) {
    expectText(QueryPrinter.text(expression), text)
  }

  @Test func clausesStandInTheirOrder() {
    let descriptor = EntityFetchDescriptor(
      entity: "Trip", predicate: a,
      sortDescriptors: [
        EntitySortDescriptor(x, order: .reverse, comparator: .localized, nils: .last),
        EntitySortDescriptor(.function(.count, [x])),
      ], fetchLimit: 10, fetchOffset: 5, prefetchedRelationships: [AttributePath("lodging")])

    expectText(
      QueryPrinter.text(descriptor),
      "Trip where a sort by x desc localized nils last, x.count offset 5 limit 10 prefetch lodging")
    expectText(
      QueryPrinter.text(
        EntityQuery(descriptor: EntityFetchDescriptor(entity: "status"), output: .count)),
      "count `status`")
  }

  @Test func groupsStandBeforeTheirColumns() {
    let projection = EntityProjection(
      groupKeys: [x],
      items: [
        EntityProjection.Item(x, name: "x"),
        EntityProjection.Item(.aggregate(.count, nil), name: "n"),
        EntityProjection.Item(.aggregate(.maximum, x), name: "max(x)", presentation: .bar),
      ],
      having: .comparison(.greaterThan, .aggregate(.count, nil), one), isDistinct: true,
      sortDescriptors: [EntitySortDescriptor(.aggregate(.count, nil), order: .reverse)], limit: 3)
    let query = EntityQuery(
      descriptor: EntityFetchDescriptor(entity: "Trip", predicate: b), output: .rows(projection))

    expectText(
      QueryPrinter.text(query),
      "Trip where b group by x having count() > 1 select x, count() as n, "
        + "bar(max(x)) distinct sort by count() desc limit 3")
  }

  @Test(
    arguments: [
      (
        .insert("Trip", [EntityEdit.Assignment(AttributePath("name"), .value(.text("A")))]),
        "insert Trip(name: \"A\")"
      ),
      (
        .update(
          .matching(EntityFetchDescriptor(entity: "Trip", predicate: a)),
          [
            EntityEdit.Assignment(AttributePath("x"), .arithmetic(.add, x, one)),
            EntityEdit.Assignment(AttributePath("address", "city"), .value(.null)),
          ]),
        "update Trip where a set x = x + 1, address.city = nil"
      ),
      (
        .update(
          .matching(EntityFetchDescriptor(entity: "Trip")),
          [EntityEdit.Assignment(AttributePath("limit"), one)]), "update all Trip set `limit` = 1"
      ),
      (
        .delete(
          .objects([
            SampleSnapshots.identifier("Trip", 1), SampleSnapshots.identifier("Trip", 2),
          ])), "delete Trip#p1, Trip#p2"
      ),
      (.delete(.matching(EntityFetchDescriptor(entity: "Trip"))), "delete all Trip"),
      (
        .append(
          to: SampleSnapshots.identifier("Trip", 1), AttributePath("tags"),
          [.value(.text("a")), .value(.text("b"))]), "Trip#p1.tags.append(\"a\", \"b\")"
      ),
      (
        .remove(
          from: SampleSnapshots.identifier("Trip", 1), AttributePath("travelers"),
          [.first(EntityFetchDescriptor(entity: "Traveler", predicate: a))]),
        "Trip#p1.travelers.remove((first Traveler where a))"
      ),
    ] as [(EntityEdit, String)])
  func editsReadAsStatements(_ edit: EntityEdit, _ text: String) {
    expectText(QueryPrinter.text(edit), text)
  }
}

private let x = EntityExpression.path(AttributePath("x"))
private let one = EntityExpression.value(.integer(1))
private let a = EntityPredicate.isTrue(.path(AttributePath("a")))
private let b = EntityPredicate.isTrue(.path(AttributePath("b")))
