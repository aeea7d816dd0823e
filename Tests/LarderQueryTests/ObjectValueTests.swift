import LarderCore
import LarderQuery
import Testing

/// What is read through a variable or a handle, and what lies between two dates.
@Suite struct ObjectValueTests {
  @Test(arguments: [
    ("update Person where age > 3 set city = bob.city", #"{city: "Oslo"}"#),
    ("update #1 set age = #7.age + 1", "update Person#p1 {age: (+ 40 1)}"),
    ("people::Person#p1.age = bob.age", "update Person#p1 {age: 40}"),
    ("update #1 set nickname = bob.nickname", "{nickname: nil}"),
    ("update #1 set employer = bob.employer", "{employer: Company#p1}"),
    ("update #1 set nickname = bob.employer.name", #"{nickname: "Acme"}"#),
    ("update #1 set friends = bob.friends", "{friends: [Person#p1, Person#p2]}"),
    ("Person where city == bob.city", #"Person (== city "Oslo")"#),
    ("Person where age > $bob.age", "Person (> age 40)"),
    ("Person where address.street == bob.address.street", #"(== address.street "Main")"#),
    ("Person where self in bob.friends", "Person (in self [Person#p1, Person#p2])"),
    ("let home = bob.address.street", #"home = "Main""#),
  ])
  func aVariableIsReadAsItIsNow(_ source: String, _ outline: String) throws {
    #expect(Outline.text(try resolve(source).get()).hasSuffix(outline))
  }

  @Test(arguments: [
    ("Person where city == bob.ctiy", "did you mean `city`"),
    ("Person where city == #9.city", nil),
    ("Person where age == bob.city", nil),
  ])
  func whatCannotBeReadIsSaid(_ source: String, _ help: String?) {
    let found = problems(source)

    #expect(found.count == 1)
    #expect(found.first?.help == help)
  }

  @Test func anObjectThatIsGoneIsNamed() {
    #expect(
      problems("Person where city == #9.city").map(\.message) == [
        "there is no object `#9` any more"
      ])
  }

  @Test(arguments: [
    ("Person where lastSeen - born > 365d", "Person (> (- lastSeen born) 31536000.0r)"),
    ("Person where 12h >= lastSeen - born", "Person (>= 43200.0r (- lastSeen born))"),
    ("Person where lastSeen - born in 1h...2h", "(... (- lastSeen born) 3600.0r 7200.0r)"),
    ("Person where lastSeen - born in [1h, 2h]", "(in (- lastSeen born) [3600.0r, 7200.0r])"),
    ("Person where (now - born) / 1d > 20", "(> (/ (- @2024-03-01T12:00:00Z born) 86400.0r) 20)"),
    ("Person where lastSeen - born == 60", "Person (== (- lastSeen born) 60)"),
    ("Person where lastSeen - 1d > born", "Person (> (shift lastSeen 0mo -1d 0ms) born)"),
  ])
  func twoDatesDifferBySeconds(_ source: String, _ outline: String) throws {
    #expect(Outline.text(try resolve(source).get()).hasSuffix(outline))
  }

  @Test(arguments: [
    ("Person where lastSeen - born > 2mo", "`2mo` has no fixed length"),
    ("Person where lastSeen + born > now", "cannot add `lastSeen` (date) and `born` (date)"),
    (
      "Person where lastSeen - born > born",
      "`lastSeen - born` (number of seconds) cannot be compared with `born` (date)"
    ),
    (
      "update #1 set age = (now - born) / 1d",
      "`age` is integer and cannot hold `(now - born) / 1d` (real)"
    ),
  ])
  func whatIsNoLengthOfTimeIsRefused(_ source: String, _ message: String) {
    #expect(problems(source).map(\.message) == [message])
  }
}
