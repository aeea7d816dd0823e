import Deflate
import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

@Suite struct ModelArchiveTests {
  @Test(arguments: [
    ModelArchiver.Options(), ModelArchiver.Options(inherited: .omitted),
    ModelArchiver.Options(inherited: .proxies), ModelArchiver.Options(isCompiled: true),
  ])
  func anArchivedModelIsReadBackWhole(_ options: ModelArchiver.Options) throws {
    let archive = ModelArchiver.bytes(of: .library, options)

    #expect(try ManagedObjectModel(compiledModel: archive) == .library)
    #expect(try ManagedObjectModel(modelCache: Deflate.deflated(archive)) == .library)
  }

  @Test func compoundIndexesAreIndices() throws {
    var model = ManagedObjectModel(entities: [.init(name: "A", indices: [])])
    model.entities[0].indices = [.init(name: "x_y", properties: ["x", "y"])]

    let options = ModelArchiver.Options(usesCompoundIndexes: true)

    #expect(
      try ManagedObjectModel(compiledModel: ModelArchiver.bytes(of: model, options)) == model)
  }

  @Test func entitiesAreSortedByDepthAndWithoutRegardToCase() throws {
    let model = ManagedObjectModel(entities: [
      .init(name: "b"), .init(name: "Zebra", superentity: "Animal"), .init(name: "_x"),
      .init(name: "Animal"), .init(name: "ant", superentity: "Animal"), .init(name: "C"),
    ])

    let read = try ManagedObjectModel(compiledModel: ModelArchiver.bytes(of: model))

    #expect(read.entities.map(\.name) == ["_x", "Animal", "ant", "Zebra", "b", "C"])
  }

  @Test func aTransformablesDefaultIsItsArchive() throws {
    var builder = KeyedArchiveBuilder()
    let words = builder.add(array: [builder.add(text: "a"), builder.add(text: "b")])
    let attribute = builder.add(
      ["NSAttributeDescription"],
      [
        "NSPropertyName": builder.add(text: "words"), "NSAttributeType": .integer(1800),
        "NSDefaultValue": words,
      ])
    let archive = Self.archive(entities: [("A", [("words", attribute)])], &builder)

    let model = try ManagedObjectModel(compiledModel: archive)

    guard case .attribute(let read) = model.entities[0].properties[0],
      case .data(let bytes) = read.defaultValue
    else { throw ModelError(.missing("words")) }
    #expect(TransformableReader.value(of: Array(bytes)) == .array([.text("a"), .text("b")]))
  }

  @Test func aDefaultOfAnotherKindIsNone() throws {
    var builder = KeyedArchiveBuilder()
    let attribute = builder.add(
      ["NSAttributeDescription"],
      [
        "NSPropertyName": builder.add(text: "a"), "NSAttributeType": .integer(900),
        "NSDefaultValue": builder.add(text: "today"),
      ])

    let model = try ManagedObjectModel(
      compiledModel: Self.archive(entities: [("A", [("a", attribute)])], &builder))

    #expect(model.entities[0].properties == [.attribute(.init(name: "a", type: .date))])
  }

  private static func archive(
    entities: [(String, [(String, PropertyList)])], _ builder: inout KeyedArchiveBuilder,
    parent: String? = nil
  ) -> [UInt8] {
    var pairs: [(key: String, value: PropertyList)] = []
    for (name, properties) in entities {
      let dictionary = builder.add(dictionary: properties.map { (key: $0, value: $1) })
      let place = builder.reserve()
      let entity = builder.add(
        ["NSEntityDescription"],
        ["NSEntityName": builder.add(text: name), "NSProperties": dictionary], in: place)
      pairs.append((name, entity))
    }
    let root = builder.add(
      ["NSManagedObjectModel"], ["NSEntities": builder.add(dictionary: pairs)])
    return builder.bytes(root: root)
  }

  /// An archive of one entity `A` with one property of a class and members.
  private static func archive(
    _ className: String, _ members: [String: PropertyList]
  ) -> [UInt8] {
    var builder = KeyedArchiveBuilder()
    var members = members
    if members["NSPropertyName"] == nil { members["NSPropertyName"] = builder.add(text: "p") }
    let property = builder.add([className], members)
    return archive(entities: [("A", [("p", property)])], &builder)
  }

  @Test(arguments: [
    ([], "neither a binary nor an XML property list"),
    (BinaryPropertyListWriter.bytes(of: .array([])), "the property list is no keyed archive"),
    (KeyedArchiveBuilder().bytes(root: .uid(0)), "there is no model inside"),
    (
      archive("NSAttributeDescription", ["NSAttributeType": .integer(77)]),
      "`A.p` has the unknown type 77"
    ), (archive("NSFancyDescription", [:]), "`A.p` is of the unknown kind `NSFancyDescription`"),
    (archive("NSRelationshipDescription", [:]), "`A.p` has no `_NSDestinationEntityName`"),
    (
      archive("NSAttributeDescription", ["NSPropertyName": .integer(1)]),
      "the entity `A` has no `NSPropertyName`"
    ),
  ])
  func anArchiveThatIsNoModelSaysWhatIsWrong(_ archive: [UInt8], _ message: String) {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel(compiledModel: archive)
    }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    (
      [ManagedObjectModel.Entity(name: "A", superentity: "B")],
      "the entity `A` has the unknown parent `B`"
    ), ([.init(name: "A"), .init(name: "A")], "the entity `A` stands in the model twice"),
    (
      [.init(name: "A", superentity: "B"), .init(name: "B", superentity: "A"), .init(name: "C")],
      "the entity `A` is its own ancestor"
    ),
    (
      (0...300).map { .init(name: "E\($0)", superentity: $0 == 0 ? nil : "E\($0 - 1)") },
      "the entity `E201` is nested too deep"
    ),
  ])
  func contradictoryParentsAreRefused(
    _ entities: [ManagedObjectModel.Entity], _ message: String
  ) {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel(assembling: entities, versionIdentifiers: [])
    }
    #expect(error?.description == message)
  }

  @Test func compositesThatContainThemselvesAreRefused() {
    var builder = KeyedArchiveBuilder()
    let place = builder.reserve()
    let composite = builder.add(
      ["NSCompositeAttributeDescription"],
      [
        "NSPropertyName": builder.add(text: "p"),
        "NSCompositeElements": builder.add(array: [place, place]),
      ], in: place)
    let archive = Self.archive(entities: [("A", [("p", composite)])], &builder)

    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel(compiledModel: archive)
    }

    #expect(error?.description == "the entity `A` is nested too deep")
  }

  @Test func aSmallArchiveDoesNotStandForAnEndlessModel() {
    var builder = KeyedArchiveBuilder()
    let names = builder.add(array: (0..<2000).map { builder.add(text: "n\($0)") })
    let tuples = builder.add(array: Array(repeating: names, count: 2000))
    let entity = builder.add(
      ["NSEntityDescription"],
      [
        "NSEntityName": builder.add(text: "A"), "NSUniqueTuples": tuples,
        "NSProperties": builder.add(dictionary: []),
      ])
    let root = builder.add(
      ["NSManagedObjectModel"], ["NSEntities": builder.add(dictionary: [("A", entity)])])

    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel(compiledModel: builder.bytes(root: root))
    }

    #expect(error?.description == "the model has more than 262144 properties and names")
  }

  @Test func theModelCacheMustBeWholeAndNotTooLarge() {
    let cache = Deflate.deflated(ModelArchiver.bytes(of: .library))

    let cut = #expect(throws: ModelError.self) {
      try ManagedObjectModel(modelCache: Array(cache.dropLast(20)))
    }
    let bomb = #expect(throws: ModelError.self) {
      try ManagedObjectModel(
        modelCache: Deflate.deflated(
          [UInt8](repeating: 0, count: ManagedObjectModel.sizeLimit + 1)))
    }

    #expect(cut?.description == "the compressed model is damaged")
    #expect(bomb?.description == "the model is larger than 16777216 bytes")
  }
}
