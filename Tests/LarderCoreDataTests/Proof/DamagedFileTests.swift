import CoreDataFixtures
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderCoreData

/// Files that lack bytes or have wrong ones.
@Suite struct DamagedFileTests {
  /// The library with rows enough for pages behind those of everything else.
  private static let library: [UInt8] = {
    var fixture = CoreDataFixture.library
    fixture.statements.append(
      """
      INSERT INTO ZVALUE (Z_PK, Z_ENT, Z_OPT, ZSTRING) WITH RECURSIVE n(i) AS \
      (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i, 8, 1, printf('%300d', i) FROM n
      """)
    guard let folder = try? TemporaryFolder(),
      (try? fixture.write(to: folder.path(of: "s"))) != nil,
      let bytes = try? folder.bytes(of: "s")
    else { return [] }
    return bytes
  }()

  /// Opens a file, reads all of it that can be read and checks it; the findings, or the error's code.
  private func read(_ bytes: [UInt8]) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "default.store")
    do {
      let store = try CoreDataStore.open(path: path)
      for entity in store.schema.entities {
        do {
          _ = try store.fetch(
            EntityFetchDescriptor(entity: entity.name), environment: .standard)
        } catch is PersistenceError {}
      }
      do { _ = try store.violations() } catch is PersistenceError {}
      do { _ = try store.transactions(after: nil, of: nil) } catch is PersistenceError {}
      return store.findings.map(\.text)
    } catch let error as PersistenceError {
      return [error.code.rawValue]
    }
  }

  private func words(_ pages: Int, of count: Int) -> String {
    "the file was cut: it has \(pages) of \(count) pages, and what stood in the others cannot be read"
  }

  @Test func aCutFileIsReadAsFarAsItGoes() throws {
    let count = Self.library.count / 4096
    for pages in [count - 1, count - 9, count - 17] {
      let folder = try TemporaryFolder()
      let path = try folder.write(Self.library.prefix(pages * 4096), to: "default.store")
      let store = try CoreDataStore.open(path: path)

      #expect(store.findings.map(\.text) == [words(pages, of: count)])
      #expect(
        try store.fetch(EntityFetchDescriptor(entity: "Author"), environment: .standard).count == 2)
      let violations = try store.violations()
      #expect(violations.first?.message == words(pages, of: count))
      #expect(violations.contains { $0.rule == "database" })
    }
  }

  @Test func ofAFileWithoutItsTablesTheCutIsTold() throws {
    let count = Self.library.count / 4096
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.library.prefix(2 * 4096), to: "default.store")

    let error = #expect(throws: PersistenceError.self) { try CoreDataStore.open(path: path) }
    #expect(error?.detail == words(2, of: count))
  }

  @Test func aCutFileIsRecognisedAndNeverWritten() throws {
    let folder = try TemporaryFolder()
    let bytes = Array(Self.library.dropLast(4096))
    let path = try folder.write(bytes, to: "default.store")

    #expect(CoreDataStore.recognises(path: path, prefix: Array(bytes.prefix(100))))
    let store = try CoreDataStore.open(path: path, options: .init(isWritable: true))
    #expect(store.readOnlyReason?.hasPrefix("the file was cut: ") == true)
    #expect(try store.violations().contains { $0.rule == "database" })
  }

  @Test func wrongBytesAreReadOrRefused() {
    SeededGenerator.forEachRound(40) { _, generator in
      var bytes = Self.library
      for _ in 0..<generator.integer(in: 1...40) {
        bytes[generator.integer(in: 100...(bytes.count - 1))] = UInt8(
          generator.integer(in: 0...255))
      }
      _ = try read(bytes)
    }
  }
}
