import LarderCore
import Testing

@testable import LarderREST

@Suite struct VersionMemoryTests {
  private static func identifier(_ key: Int) -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: "s", entityName: "people", primaryKey: .integer(Int64(key)))
  }

  private static func version(_ key: Int, length: Int = 800) throws -> VersionMemory.Version {
    let layout = try RESTFixtures.model(RESTFixtures.dialect("kinto")).entity("people").layout
    var snapshot = EntitySnapshot(
      identifier: identifier(key), layout: layout,
      values: Array(repeating: nil, count: layout.names.count))
    snapshot["name"] = .text(String(repeating: "x", count: length))
    return VersionMemory.Version(etag: "\"\(key)\"", snapshot: snapshot)
  }

  @Test func whatWasNotUsedLongestIsForgottenFirst() throws {
    var memory = VersionMemory(limit: 20_000)
    for key in 0..<1000 {
      memory.store(try Self.version(key), of: Self.identifier(key))
      // The first is asked for all the time.
      #expect(memory.version(of: Self.identifier(0))?.etag == "\"0\"")
    }

    #expect((5...20).contains(memory.count))
    #expect(memory.version(of: Self.identifier(999))?.etag == "\"999\"")
    #expect(memory.version(of: Self.identifier(500)) == nil)
  }

  @Test func aNewVersionTakesThePlaceOfTheOld() throws {
    var memory = VersionMemory(limit: 20_000)
    let one = Self.identifier(1)
    for number in 0..<100 {
      var version = try Self.version(1)
      version.etag = "\(number)"
      memory.store(version, of: one)
      #expect(memory.count == 1)
    }
    #expect(memory.version(of: one)?.etag == "99")

    memory.store(nil, of: one)

    #expect(memory.version(of: one) == nil && memory.count == 0)
  }

  @Test func whatIsTooLargeIsNotKept() throws {
    var memory = VersionMemory(limit: 20_000)
    memory.store(try Self.version(1), of: Self.identifier(1))
    memory.store(try Self.version(1, length: 30_000), of: Self.identifier(1))

    #expect(memory.version(of: Self.identifier(1)) == nil)
  }
}
