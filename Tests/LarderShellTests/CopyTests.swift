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
}
