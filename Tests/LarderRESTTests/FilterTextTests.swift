import FoundationEssentials
import LarderCore
import Testing

@testable import LarderREST

@Suite struct FilterTextTests {
  private static let age = RESTFixtures.path("age")
  private static let name = RESTFixtures.path("name")
  private static let nick = RESTFixtures.path("nick")

  struct Case: CustomTestStringConvertible, Sendable {
    var dialect: String
    var predicate: EntityPredicate
    var text: String
    var testDescription: String { "\(dialect): \(text)" }

    init(_ dialect: String, _ predicate: EntityPredicate, _ text: String) {
      (self.dialect, self.predicate, self.text) = (dialect, predicate, text)
    }
  }

  private static func integer(_ number: Int64) -> EntityExpression { .value(.integer(number)) }
  private static func text(_ text: String) -> EntityExpression { .value(.text(text)) }
  private static let date = EntityExpression.value(
    .date(Date(timeIntervalSinceReferenceDate: 63_072_000)))
  private static let older = EntityPredicate.comparison(.greaterThan, age, integer(20))
  private static let noNick = EntityPredicate.comparison(.equal, nick, .value(.null))

  @Test(
    arguments: [
      Case(
        "odata", .and([older, .comparison(.lessThanOrEqual, age, integer(60))]),
        "$filter=age gt 20 and age le 60"),
      Case("odata", .comparison(.equal, name, text("O'Hara")), "$filter=name eq 'O''Hara'"),
      Case("odata", noNick, "$filter=nick eq null"),
      Case("odata", .comparison(.notEqual, nick, text("zz")), "$filter=nick ne 'zz'"),
      Case(
        "odata", .not(.comparison(.equal, name, text("P1"))), "$filter=name ne 'P1'"),
      Case("odata", .not(older), "$filter=age le 20 or age eq null"),
      Case(
        "odata", .membership(age, in: .value(.array([.integer(10), .integer(20)]))),
        "$filter=age in (10,20)"),
      Case(
        "odata", .membership(age, in: .value(.array([.integer(10), .null, .integer(2)]))),
        "$filter=age eq null or age in (10,2)"),
      Case(
        "odata", .text(.hasPrefix, [], name, text("P")),
        "$filter=startswith(name,'P') (superset)"),
      Case(
        "odata", .membership(text("t3"), in: RESTFixtures.path("tags")),
        "$filter=tags/any(t:t eq 't3')"),
      Case(
        "odata", .comparison(.greaterThanOrEqual, RESTFixtures.path("born"), date),
        "$filter=born ge 2003-01-01T00:00:00Z"),
      Case(
        "odata", .comparison(.equal, RESTFixtures.path("city", "name"), text("Oslo")),
        "$filter=city/name eq 'Oslo' (superset)"),
      Case(
        "odata", .isEmpty(nick), "$filter=nick eq '' or nick eq null"),
      Case(
        "pocketbase",
        .and([older, .comparison(.equal, RESTFixtures.path("vip"), .value(.bool(true)))]),
        "filter=age > 20 && vip = true"),
      Case(
        "pocketbase", .comparison(.equal, name, text("it's \"q\"")),
        "filter=name = \"it's \\\"q\\\"\""),
      Case(
        "pocketbase", .comparison(.equal, name, text("a\\")),
        "refused: the value cannot be spelled for the service"),
      Case("pocketbase", .comparison(.equal, name, text("a\\\"b")), "filter=name = 'a\\\"b'"),
      Case(
        "pocketbase", .text(.contains, [], name, text("p")), "filter=name ~ \"p\" (superset)"),
      Case(
        "pocketbase", .text(.contains, [], name, text("50%")),
        "refused: the service gives some characters of the text a meaning"),
      Case(
        "pocketbase", .comparison(.greaterThanOrEqual, RESTFixtures.path("born"), date),
        "filter=born >= \"2003-01-01 00:00:00.000Z\""),
      Case(
        "pocketbase",
        .or([
          .comparison(.equal, name, text("P1")), .comparison(.greaterThanOrEqual, age, integer(70)),
        ]),
        "filter=name = \"P1\" || age >= 70"),
      Case(
        "kinto", .comparison(.equal, name, text("10")), "name=\"10\""),
      Case("kinto", .comparison(.equal, age, integer(10)), "age=10"),
      Case("kinto", .comparison(.notEqual, name, text("P1")), "not_name=\"P1\""),
      Case("kinto", older, "gt_age=20 (superset)"),
      Case("kinto", .not(older), "refused: the service does not know the condition"),
      Case("kinto", .isMissing(AttributePath("nick")), "has_nick=false"),
      Case("kinto", noNick, "refused: the service does not know the condition"),
      Case(
        "kinto", .membership(text("t1"), in: RESTFixtures.path("tags")), "contains_tags=[\"t1\"]"),
      Case(
        "kinto", .comparison(.equal, RESTFixtures.path("address", "zip"), text("01")),
        "address.zip=\"01\""),
      Case("drf", older, "age__gt=20"),
      Case(
        "drf", .range(age, integer(10), integer(20), includesUpperBound: true),
        "age__gte=10&age__lte=20"),
      Case("drf", noNick, "nick__isnull=true"),
      Case(
        "drf", .comparison(.equal, name, text(" x")),
        "refused: the value cannot be spelled for the service"),
      Case(
        "drf", .comparison(.equal, name, text("")),
        "refused: the value cannot be spelled for the service"),
      Case(
        "drf", .membership(name, in: .value(.array([.text("P1"), .text("P2")]))), "name__in=P1,P2"),
      Case(
        "drf", .membership(name, in: .value(.array([.text("P,1"), .text("P2")]))),
        "refused: the value cannot be spelled for the service"),
      Case(
        "drf", .or([older, noNick]),
        "refused: the service joins conditions only by \"and\" at the top"),
      Case("drf", .text(.contains, [], name, text("p1")), "name__icontains=p1 (superset)"),
      Case(
        "drf",
        .comparison(
          .equal, RESTFixtures.path("city"), .value(RESTFixtures.identifier("cities", 3))), "city=3"
      ),
      Case(
        "jsonapi",
        .or([
          .comparison(.lessThan, age, integer(15)),
          .comparison(.greaterThanOrEqual, age, integer(70)),
        ]),
        #"filter[objects]=[{"or":[{"name":"age","op":"lt","val":15},{"name":"age","op":"ge","val":70}]}]"#
      ),
      Case(
        "jsonapi", .comparison(.notEqual, nick, text("x")),
        #"filter[objects]=[{"or":[{"name":"nick","op":"ne","val":"x"},{"name":"nick","op":"is_null"}]}]"#
      ),
      Case(
        "jsonapi", .comparison(.greaterThanOrEqual, RESTFixtures.path("born"), date),
        #"filter[objects]=[{"name":"born","op":"ge","val":"2003-01-01T00:00:00"}]"#),
      Case(
        "jsonapi", .text(.hasPrefix, [], name, text("P")),
        #"filter[objects]=[{"name":"name","op":"like","val":"P%"}] (superset)"#),
      Case("jsonapi-fields", older, "filter[age.gt]=20"),
      Case("json-server", older, "age_gte=20 (superset)"),
      Case("json-server", .comparison(.equal, name, text("x y")), "name=x y (superset)"),
      Case("postgrest", .comparison(.equal, name, text("a,b")), "name=eq.a,b"),
      Case(
        "postgrest", .membership(name, in: .value(.array([.text("a"), .text("b,\"c\\")]))),
        #"name=in.("a","b,\"c\\")"#),
      Case("postgrest", .or([older, noNick]), "or=(age.gt.20,nick.is.null)"),
      Case(
        "postgrest", .or([.and([older, noNick]), .comparison(.notEqual, nick, text("(x)"))]),
        #"or=(and(age.gt.20,nick.is.null),or(nick.neq."(x)",nick.is.null))"#),
      Case("postgrest", noNick, "nick=is.null"),
    ])
  func aConditionIsSpelledAsTheDialectHasIt(_ test: Case) throws {
    #expect(
      try RESTFixtures.filter(test.predicate, RESTFixtures.dialect(test.dialect)) == test.text)
  }

  @Test(
    arguments: [
      (
        .comparison(.equal, name, text("東京")),
        "the service does not know texts that are canonically equivalent"
      ),
      (.comparison(.lessThan, name, text("x")), "the service has an order of its own"),
      (
        .comparison(.equal, age, .value(.real(1.5))),
        "the service compares the property only with numbers of its own type"
      ),
      (.comparison(.equal, name, age), "the service compares only a property with a value"),
      (.comparison(.lessThan, age, .value(.null)), "nothing is less or greater than nil"),
      (
        .comparison(.equal, .arithmetic(.add, age, integer(1)), integer(2)),
        "the service computes nothing"
      ),
      (
        .text(.contains, [.caseInsensitive], name, text("x")),
        "the service folds text by rules of its own"
      ),
      (.text(.matches, [], name, text("x")), "the service matches no patterns"),
      (.not(.text(.contains, [], name, text("x"))), "its opposite would be too small"),
      (
        .comparison(.notEqual, RESTFixtures.path("city", "name"), text("x")),
        "the service may leave out objects that lead to none"
      ),
      (
        .comparison(
          .equal, RESTFixtures.path("born"),
          .value(.date(Date(timeIntervalSinceReferenceDate: 0.000_000_1)))),
        "the value cannot be spelled for the service"
      ),
    ] as [(EntityPredicate, String)])
  func whatAServiceCannotAnswerIsNotAsked(_ predicate: EntityPredicate, _ reason: String) throws {
    let text = try RESTFixtures.filter(predicate, RESTFixtures.dialect("odata"))

    #expect(text == "refused: \(reason)")
  }

  @Test func theKelvinSignIsAskedForToo() throws {
    let text = try RESTFixtures.filter(
      .comparison(.equal, Self.name, Self.text("K")), RESTFixtures.dialect("odata"))

    #expect(text == "$filter=name in ('K','\u{212A}')")
  }
}
