import FoundationEssentials
import LarderCore
import LarderQuery
import Testing

@Suite struct ResolverTests {
  @Test(arguments: [
    // Names.
    ("age > minimum and city == $city", "(and (> age 18) (== city \"Rome\"))"),
    ("Person.age > 3 and SELF.age > 3", "(and (> age 3) (> age 3))"),
    ("`limit` == 3", "(== limit 3)"), (#"\.age > 3"#, "(> age 3)"),
    (
      "address.zip == 3 and employer?.name == nil",
      "(and (== address.zip 3) (== employer.name nil))"
    ),
    ("status == .live", "(== status \"live\")"), ("status != Status.dead", "(!= status \"dead\")"),
    ("status in [.live, .dead]", "(in status [\"live\", \"dead\"])"),
    ("status.rawValue == \"x\"", "(== status \"x\")"),
    ("{ $0.age > 3 }", "(> age 3)"), ("{ p in p.age > 3 }", "(> age 3)"),
    ("self is Employee", "(is 0 Employee)"),
    ("SELF IN {#1, #3}", "(in self [Person#p1, Person#p3])"),
    ("employer == Company#p3", "(== employer Company#p3)"),
    ("self in #1...#3", "(in self [Person#p1, Person#p2, Person#p3])"),
    // Conditions.
    ("isActive && !isActive", "(and (true? isActive) (not (true? isActive)))"),
    ("a1 == 1".replacing("a1", with: "age"), "(== age 1)"), ("true", "true"),
    ("(age > 1 && age > 2) && age > 3", "(and (> age 1) (> age 2) (> age 3))"),
    ("age > 1 || (age > 2 || age > 3)", "(or (> age 1) (> age 2) (> age 3))"),
    ("nickname?.contains(\"x\") == true", "(contains nickname \"x\")"),
    ("nickname?.contains(\"x\") ?? false", "(contains nickname \"x\")"),
    ("(age > 3) == false", "(not (> age 3))"), ("isActive == true", "(== isActive true)"),
    ("nickname is not missing", "(not (missing nickname))"), ("tags is empty", "(empty tags)"),
    ("nickname is not nil", "(!= nickname nil)"), ("name.isEmpty", "(empty name)"),
    ("5 < age", "(< 5 age)"), (".live == status", "(== status \"live\")"),
    // Membership and ranges.
    ("age in 1..<5", "(..< age 1 5)"), ("age between 1 and 5", "(... age 1 5)"),
    ("age not in {1}", "(not (in age [1]))"), ("[1, 2].contains(age)", "(in age [1, 2])"),
    ("(1...3).contains(age)", "(... age 1 3)"), ("\"x\" in tags", "(in \"x\" tags)"),
    ("\"x\" in name", "(contains name \"x\")"),
    ("age in [1, serial]", "(or (in age [1]) (== age serial))"),
    ("city in []", "(in city [])"), ("name in[c] [\"a\"]", "(equals[c] name \"a\")"),
    // Text.
    ("name ==[c] \"ada\"", "(equals[c] name \"ada\")"),
    ("name !=[cd] \"x\"", "(not (equals[cd] name \"x\"))"),
    ("name.localizedStandardContains(\"x\")", "(contains[cd] name \"x\")"),
    ("name.contains(\"x\", .ci)", "(contains[c] name \"x\")"),
    ("name ENDSWITH[d] \"x\"", "(hasSuffix[d] name \"x\")"),
    ("name.starts(with: \"x\")", "(hasPrefix name \"x\")"),
    ("name.lowercased() == upper(\"x\")", "(== (lowercased name) (uppercased \"x\"))"),
    ("name not matches /a/", "(not (matches name \"a\"))"),
    ("name contains[c] /^a/", "(containsPattern[c] name \"^a\")"),
    ("name matches[cd] /a\\/b/", "(matches[cd] name \"a/b\")"),
    ("age / 2 == 3", "(== (/ age 2) 3)"), ("$0 is Employee", "(is 0 Employee)"),
    ("friends.contains { $0 is Employee }", "(any friends (is 1 Employee))"),
    ("tags contains \"x\"", "(in \"x\" tags)"),
    ("name like[c] \"100\\\\%\"", "(like[c] name \"100\\\\%\")"),
    // Lists.
    ("friends.filter { $0.age > 3 }.count > 2", "(> (@count (filter friends (> $age 3))) 2)"),
    ("friends.count { $0.age > 3 } > 2", "(> (@count (filter friends (> $age 3))) 2)"),
    ("friends.count(\\.age) > 2", "(> (@count friends $age) 2)"),
    ("friends.none { $0.isActive }", "(none friends (true? $isActive))"),
    ("tags.contains { $0.hasPrefix(\"x\") }", "(any tags (hasPrefix $self \"x\"))"),
    (
      "friends.max(\\.age) == 3 && friends.avg { $0.age * 2 } > 3",
      "(and (== (@max friends $age) 3) (> (@avg friends (* $age 2)) 3))"
    ),
    (
      "friends.@count > 1 && friends.@min.age > 3",
      "(and (> (@count friends) 1) (> (@min friends $age) 3))"
    ),
    ("friends.contains(#3)", "(in Person#p3 friends)"),
    ("tags[0] == \"x\"", "(== (first tags) \"x\")"),
    (
      "friends.contains { f in f.friends.contains { $0.age > f.age + age } }",
      "(any friends (any $friends (> $$age (+ $age age))))"
    ),
    (
      "any friends.friends.tags == \"x\"",
      "(any friends (any $friends (any $$tags (== $$$self \"x\"))))"
    ),
    ("none friends.friends.age > 3", "(none friends (any $friends (> $$age 3)))"),
    ("ALL friends.isActive", "(all friends (true? $isActive))"),
    ("SOME tags LIKE 'x'", "(any tags (like $self \"x\"))"),
    // Numbers.
    ("salary == 0.1 && height == 0.1", "(and (== salary 0.1m) (== height 0.1r))"),
    ("age == -9223372036854775808", "(== age -9223372036854775808)"),
    ("-age > -(5)", "(> (neg age) (neg 5))"),
    ("age > 1e400", "(> age 1e400m)"), ("abs(age) % 2 == 0", "(== (% (abs age) 2) 0)"),
    // Dates.
    ("born > @2024-02-29T10:00+02:00", "(> born @2024-02-29T08:00:00Z)"),
    ("born + 1y2mo < today", "(< (shift born 14mo 0d 0ms) @2024-03-01T00:00:00Z)"),
    ("born < now - (1d + 2h)", "(< born @2024-02-29T10:00:00Z)"),
    ("born < Date.now", "(< born @2024-03-01T12:00:00Z)"),
    ("born.year == 2000", "(== (year born) 2000)"),
    (
      "born in @2000-01-01..<@2001-01-01",
      "(..< born @2000-01-01T00:00:00Z @2001-01-01T00:00:00Z)"
    ),
    // Other kinds.
    (
      "token == \"6F9619FF-8B86-D011-B42D-00C04FC964FF\"",
      "(== token uuid:6F9619FF-8B86-D011-B42D-00C04FC964FF)"
    ),
    ("photo == \"AQI=\"", "(== photo data:AQI=)"),
    ("coalesce(nickname, name) == \"x\"", "(== (?? nickname name) \"x\")"),
    ("age > (isActive ? 1 : 2)", "(> age (?: (true? isActive) 1 2))"),
    (
      "String(age) == \"3\" and Int(height) == 3",
      "(and (== (text age) \"3\") (== (integer height) 3))"
    ),
  ])
  func aConditionMeans(_ source: String, _ outline: String) throws {
    let resolved = Outline.text(try resolve("Person where " + source).get())

    #expect(resolved == "Person " + outline)
  }

  @Test(arguments: [
    ("Line where level == \"high\"", "log::Line (== level \"high\")"),
    (
      "Line where code > 3 && code.contains(\"x\")",
      "log::Line (and (> code 3) (or (contains code \"x\") (in \"x\" code)))"
    ),
    ("Line where details.deep.er == 3", "log::Line (== details.deep.er 3)"),
    ("Line where when > @2020-01-01", "log::Line (> when @2020-01-01T00:00:00Z)"),
    ("archive::Letter", "archive::Letter"), ("#3", "Person (in self [Person#p3])"),
    ("#3 select name", "Person (in self [Person#p3]) | name as \"name\""),
    ("bob", "Person (in self [Person#p7])"),
    ("Person where age > 1 where age < 5", "Person (and (> age 1) (< age 5))"),
    ("top limit 3", "Person limit 3"), ("top select name", "Person limit 10 | name as \"name\""),
    ("count teens", "count Person (... age 13 19)"),
    (
      "first Person group by city",
      "Person | city as \"city\", (#count) as \"count\" by city limit 1"
    ),
    ("Person select *", "Person"), ("Person limit $minimum offset 2", "Person limit 18 offset 2"),
    (
      "Person sort by age desc nils last, name localized asc",
      "Person [age desc nils last, name localized]"
    ),
    (
      "Person select count(), count(distinct city), sum(height)",
      "Person | (#count) as \"count()\", (#countDistinct city) as \"count(distinct city)\", (#sum height) as \"sum(height)\""
    ),
    (
      "Person select name as n, age sort by n limit 2",
      "Person [name] limit 2 | name as \"n\", age as \"age\""
    ),
    (
      "Person group by city select city, max(age) as m having m > 3 sort by m desc limit 2 offset 1",
      "Person | city as \"city\", (#max age) as \"m\" by city having (> (#max age) 3) [(#max age) desc] limit 2 offset 1"
    ),
    ("Person prefetch employer.employees", "Person prefetch employer.employees"),
    ("from Person where age is nil", "Person (== age nil)"),
    ("copy Person where age > 3 to archive", "copy people Person (> age 3) to archive"),
    ("resolve all keep", "resolve all true"),
    ("resolve #1, #2 store", "resolve [Person#p1, Person#p2] false"),
    ("refresh #1 discard", "refresh [Person#p1] true"),
    ("let x = 3 + 4 * 2", "x = 11"), ("let x = now - 7d", "x = @2024-02-23T12:00:00Z"),
    ("let y = bob", "y = Person#p7"),
    ("let y = minimum", "y = 18"), ("let l = [1, \"x\", nil]", "l = [1, \"x\", nil]"),
    ("let h = #1...#2", "h = [Person#p1, Person#p2]"),
    ("let f = first Person where age > 3", "f = first Person (> age 3) limit 1"),
    ("update teens set city = \"Rome\"", "update (Person (... age 13 19)) {city: \"Rome\"}"),
    ("delete teens where age > 3", "delete (Person (and (... age 13 19) (> age 3)))"),
    ("delete all Person", "delete (Person)"),
    ("delete #1, Person#p4", "delete Person#p1 Person#p4"),
    (
      "update bob set height = 3, salary = 0.5, address.zip = 3",
      "update Person#p7 {height: 3.0r, salary: 0.5m, address.zip: 3}"
    ),
    (
      "update bob set height = age, age = height == 1 ? 1 : 2",
      "update Person#p7 {height: (real age), age: (?: (== height 1) 1 2)}"
    ),
    ("bob.friends += #3", "append Person#p7 friends Person#p3"),
    ("bob.friends -= [#3, #4]", "remove Person#p7 friends Person#p3 Person#p4"),
    (
      "bob.friends = [#4, #5...#6]", "update Person#p7 {friends: [Person#p4, Person#p5, Person#p6]}"
    ),
    ("bob.friends.remove(#1...#2)", "remove Person#p7 friends Person#p1 Person#p2"),
    ("bob.tags.append(\"a\", \"b\")", "append Person#p7 tags \"a\" \"b\""),
    ("bob.status = .dead", "update Person#p7 {status: \"dead\"}"),
    ("bob.born = born + 1d", "update Person#p7 {born: (shift born 0mo 1d 0ms)}"),
    ("$bob.age -= 1", "update Person#p7 {age: (- age 1)}"),
    (
      "insert Person(name: \"x\", friends: [#1], employer: nil, address: {\"zip\": 3}, limit: 3)",
      "insert Person {name: \"x\", friends: [Person#p1], employer: nil, address: {zip: 3}, limit: 3}"
    ),
    ("preview update #1 set age = 3", "preview update Person#p1 {age: 3}"),
    ("@Model class Foo { var name: String = \"x\" }", "declare [Foo]"),
  ])
  func aStatementMeans(_ source: String, _ outline: String) throws {
    #expect(Outline.text(try resolve(source).get()) == outline)
  }

  @Test func datesWithoutAZoneAreTheSessions() throws {
    var scope = PeopleScope()
    scope.offset = 3600
    let source = "Person where born > @2024-01-01 && born < today && born != @2024-01-01T00:00Z"

    #expect(
      Outline.text(try resolve(source, in: scope).get())
        == "Person (and (> born @2023-12-31T23:00:00Z) (< born @2024-02-29T23:00:00Z) "
        + "(!= born @2024-01-01T00:00:00Z))")
  }

  @Test(
    arguments: [
      ("36", .integer(36)), ("-1.5", .real(-1.5)), ("\"Ada\"", .text("Ada")), ("'x'", .text("x")),
      ("true", .bool(true)), ("nil", .null), ("[1, \"a\"]", .array([.integer(1), .text("a")])),
      ("01234", nil), ("Ada", nil), ("1 + 2", nil), ("", nil), ("3 4", nil), ("now", nil),
      ("'x", nil),
    ] as [(String, AttributeValue?)])
  func aParameterIsALiteralOrText(_ source: String, _ value: AttributeValue?) {
    #expect(Resolver(scope: PeopleScope()).literal(source) == value)
  }
}
