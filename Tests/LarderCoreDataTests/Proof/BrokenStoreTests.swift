import CoreDataFixtures
import Deflate
import FoundationEssentials
import LarderCore
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

/// Stores that are not as they should be open as far as they can, and say what is wrong.
@Suite struct BrokenStoreTests {
  /// The library's file, which is written once for all cases.
  private static let library: [UInt8] = {
    guard let folder = try? TemporaryFolder(),
      (try? CoreDataFixture.library.write(to: folder.path(of: "s"))) != nil,
      let bytes = try? folder.bytes(of: "s")
    else { return [] }
    return bytes
  }()

  /// The library with damage, opened for writing.
  private func open(_ statements: [String]) throws -> EditedStore {
    let folder = try TemporaryFolder()
    try folder.write(Self.library, to: "default.store")
    let files = ".default_SUPPORT/_EXTERNAL_DATA"
    try FileManager.default.createDirectory(
      atPath: folder.path(of: files), withIntermediateDirectories: true)
    try folder.write([0xFF, 0xD8], to: "\(files)/\(CoreDataFixture.coverFile)")
    let connection = try Connection(path: folder.path(of: "default.store"), mode: .readWrite)
    try connection.addCoreDataFunctions()
    for statement in statements { try connection.execute(statement) }
    return try EditedStore(in: folder)
  }

  private func words(
    _ violations: [StoreViolation], in folder: TemporaryFolder, _ isBefore: Bool
  ) -> [String] {
    violations.filter { $0.rule != "store-part" }.map { violation in
      let place = [violation.identifier?.description, violation.attribute?.rawValue]
        .compactMap(\.self).joined(separator: ".")
      let message = violation.message.replacing(folder.path, with: "FOLDER")
      let text = "\(violation.rule): \(isBefore && !place.isEmpty ? place + " " : "")\(message)"
      return isBefore && violation.remedy != nil ? "* " + text : text
    }
  }

  @Test(arguments: Damage.all)
  func whatIsWrongIsSaid(_ damage: Damage) throws {
    let edited = try open(damage.sql)

    let findings = edited.store.findings.map(\.text)
    #expect(findings.filter { !$0.contains("guessed") } == damage.findings)
    let violations = try edited.store.violations()
    #expect(words(violations, in: edited.folder, true) == damage.violations)
    // No damage of a part keeps a check silent but that of an old store, which never had it.
    let parts = violations.filter { $0.rule == "store-part" }.map(\.message)
    #expect(parts == damage.findings.filter { !$0.contains("before models were kept") })
  }

  @Test(arguments: Damage.all)
  func whatIsThereIsRead(_ damage: Damage) throws {
    let edited = try open(damage.sql)

    for entity in edited.schema.entities {
      let objects = try edited.store.fetch(
        EntityFetchDescriptor(entity: entity.name), environment: .standard)
      for object in objects {
        for relationship in edited.schema.allRelationships(of: object.entityName)
        where relationship.isToMany {
          _ = try edited.store.destinations(of: relationship.name, from: [object.identifier])
        }
      }
    }
    _ = try edited.store.transactions(after: nil, of: nil)
  }

  @Test(arguments: Damage.all)
  func whatIsSafeIsPutRightAndCanBeTakenBack(_ damage: Damage) throws {
    let edited = try open(damage.sql)
    guard edited.store.readOnlyReason == nil else { return }
    let before = try edited.everything()
    let violations = try edited.store.violations()

    try edited.context.beginGroup(named: "repair")
    for violation in violations {
      switch violation.remedy {
      case .repairs(let repairs)?: try edited.context.repair(repairs, in: "store")
      case .edit(let edit)?: try edited.context.perform(edit, in: "store")
      case nil: break
      }
    }
    try edited.context.endGroup()
    try edited.context.save()
    #expect(words(try edited.store.violations(), in: edited.folder, false) == damage.left)

    guard violations.contains(where: { $0.remedy != nil }) else { return }
    try edited.context.undo()
    try edited.context.save()
    let after = try edited.everything()
    #expect(after == before)
  }

  @Test func numbersThatCannotBeReadAreNoStore() throws {
    let error = #expect(throws: PersistenceError.self) {
      try open(["ALTER TABLE Z_PRIMARYKEY DROP COLUMN Z_SUPER"])
    }
    #expect(error?.code == .corrupt && error?.detail == "`Z_PRIMARYKEY` has no column `Z_SUPER`")
  }

  @Test func aModelWithATypeOfTomorrowIsLeftAside() throws {
    let archive = ModelArchiver.bytes(of: .library)
    // 1800 is a transformable, 4242 nothing.
    var bytes: [UInt8] = []
    for byte in archive {
      bytes.append(byte)
      if bytes.suffix(3) == [0x11, 0x07, 0x08] {
        bytes.replaceSubrange((bytes.count - 2)..., with: [0x10, 0x92])
      }
    }
    let cache = Deflate.deflated(bytes).map { hex($0) }.joined()

    let edited = try open(["UPDATE Z_MODELCACHE SET Z_CONTENT = x'\(cache)'"])

    #expect(
      edited.store.findings.first?.text
        == "the model in the store cannot be read: `Book.keywords` has the unknown type 4242")
    #expect(try edited.objects("Author", limit: 9).count == 2)
  }

  private func hex(_ byte: UInt8) -> String {
    let digits = Array("0123456789abcdef")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }
}
