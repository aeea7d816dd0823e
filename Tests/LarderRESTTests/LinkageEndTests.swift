import HTTPTransport
import LarderCore
import Testing

@testable import LarderREST

/// Which relationships of JSON:API are two ends of one is found out from the rows.
@Suite struct LinkageEndTests {
  private func relationship(_ name: String, _ type: String, _ ids: [String]?) -> String {
    let data = ids.map { ids in
      "[" + ids.map { #"{"type":"\#(type)","id":"\#($0)"}"# }.joined(separator: ",") + "]"
    }
    return #""\#(name)":{"data":\#(data ?? "null")}"#
  }

  private func row(_ type: String, _ id: String, _ relationships: String...) -> String {
    #"{"type":"\#(type)","id":"\#(id)","attributes":{},"relationships":{\#(relationships.joined(separator: ","))}}"#
  }

  private func inverses(_ people: [String], _ clubs: [String]) throws -> [String] {
    let transport = ScriptedTransport { request in
      let rows = request.url.path == "/people" ? people : clubs
      return .init(body: "{\"data\":[\(rows.joined(separator: ","))]}")
    }
    let store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect("jsonapi"), transport: transport,
      options: .init(collections: ["people", "clubs"]))
    return store.schema.entities.flatMap { entity in
      entity.relationships.compactMap { link in
        link.inverse.map { "\(entity.name).\(link.name) ↔ \($0)" }
      }
    }
  }

  @Test func endsThatLeadBackAreOne() throws {
    let found = try inverses(
      [
        row("people", "1", relationship("clubs", "clubs", ["a", "b"])),
        row("people", "2", relationship("clubs", "clubs", [])),
      ],
      [
        row("clubs", "a", relationship("members", "people", ["1", "77"])),
        row("clubs", "b", relationship("members", "people", ["1"])),
      ])

    #expect(found == ["people.clubs ↔ members", "clubs.members ↔ clubs"])
  }

  @Test func endsThatDoNotLeadBackAreTwo() throws {
    let found = try inverses(
      [
        row("people", "1", relationship("clubs", "clubs", ["a"])),
        row("people", "2", relationship("clubs", "clubs", ["b"])),
      ],
      [
        row("clubs", "a", relationship("founders", "people", ["1"])),
        row("clubs", "b", relationship("founders", "people", ["1"])),
      ])

    #expect(found.isEmpty)
  }

  @Test func whatTheRowsDoNotShowIsNotGuessed() throws {
    let found = try inverses(
      [row("people", "1", relationship("clubs", "clubs", ["z"]))],
      [row("clubs", "a", relationship("members", "people", ["9"]))])

    #expect(found.isEmpty)
  }

  @Test func ofTwoThatBothLeadBackNoneIsTaken() throws {
    let found = try inverses(
      [row("people", "1", relationship("clubs", "clubs", ["a"]))],
      [
        row(
          "clubs", "a", relationship("members", "people", ["1"]),
          relationship("founders", "people", ["1"]))
      ])

    #expect(found.isEmpty)
  }
}
