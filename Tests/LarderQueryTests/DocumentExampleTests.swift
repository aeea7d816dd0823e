import LarderQuery
import Testing

/// The examples of the language's document, each with the tree it stands for.
@Suite struct DocumentExampleTests {
  @Test(arguments: [
    ("Person", "Person"),
    ("Person where age > 30", "Person (> age 30)"),
    (
      #"Person where $0.age > 30 && $0.name.contains("Ad")"#,
      #"Person (and (> age 30) (contains name "Ad"))"#
    ),
    (
      #"Person where age > 30 AND name CONTAINS[cd] "resume""#,
      #"Person (and (> age 30) (contains[cd] name "resume"))"#
    ),
    (
      #"Person where employer?.name == "Acme" sort by age desc limit 10 select name, age"#,
      #"Person (== employer.name "Acme") [age desc] limit 10 | name as "name", age as "age""#
    ),
    ("Person where age in 18...65", "Person (... age 18 65)"),
    (#"Person where city in ["Rome", "Oslo"]"#, #"Person (in city ["Rome", "Oslo"])"#),
    ("Person where nickname == nil", "Person (== nickname nil)"),
    ("Person where nickname is missing", "Person (missing nickname)"),
    (
      #"Person where (nickname ?? name).hasPrefix("A")"#,
      #"Person (hasPrefix (?? nickname name) "A")"#
    ),
    ("Person where friends.contains { $0.age < 18 }", "Person (any friends (< $age 18))"),
    ("Person where any friends.age < 18", "Person (any friends (< $age 18))"),
    (
      "Person where friends.allSatisfy { $0.city == city }",
      "Person (all friends (== $city city))"
    ),
    (
      "Person where friends.count >= 3 sort by friends.count desc, name localized",
      "Person (>= (@count friends) 3) [(@count friends) desc, name localized]"
    ),
    (
      "Person where born > @1990-01-01 && born < now - 18y",
      "Person (and (> born @1990-01-01T00:00:00Z) (< born @2006-03-01T12:00:00Z))"
    ),
    (
      "Event where at > now - 7d group by type select type, count() as n, max(at) as latest "
        + "sort by n desc",
      #"Event (> at @2024-02-23T12:00:00Z) | type as "type", (#count) as "n", (#max at) as "latest" "#
        + "by type [(#count) desc]"
    ),
    (
      "Person group by city having count() > 5 select city, count(), avg(age)",
      #"Person | city as "city", (#count) as "count()", (#avg age) as "avg(age)" by city "#
        + "having (> (#count) 5)"
    ),
    (
      "Person select name, bar(age) sort by age desc",
      #"Person [age desc] | name as "name", bar age as "age""#
    ),
    (
      #"Person where name.contains(/^[A-M]\w+$/)"#,
      #"Person (containsPattern name "^[A-M]\\w+$")"#
    ),
    (#"Person where name matches "[A-M].*""#, #"Person (matches name "[A-M].*")"#),
    (#"Person where name like "A*""#, #"Person (like name "A*")"#),
    ("Person select city distinct sort by city", #"Person | city as "city" distinct [city]"#),
    ("count Person where age >= 65", "count Person (>= age 65)"),
    (
      #"first Person where email == "ada@example.org""#,
      #"Person (== email "ada@example.org") limit 1"#
    ),
    (
      #"Order where items.sum(\.price) > 100 select id, items.sum(\.price) as total"#,
      #"Order (> (@sum items $price) 100) | id as "id", (@sum items $price) as "total""#
    ),
    (
      "Person prefetch friends, employer limit 100",
      "Person limit 100 prefetch friends employer"
    ),
    (
      "let teens = Person where age in 13...19",
      "teens = Person (... age 13 19) <Person where age in 13...19>"
    ),
    (
      #"teens where city == "Rome""#, #"Person (and (... age 13 19) (== city "Rome"))"#
    ),
    (
      "Person where isActive ? age > 20 : age > 60",
      "Person (true? (?: (true? isActive) (> age 20) (> age 60)))"
    ),
    ("Ticket where `order` == 3", "Ticket (== order 3)"),
  ])
  func queries(_ source: String, _ outline: String) throws {
    #expect(Outline.text(try resolve(source).get()) == outline)
  }

  @Test func everythingButAPartOfAnAttribute() throws {
    let outline = Outline.text(try resolve("Person select * except(address.zip, photo)").get())

    #expect(outline.contains(#"address.street as "address.street""#))
    #expect(!outline.contains("zip"))
    #expect(
      problems("Person select * except(employer.name)").map(\.message) == [
        "`employer` is Company: it can only be left out as a whole"
      ])
  }

  @Test func everythingButOneAttribute() throws {
    let outline = Outline.text(try resolve("Person select * except(photo) limit 5").get())

    #expect(outline.hasPrefix(#"Person limit 5 | id as "id", name as "name""#))
    #expect(outline.hasSuffix(#"status as "status", employer as "employer""#))
    #expect(!outline.contains("photo"))
  }

  @Test(arguments: [
    (
      #"insert Person(name: "Ada Lovelace", age: 36, born: @1815-12-10)"#,
      #"insert Person {name: "Ada Lovelace", age: 36, born: @1815-12-10T00:00:00Z}"#
    ),
    (
      #"let bob = insert Person {"name": "Bob", "tags": ["x"]}"#,
      #"bob = insert Person {name: "Bob", tags: ["x"]}"#
    ),
    (
      #"bob.employer = first Company where name == "Acme""#,
      #"update Person#p7 {employer: (first Company (== name "Acme") limit 1)}"#
    ),
    ("bob.friends.append(#1, #4)", "append Person#p7 friends Person#p1 Person#p4"),
    (
      #"update Person where city == "Bombay" set city = "Mumbai""#,
      #"update (Person (== city "Bombay")) {city: "Mumbai"}"#
    ),
    (
      "update Person where age != nil set age += 1, updatedAt = now",
      "update (Person (!= age nil)) {age: (+ age 1), updatedAt: @2024-03-01T12:00:00Z}"
    ),
    ("update all Person set isActive = true", "update (Person) {isActive: true}"),
    (
      #"update #3...#5 set tags = tags + ["review"]"#,
      #"update Person#p3 Person#p4 Person#p5 {tags: (+ tags ["review"])}"#
    ),
    (
      "delete Person where lastSeen < now - 2y",
      "delete (Person (< lastSeen @2022-03-01T12:00:00Z))"
    ),
    (
      "preview delete Company where employees.isEmpty",
      "preview delete (Company (empty employees))"
    ),
    (#"begin "import fixes""#, #"begin "import fixes""#),
    ("end", "end"), ("diff", "diff"), ("undo", "undo 1"), ("redo 2", "redo 2"),
    ("rollback", "rollback"), ("save", "save"), ("refresh #2", "refresh [Person#p2] false"),
  ])
  func edits(_ source: String, _ outline: String) throws {
    #expect(Outline.text(try resolve(source).get()) == outline)
  }

  @Test(arguments: [
    (".open app.store --read-only", ".open <app.store --read-only>"),
    (".open https://example.org --entity Person", ".open <https://example.org --entity Person>"),
    (".entities", ".entities <>"), (".schema Person", ".schema <Person>"),
    (".mode box", ".mode <box>"), (".once out.csv", ".once <out.csv>"),
    (
      #".watch 2 diff count Job where state == "running""#,
      #".watch <2 diff count Job where state == "running">"#
    ),
    (
      #".explain Person where name.contains("é")"#,
      #".explain <Person where name.contains("é")>"#
    ),
    (".ids #1", ".ids <#1>"),
  ])
  func commands(_ source: String, _ outline: String) throws {
    #expect(Outline.text(try resolve(source).get()) == outline)
  }
}
