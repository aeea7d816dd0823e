import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

@Suite struct CopyTests {
  /// A harness with a second store, `other`, of a schema.
  private func shell(_ schema: EntitySchema = ShellHarness.schema) throws -> ShellHarness {
    let shell = try ShellHarness()
    let other = InMemoryStore(identifier: "other", schema: schema)
    try shell.session.add(
      other, kind: "memory", name: "other", location: StoreLocation(address: "in memory"))
    try shell.run(
      """
      .use trips
      let rome = insert Trip(name: "Rome", days: 3)
      insert Stay(place: "Hotel", trip: rome)
      insert Stay(place: "Tent", trip: rome)
      save
      """)
    return shell
  }

  @Test func relationshipsComeAlongOnceBothEndsAreCopied() throws {
    let shell = try shell()

    let result = try shell.run(
      """
      copy Trip to other
      save
      copy Stay to other
      save
      .use other
      Stay where trip.name == "Rome"
      Trip where stays.count == 2
      """)

    #expect(result.status == .success)
    #expect(
      result.output.hasSuffix(
        """
        {"place":"Hotel","trip":"Trip#p1"}
        {"place":"Tent","trip":"Trip#p1"}
        {"name":"Rome","days":3,"stays":["Stay#p1","Stay#p2"]}

        """))
    #expect(
      result.errors
        == "note: 2 of the `Stay` that the copies lead to are not in other; "
        + "copy them too to keep the relationships\n")
  }

  @Test func whatTheTargetHasNoPlaceForIsSaid() throws {
    let shell = try shell(
      EntitySchema(entities: [.init(name: "Trip", attributes: [.init(name: "name", type: .text)])]))

    let result = try shell.run("copy Trip to other\nsave\n.use other\nTrip")

    #expect(result.output.hasSuffix("{\"name\":\"Rome\"}\n"))
    #expect(
      result.errors == """
        note: `Trip.days` is not kept: other has no such property
        note: `Trip.stays` is not kept: other has no such property

        """)
  }

  @Test func aCopyThatFailsLeavesNothingBehind() throws {
    let shell = try shell(
      EntitySchema(entities: [
        .init(
          name: "Trip",
          attributes: [
            .init(name: "name", type: .integer), .init(name: "days", type: .integer),
          ])
      ]))

    let result = try shell.run("copy Trip to other", keepsGoing: true)

    #expect(result.status != .success)
    #expect(try shell.run(".use other\ncount Trip").output == "{\"count\":0}\n")
  }

  @Test func aCopyIsOneStepOfUndo() throws {
    let shell = try shell()
    let result = try shell.run("copy Trip to other\nundo\n.use other\ncount Trip")
    #expect(result.output == "{\"count\":0}\n")
  }

  /// Objects with links of every kind among themselves: to one, to many and many to many.
  private static let people = EntitySchema(entities: [
    .init(
      name: "Person", attributes: [.init(name: "name", type: .text)],
      relationships: [
        .init(name: "boss", destination: "Person", inverse: "staff"),
        .init(name: "staff", destination: "Person", isToMany: true, inverse: "boss"),
        .init(name: "teams", destination: "Team", isToMany: true, inverse: "members"),
      ]),
    .init(
      name: "Team", attributes: [.init(name: "name", type: .text)],
      relationships: [
        .init(
          name: "members", destination: "Person", isToMany: true, isOrdered: true,
          inverse: "teams")
      ]),
  ])

  @Test(arguments: [
    ["Person", "Team"], ["Team", "Person"],
    ["Person where boss == nil", "Team", "Person where boss != nil"],
  ])
  func linksAreKeptWhicheverEndIsCopiedFirst(_ queries: [String]) throws {
    let shell = try ShellHarness()
    for name in ["first", "second"] {
      try shell.session.add(
        InMemoryStore(identifier: name, schema: Self.people), kind: "memory", name: name,
        location: StoreLocation(address: "in memory"))
    }
    try shell.run(
      """
      .use first
      let ann = insert Person(name: "Ann")
      let bob = insert Person(name: "Bob", boss: ann)
      let cid = insert Person(name: "Cid", boss: ann)
      insert Team(name: "red", members: [cid, ann])
      insert Team(name: "blue", members: [bob])
      insert Team(name: "none")
      save
      """)

    try shell.run(
      queries.map { "copy \($0) to second\n" }.joined() + ".use second\nsave")

    let result = try shell.run(
      """
      Person sort by name select name, boss.name, staff.count, teams.count, teams.min(\\.name) as least
      Team sort by name select name, members.count, members.max(\\.name) as greatest
      """)
    #expect(
      result.output == """
        {"name":"Ann","boss.name":null,"staff.count":2,"teams.count":1,"least":"red"}
        {"name":"Bob","boss.name":"Ann","staff.count":0,"teams.count":1,"least":"blue"}
        {"name":"Cid","boss.name":"Ann","staff.count":0,"teams.count":1,"least":"red"}
        {"name":"blue","members.count":1,"greatest":"Bob"}
        {"name":"none","members.count":0,"greatest":null}
        {"name":"red","members.count":2,"greatest":"Cid"}

        """)
  }
}
