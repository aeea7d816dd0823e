import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

@Suite struct SourceModelTests {
  static let document = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="3">
        <entity name="Movie" representedClassName="App.Movie" parentEntity="Item" elementID="Film" syncable="YES">
            <attribute name="seen" optional="YES" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
            <attribute name="poster" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <relationship name="actors" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Actor" inverseName="movie" inverseEntity="Actor"/>
        </entity>
        <entity name="Item" isAbstract="YES" syncable="YES">
            <attribute name="title" attributeType="String" defaultValueString="A &amp; B &#x1F30A;" preserveAfterDeletion="YES" elementID="heading"/>
            <attribute name="added" attributeType="Date" defaultDateTimeInterval="-3600.5"/>
            <attribute name="colour" optional="YES" attributeType="Transformable" valueTransformerName="T" customClassName="UIColor"/>
            <attribute name="price" attributeType="Decimal" defaultValueString="12.50"/>
            <attribute name="upper" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(title)"/>
            <attribute name="scratch" transient="YES"/>
            <fetchIndex name="byTitle">
                <fetchIndexElement property="title" type="Binary" order="ascending"/>
                <fetchIndexElement property="added" type="Binary" order="descending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="title"/><constraint value="added"/></uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo><entry key="colour" value="red"/></userInfo>
            <fetchedProperty name="recent"/>
        </entity>
        <!-- The last one. -->
        <entity name="Actor">
            <attribute name="name" attributeType="String" indexed="YES"/>
            <relationship name="movie" maxCount="1" minCount="1" deletionRule="No Action" destinationEntity="Movie" inverseName="actors"/>
            <relationship name="agent" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Actor"/>
        </entity>
        <elements><element name="Movie" positionX="0"/></elements>
    </model>
    """

  @Test func everyPartOfADocumentIsRead() throws {
    let model = try SourceModelReader.model(Array(Self.document.utf8))

    let actor = ManagedObjectModel.Entity(
      name: "Actor",
      properties: [
        ManagedObjectModel.toOne("agent", "Actor", nil, rule: .deny),
        .relationship(
          .init(
            name: "movie", destination: "Movie", inverse: "actors", deleteRule: .noAction,
            minimumCount: 1, maximumCount: 1)), ManagedObjectModel.attribute("name", .string),
      ], indices: [.init(name: "name", properties: ["name"])])
    #expect(model.versionIdentifiers == ["3"])
    #expect(model.entities == [actor, Self.item, Self.movie])
  }

  private static let item = ManagedObjectModel.Entity(
    name: "Item", isAbstract: true,
    properties: [
      ManagedObjectModel.attribute("added", .date) { $0.defaultValue = .real(-3600.5) },
      ManagedObjectModel.attribute("colour", .transformable) {
        $0.isOptional = true
        $0.valueClassName = "UIColor"
        $0.valueTransformerName = "T"
      },
      ManagedObjectModel.attribute("price", .decimal) {
        $0.defaultValue = ExactDecimal("12.5").map(AttributeValue.decimal)
      }, ManagedObjectModel.attribute("scratch", .undefined) { $0.isTransient = true },
      ManagedObjectModel.attribute("title", .string) {
        $0.defaultValue = .text("A & B 🌊")
        $0.isPreservedOnDeletion = true
        $0.renamingIdentifier = "heading"
      },
      ManagedObjectModel.attribute("upper", .string) {
        $0.isOptional = true
        $0.isDerived = true
      },
    ], uniquenessConstraints: [["title", "added"]],
    indices: [.init(name: "byTitle", properties: ["title", "added"])],
    userInfo: ["colour": "red"])

  private static let movie = ManagedObjectModel.Entity(
    name: "Movie", className: "App.Movie", superentity: "Item",
    properties: [
      ManagedObjectModel.toMany("actors", "Actor", "movie", rule: .cascade) { $0.isOrdered = true },
      ManagedObjectModel.attribute("poster", .binaryData) {
        $0.isOptional = true
        $0.allowsExternalStorage = true
      },
      ManagedObjectModel.attribute("seen", .boolean) {
        $0.isOptional = true
        $0.defaultValue = .bool(false)
      },
    ], renamingIdentifier: "Film")

  @Test(arguments: [
    ("", "expected an element at byte 0"), ("<plist/>", "there is no model inside"),
    ("<model><entity/></model>", "has no `name`"),
    ("<model><entity name='A'>", "`entity` is not closed at byte 24"),
    ("<model><entity name='A'></model>", "expected `</entity>` at byte 31"),
    ("<model a=b/>", "expected a quoted value at byte 9"),
    ("<model>&nbsp;</model>", "unknown reference `&nbsp;` at byte 7"),
    (
      "<!DOCTYPE model [<!ENTITY a 'aa'>]><model/>",
      "a document type with declarations is not read at byte 33"
    ),
    (
      "<model><entity name='A'><attribute name='a' attributeType='Vector'/></entity></model>",
      "`A.a` has the unknown type `Vector`"
    ),
    (
      "<model><entity name='A'><composite name='home'/></entity></model>",
      "`A.home` is composite, which is read from compiled models (`.mom`) and stores only"
    ),
    (
      "<model><entity name='A'><relationship name='b'/></entity></model>",
      "`A.b` has no `destinationEntity`"
    ),
    (
      String(repeating: "<model>", count: 300),
      "elements are nested more than 200 deep at byte 1400"
    ),
  ])
  func aBadDocumentSaysWhatIsWrong(_ document: String, _ message: String) {
    let error = #expect(throws: ModelError.self) {
      try SourceModelReader.model(Array(document.utf8))
    }
    #expect(error?.description == message)
  }
}

@Suite struct ModelFileTests {
  private static func source(_ entity: String) -> String {
    "<model><entity name='\(entity)'/></model>"
  }

  private static func compiled(_ entity: String) -> [UInt8] {
    ModelArchiver.bytes(of: ManagedObjectModel(entities: [.init(name: entity)]))
  }

  private func names(_ path: String) throws -> [String] {
    try ManagedObjectModel.read(at: path).entities.map(\.name)
  }

  @Test func aFolderOfCompiledModelsNamesItsCurrentVersion() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("M.momd")
    try folder.write(Self.compiled("Old"), to: "M.momd/M.mom")
    try folder.write(Self.compiled("New"), to: "M.momd/M 2.mom")

    let unknown = #expect(throws: ModelError.self) { try names(folder.path(of: "M.momd")) }
    try folder.write(
      BinaryPropertyListWriter.bytes(
        of: .dictionary(["NSManagedObjectModel_CurrentVersionName": .string("M 2")])),
      to: "M.momd/VersionInfo.plist")

    #expect(
      unknown?.description
        == "\(folder.path(of: "M.momd")): it does not name its current version")
    #expect(try names(folder.path(of: "M.momd")) == ["New"])
    #expect(try names(folder.path(of: "M.momd/")) == ["New"])
    #expect(try names(folder.path(of: "M.momd/M.mom")) == ["Old"])
  }

  @Test func aFolderOfSourcesNamesItsCurrentVersion() throws {
    let folder = try TemporaryFolder()
    for name in ["M.xcdatamodeld", "M.xcdatamodeld/M.xcdatamodel", "M.xcdatamodeld/N.xcdatamodel"] {
      try folder.makeFolder(name)
    }
    try folder.write(text: Self.source("Old"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(text: Self.source("New"), to: "M.xcdatamodeld/N.xcdatamodel/contents")
    try folder.write(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
          <key>_XCCurrentVersionName</key><string>N.xcdatamodel</string>
        </dict></plist>
        """, to: "M.xcdatamodeld/.xccurrentversion")

    #expect(try names(folder.path(of: "M.xcdatamodeld")) == ["New"])
    #expect(try names(folder.path(of: "M.xcdatamodeld/M.xcdatamodel")) == ["Old"])
    #expect(try names(folder.path(of: "M.xcdatamodeld/M.xcdatamodel/contents")) == ["Old"])
  }

  @Test func aVersionOutsideOfTheFolderIsNone() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("M.momd")
    try folder.write(
      BinaryPropertyListWriter.bytes(
        of: .dictionary(["NSManagedObjectModel_CurrentVersionName": .string("../other")])),
      to: "M.momd/VersionInfo.plist")

    let error = #expect(throws: ModelError.self) { try names(folder.path(of: "M.momd")) }

    #expect(error?.problem == .noVersion(path: folder.path(of: "M.momd")))
  }

  @Test func aFileThatIsNoModelIsRefused() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(text: "hello", to: "a.txt")

    let unknown = #expect(throws: ModelError.self) { try names(text) }
    let missing = #expect(throws: ModelError.self) { try names(folder.path(of: "b.mom")) }

    #expect(
      unknown?.description
        == "\(text): neither a `.mom`, a `.momd`, an `.xcdatamodel` nor an `.xcdatamodeld`")
    #expect(
      missing?.description == "\(folder.path(of: "b.mom")): No such file or directory")
  }
}

extension TemporaryFolder {
  fileprivate func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }
}
