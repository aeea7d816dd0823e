import Deflate
import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

/// Whatever the bytes are, they are read or refused.
@Suite struct DamagedModelTests {
  /// Changes, cuts, doubles or drops bytes in one to four places.
  private static func damaged(
    _ bytes: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<generator.integer(in: 1...4) where !bytes.isEmpty {
      let place = generator.integer(in: 0...(bytes.count - 1))
      switch generator.integer(in: 0...5) {
      case 0: bytes.removeSubrange(place..<min(bytes.count, place + 4))
      case 1: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 8)], at: place)
      case 2: bytes[place] = generator.choose(0, 0xFF, 0xD1, 0xAF, 0x8F, 0x13)
      default: bytes[place] = UInt8(generator.integer(in: 0...255))
      }
    }
    return bytes
  }

  private static let archive = ModelArchiver.bytes(of: .library)

  @Test func damagedArchivesAreReadOrRefused() {
    var refused = 0
    SeededGenerator.forEachRound(1000) { _, generator in
      let bytes = Self.damaged(Self.archive, &generator)
      do { _ = try ManagedObjectModel(compiledModel: bytes) } catch is ModelError { refused += 1 }
    }
    #expect(refused > 300)
  }

  @Test func damagedCachesAreReadOrRefused() {
    let cache = Deflate.deflated(Self.archive)
    var refused = 0
    SeededGenerator.forEachRound(1500) { _, generator in
      let bytes = Self.damaged(cache, &generator)
      do { _ = try ManagedObjectModel(modelCache: bytes) } catch is ModelError { refused += 1 }
    }
    #expect(refused > 1000)
  }

  private static let small = ManagedObjectModel(entities: [
    .init(
      name: "A",
      properties: [
        .composite(
          .init(name: "c", elements: [.attribute(.init(name: "leaf", type: .string))])),
        .relationship(.init(name: "r", destination: "B")),
      ]), .init(name: "B", superentity: "A"),
  ])

  @Test func damagedReferencesAreReadOrRefused() throws {
    let small = ModelArchiver.bytes(of: Self.small)
    guard case .dictionary(var members) = try PropertyList(bytes: small),
      case .array(let objects) = members["$objects"]
    else { throw ArchiveError.noArchive }
    SeededGenerator.forEachRound(200) { _, generator in
      var changed = objects
      for _ in 0..<3 {
        let place = generator.integer(in: 1...(objects.count - 1))
        changed[place] = Self.rewired(changed[place], count: objects.count, &generator)
      }
      members["$objects"] = .array(changed)
      let bytes = BinaryPropertyListWriter.bytes(of: .dictionary(members))
      do { _ = try ManagedObjectModel(compiledModel: bytes) } catch is ModelError {}
      _ = TransformableReader.value(of: bytes)
    }
  }

  /// The value with references that lead elsewhere, or another value.
  private static func rewired(
    _ value: PropertyList, count: Int, _ generator: inout SeededGenerator
  ) -> PropertyList {
    switch value {
    case .dictionary(let members):
      var changed = members
      for key in members.keys.sorted() where generator.chance(percent: 40) {
        changed[key] = rewired(members[key] ?? .null, count: count, &generator)
      }
      return .dictionary(changed)
    case .array(let elements):
      return .array(elements.map { rewired($0, count: count, &generator) })
    default:
      return generator.choose(
        .uid(generator.integer(in: 0...(count + 2))), .integer(-1), .string("$null"),
        .real(.infinity), .data([]))
    }
  }

  @Test func damagedTransformablesAreReadOrUnknown() throws {
    let date = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 1))
    let words = AttributeValue.array([.text("a"), date, .array([.text("b"), .data(Data([1]))])])
    let whole = try #require(TransformableWriter.bytes(of: words))
    var read = 0
    SeededGenerator.forEachRound(1500) { _, generator in
      if TransformableReader.value(of: Self.damaged(whole, &generator)) != nil { read += 1 }
    }
    #expect((1..<1500).contains(read))
  }

  @Test func damagedDocumentsAreReadOrRefused() {
    var refused = 0
    SeededGenerator.forEachRound(600) { _, generator in
      let bytes = Self.damaged(Array(SourceModelTests.document.utf8), &generator)
      do { _ = try SourceModelReader.model(bytes) } catch is ModelError { refused += 1 }
    }
    #expect(refused > 200)
  }
}
