import LarderQuery
import Testing

/// What is said of statements that cannot be read or do not fit, whole.
@Suite struct BadInputTests {
  @Test(arguments: [
    ("Person where", "expected a value, found end of text"),
    ("Person where age > > 3", "expected a value, found `>`"),
    ("Person where sort by name", "expected a value, found `sort`"),
    ("Person where age > 3 5", "expected end of statement, found `5`"),
    ("Person where age > 3 }", "this `}` closes nothing"),
    ("Person where (age > 3]", "expected `)`, found `]`"),
    ("Person where age > 1 < 3", "comparisons cannot be chained"),
    ("Person where a ? b", "expected `:` and the other value, found end of text"),
    ("Person where age is 3", "expected `nil`, `missing` or `empty` after `is`, found `3`"),
    ("Person where name contains[x] \"a\"", "expected `[c]`, `[d]` or `[cd]`, found `[x]`"),
    ("Person where age between {1, 2, 3}", "`between` takes two bounds, found 3"),
    ("Person where age between 1", "expected `and`, found end of text"),
    ("Person wher age > 3", "expected a clause such as `where`, found `wher`"),
    ("Person age > 3", "expected a clause such as `where`, found `age`"),
    ("Person order by name", "`order by` is written `sort by` here"),
    ("Person sort name", "expected `by`, found `name`"),
    ("Person sort by name nils", "expected `first` or `last` after `nils`, found end of text"),
    ("Person limit", "expected a whole number, found end of text"),
    ("Person limit -3", "expected a whole number, found `-`"),
    ("Person limit 1 limit 2", "a second `limit` in one statement"),
    ("Person set age = 3", "`set` belongs to `update`"),
    ("Person select * except name", "expected `(` after `except`, found `name`"),
    ("select name from Person", "expected an entity, found the clause word `select`"),
    ("updat Person set age = 3", "expected a statement, found `updat`"),
    ("update Person where age > 3", "expected `set`, found end of text"),
    ("update Person sort by age set age = 3", "`update` takes `where`, not `sort`"),
    ("update #3 where age > 3 set age = 3", "`where` cannot be used with objects named one by one"),
    ("update Person set age + 3", "expected `=`, `+=`, `-=` or `*=` after `age`, found `+`"),
    ("delete", "expected an entity, found end of text"),
    ("insert Person", "expected `(` or `{` after `Person`, found end of text"),
    ("insert Person(name = \"x\")", "expected `:` after `name`, found `=`"),
    ("insert Person {name \"x\"}", "expected `:` after the key, found `\"x\"`"),
    ("bob.friends.add(#1)", "expected `append` or `remove`, found `add`"),
    ("bob.age", "expected `=`, `+=`, `-=` or `*=` after `age`, found end of text"),
    ("let = 3", "expected a name after `let`, found `=`"),
    ("let x 3", "expected `=` after `x`, found `3`"),
    ("undo 0", "expected a number of steps, found `0`"),
    ("diff x", "expected end of statement, found `x`"),
    ("begin x", "expected a text that names the group, found `x`"),
    ("preview Person", "expected `insert`, `update` or `delete` after `preview`, found `Person`"),
    ("refresh", "expected an object such as `#3` or `Person#p42`, found end of text"),
    ("resolve #1", "expected `keep` or `store`, found end of text"),
    ("copy Person", "expected `to`, found end of text"), ("Person#3", "a row has no entity"),
    ("Person where SUBQUERY(a, $x, $x.b > 1).@count > 0", "`SUBQUERY` is not part of the language"),
    ("Person where if age > 3 { true }", "`if` is not part of the language"),
    ("Person select count(*)", "`*` is no value"),
    ("Person where age > 3 // x\n)", "expected an entity, found `)`"),
  ])
  func badSyntaxSaysWhatWasExpected(_ source: String, _ message: String) {
    #expect(problems(source).first?.message == message)
  }

  @Test(arguments: [
    ("Nobody where x", "there is no entity `Nobody`"), ("Letter", "`Letter` is in several stores"),
    ("nowhere::Letter", "no store is open as `nowhere`"),
    ("archive::Job", "there is no entity `Job`"),
    ("Person where a.b > 3", "`Person` has no attribute `a`"),
    ("Person where employer.nme == 3", "`Company` has no attribute `nme`"),
    ("Person where address.stret == 3", "the object has no attribute `stret`"),
    ("Person where age.x == 3", "a value of type integer has no attribute `x`"),
    ("Person where $x > 3", "there is no variable `x`"),
    ("Person where $teens > 3", "`teens` is a query, not a value"),
    ("Person where friends.age > 3", "`friends` leads to several objects"),
    ("Person where any age > 3", "`age` does not lead to several objects or values"),
    ("Person where any age + 1 > 3", "`age + 1` does not lead to several objects or values"),
    ("Person where age", "expected a condition, found `age`, which is integer"),
    ("Person where not 3", "expected a condition, found `3`, which is integer"),
    ("Person where age > name", "`age` (integer) cannot be compared with `name` (text)"),
    ("Person where name in [1]", "`name` (text) cannot be in a list with `1` (integer)"),
    ("Person where age in 1...\"5\"", "`age` (integer) cannot lie between `\"5\"` (text)"),
    ("Person where age in name", "expected a text before `in`, found `age`, which is integer"),
    (
      "Person where name in age",
      "expected a list or a range after `in`, found `age`, which is integer"
    ),
    ("Person where tags.contains(3)", "`tags` (text) cannot contain `3` (integer)"),
    ("Person where age contains \"x\"", "`contains` works on text; `age` is integer"),
    (
      "Person where name contains 3",
      "expected a text after `contains`, found `3`, which is integer"
    ),
    ("Person where name like /a/", "a regular expression works only with `contains` and `matches`"),
    (
      "Person where name == /a/", "`name` (text) cannot be compared with `/a/` (regular expression)"
    ),
    ("Person where employer == #3", "`employer` (Company) cannot be compared with `#3` (Person)"),
    ("Person where status == .lve", "`Status` has no case `lve`"),
    ("Person where age == .live", "`.live` stands only where an enumeration is expected"),
    ("Person where born - lastSeen > 18y", "`18y` has no fixed length"),
    ("Person where age > 7d", "`age` (integer) cannot be compared with `7d` (duration)"),
    ("Person where age + name > 3", "cannot add `age` (integer) and `name` (text)"),
    ("Person where -name > 3", "`-` needs a number; `name` is text"),
    (
      "Person where (nickname ?? 3) == \"x\"",
      "`nickname` (text) cannot be replaced by `3` (integer)"
    ),
    ("Person where 1...3", "a range stands only after `in` or `between`"),
    ("Person where foo(3) > 4", "there is no function `foo`"),
    ("Person where abs() > 3", "`abs` takes one argument, found 0"),
    ("Person where abs(name) > 3", "`abs` does not work on `name`, which is text"),
    ("Person where age.hasPrefix(\"x\")", "`hasPrefix` works on text; `age` is integer"),
    ("Person where name.sum() > 3", "`sum` does not work on `name`, which is text"),
    ("Person where friends.sum(\\.name) > 3", "`sum` needs numbers, found text"),
    ("Person where friends.sum() > 3", "`sum` needs numbers, found Person"),
    ("Person where friends.@foo > 3", "there is no function `@foo`"),
    (
      "Person where name.contains { $0 > 3 }",
      "`contains` with a closure needs a list; `name` is text"
    ),
    ("Person where $1.age > 3", "a closure has one element, `$0`"),
    (
      "Person where age is missing and 3 is missing",
      "only an attribute can be missing; `3` is none"
    ),
    ("Person where age is empty", "`age` is integer and is never empty"),
    ("Person where employer is Company", "only `self` or `$0` can be tested for its entity"),
    ("Person where age <[c] 3", "flags work with `==` and `!=`, not with `<`"),
    (
      "Person where employer == first Company",
      "a query inside a condition is not part of the language"
    ),
    ("Person where name.contains(\"x\", .z)", "expected `.ci`, `.di` or `.cd`, found `.z`"),
    ("Person where tags[3] == \"x\"", "only the first and the last place of a list can be read"),
    (
      "Person where count() > 3",
      "`count` speaks of a group: it stands only in `select`, `having` and `sort`"
    ),
    ("Person select sum(max(age))", "`max` cannot stand inside another function of a group"),
    ("Person select sum(name)", "`sum` needs numbers; `name` is text"),
    ("Person select bar(age) + 1", "`bar` stands only in `select`, around a whole column"),
    (
      "Person group by city select name",
      "`name` is neither grouped nor inside a function such as `max`"
    ),
    (
      "Person group by city select city sort by name",
      "`name` is neither grouped nor inside a function such as `max`"
    ),
    (
      "Person sort by count()",
      "`count` speaks of a group: it stands only in `select`, `having` and `sort`"
    ),
    (
      "Person select name sort by count()",
      "a function of a group needs `group by`, or to be selected"
    ),
    (
      "Person select city distinct sort by name",
      "distinct rows can be sorted only by what they show"
    ),
    ("Person having age > 3", "`having` needs `group by`"),
    ("Person distinct", "`distinct` needs `select`"),
    ("Person select name having age > 3", "`having` is a condition on groups and needs `group by`"),
    ("Person sort by friends", "`friends` leads to several objects and has no order"),
    ("Person prefetch name", "`name` is text, not a relationship"),
    ("Person limit 3.5", "expected a whole number, found `3.5`"),
    ("count Person limit 3", "`count` takes `where`, not `limit`"),
    ("top where age > 3", "this query has a limit: `where` after it would give other objects"),
    ("#12", "the last listing has no row 12"), ("#3...#12", "the last listing has no row 10"),
    ("#4...#2", "`#4...#2` is no range of rows"),
    ("Person#p5000", "there is no object `Person#p5000`"),
    ("delete Person", "`delete` without `where` would delete every Person"),
    (
      "update Person#p1, Company#p2 set name = \"x\"",
      "the objects are of several entities: Person and Company"
    ),
    ("update #3 set age = 3.5", "`age` is integer and cannot hold `3.5` (real)"),
    (
      "update #3 set height = 9007199254740993",
      "`height` is real and cannot hold `9007199254740993` to its last digit"
    ),
    (
      "update #3 set born = \"1990-01-01\"",
      "`born` (date) cannot be set to `\"1990-01-01\"` (text)"
    ),
    (
      "update #3 set employer.name = \"x\"",
      "`employer` is another object: its attributes are set on the Company itself"
    ),
    ("update #3 set friends = #4", "`friends` takes a list of Person, found one object"),
    ("update #3 set employer = #4", "`employer` (Company) cannot be set to `#4` (Person)"),
    ("update #3 set serial = 4", "`serial` cannot be changed"),
    ("update #3 set age = 7d", "a duration stands only after a date and `+` or `-`"),
    ("insert Summary(n: 3)", "`Summary` can be read but not changed"),
    ("insert Person(nam: 3)", "`Person` has no attribute `nam`"),
    ("insert Person(name: \"x\", name: \"y\")", "`name` is set twice"),
    ("insert Person(name: Ada)", "there is no variable `Ada`"),
    ("bob.tags.append(3)", "`tags` holds text, found `3` (integer)"),
    ("bob.age.append(3)", "`age` is integer, not a list"),
    ("bob.friends.append(Company#p1)", "`friends` holds Person, found `Company#p1` (Company)"),
    ("minimum.age = 3", "`minimum` is integer, not an object"),
    ("Person.age = 3", "`Person` is an entity, not an object"),
    (
      "let x = 9223372036854775807 + 1",
      "`9223372036854775807 + 1` is larger than an integer can be"
    ),
    ("let x = 1 / 0", "`1 / 0` divides by zero"),
    ("let x = 7d", "a duration stands only after a date and `+` or `-`"),
    ("copy Person to nowhere", "no store is open as `nowhere`"),
  ])
  func aStatementThatDoesNotFitSaysWhy(_ source: String, _ message: String) {
    #expect(problems(source).first?.message == message)
  }

  @Test(arguments: [
    ("Line where at > @2020-01-01", "`at` was seen as 99 % text, 1 % integer"),
    ("Line where level == @2020-01-01", "`level` was seen as 98 % integer, 2 % text"),
    (
      "Person where xyz == 3",
      "it has `id`, `name`, `nickname`, `age`, `city`, `email`, `born`, `lastSeen` and more"
    ),
    ("Person where born - lastSeen > 18y", "write days, or move a date, as in `start + 18y < end`"),
    ("Person where tags == \"x\"", "write `contains` for an element of a list"),
    ("Person where city = NO", "write a text in quotes"),
    ("SELECT * FROM Person", "begin with the entity, as in `Person select …`"),
    ("Person where count(friends) > 3", "for the elements of a list write `friends.count`"),
    ("Letter", "write `archive::Letter` or `log::Letter`"), ("#3...#12", "the last row is 9"),
    ("Person where status == .foo", "its cases are `.live`, `.dead`"),
    ("Person where $x == 3", "set it with `let x = …` or `--param x=…`"),
  ])
  func theHelpKnowsMore(_ source: String, _ help: String) {
    #expect(problems(source).first?.help == help)
  }

  @Test func everyPartOfAStatementIsLookedAt() {
    let found = problems(
      "Person where agee > 3 && nam == 3 sort by xyz select citi, emal limit 3")

    #expect(
      found.map(\.message) == [
        "`Person` has no attribute `agee`", "`Person` has no attribute `nam`",
        "`Person` has no attribute `xyz`", "`Person` has no attribute `citi`",
        "`Person` has no attribute `emal`",
      ])
  }

  @Test func withoutAStoreTheHelpSaysHowToOpenOne() {
    var scope = PeopleScope()
    scope.stores = []

    let found = problems("Person", in: scope)
    #expect(found.map(\.message) == ["there is no entity `Person`: no store is open"])
    #expect(found.first?.help == "open one with `.open FILE`")
  }
}
