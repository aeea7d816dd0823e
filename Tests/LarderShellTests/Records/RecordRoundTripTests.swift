import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

/// What is exported and imported again is the same, whatever it is.
@Suite struct RecordRoundTripTests {
  @Test(arguments: RecordFileForm.allCases)
  func everyValueComesBackFromEveryForm(form: RecordFileForm) throws {
    SeededGenerator.forEachRound(12) { round, generator in
      let options = GeneratorOptions.all.subtracting(.relationships)
      var schemas = SchemaGenerator(using: generator.split(), options: options)
      let schema = schemas.schema()
      var snapshots = SnapshotGenerator(schema: schema, using: generator.split(), options: options)
      let objects = snapshots.snapshots(countPerEntity: 9)
      let folder = try TemporaryFolder()
      let copy = try copied(objects, schema, form, folder)

      for object in objects {
        let found = try #require(copy.lookup(object.identifier.inStore("copy")), round.comment)
        for (name, value) in zip(object.layout.names, object.values) {
          // Cells know nil alone.
          let expected = form.hasCells ? value ?? .null : value
          let actual = form.hasCells ? found[name] ?? .null : found[name]
          #expect(
            (actual == nil) == (expected == nil) && AttributeValue.areEqual(actual, expected),
            "\(object.identifier).\(name): \(round.comment)")
        }
      }
    }
  }

  @Test func formulasThatWereDefusedComeBackAsTheyWere() throws {
    let texts = [
      "=1+2", "+1", "-1", "@x", "\tx", "\rx", "'=1", "''=1", "'quoted", "plain", "", "'",
    ]
    let shell = try ShellHarness()
    for text in texts { try shell.insertTrip(named: text) }
    let file = shell.folder.path(of: "t.csv")

    let result = try shell.run(
      """
      save
      .export \(file) --csv-safe Trip select name
      delete all Trip
      save
      .mode jsonl
      .import \(file) Trip --csv-safe
      save
      """)

    #expect(result.status == .success, "\(result.errors)")
    let names = try Contents(of: shell.store).snapshots["Trip"]?.map { $0["name"] }
    #expect(names == texts.map { .text($0) })
    let written = try String(decoding: shell.folder.bytes(of: "t.csv"), as: UTF8.self)
    #expect(written.contains("\n'=1+2\n") && written.contains("\n''=1\n"))
    #expect(written.contains("\n'quoted\n"))
  }

  @Test(arguments: ["csv", "tsv"])
  func aColumnOfItsOwnKeepsNilAndEmptyTextApart(form: String) throws {
    let shell = try ShellHarness()
    let file = shell.folder.path(of: "days.\(form)")
    try shell.run(
      """
      insert Trip(name: "", days: nil)
      insert Trip(name: "nil", days: 3)
      insert Trip(name: "\\\\N")
      save
      .export \(file) Trip select days
      .export \(file).\(form) Trip select name
      """)

    let days = try shell.run(".mode jsonl\n.import \(file) Trip --ignore-unknown")
    let names = try shell.run(".import \(file).\(form) Trip\nTrip offset 3 select name\nrollback")

    #expect(days.errors.hasSuffix("  \(file):4: `name` needs a value\n"))
    #expect(names.output == #"{"name":""}\#n{"name":"nil"}\#n{"name":"\\N"}\#n"#)
  }

  @Test func relationshipsComeAlongByIdentifierWithinAFile() throws {
    let shell = try ShellHarness()
    let store = InMemoryStore(identifier: "people", schema: Self.people)
    try shell.session.add(
      store, kind: "memory", name: "people", location: StoreLocation(address: "in memory"))
    let file = shell.folder.path(of: "people.jsonl")
    shell.session.settings.showsIdentifiers = true
    let result = try shell.run(
      """
      let ada = insert Person(name: "Ada")
      let bob = insert Person(name: "Bob", boss: ada)
      insert Person(name: "Cy", boss: bob)
      save
      .export \(file) Person
      delete Person where name == "Ada"
      save
      .import \(file) Person
      save
      Person select name, boss.name
      """)

    #expect(result.status == .success, "\(result.errors)")
    #expect(
      result.output.hasSuffix(
        """
        {"name":"Bob","boss.name":null}
        {"name":"Cy","boss.name":"Bob"}
        {"name":"Ada","boss.name":null}
        {"name":"Bob","boss.name":"Ada"}
        {"name":"Cy","boss.name":"Bob"}

        """))
  }

  private static let people = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Person", attributes: [.init(name: "name", type: .text)],
      relationships: [
        .init(name: "boss", destination: "Person", isOptional: true, inverse: "staff"),
        .init(name: "staff", destination: "Person", isToMany: true, inverse: "boss"),
      ])
  ])

  /// Exports objects entity by entity, imports them into an empty store, and saves.
  private func copied(
    _ objects: [EntitySnapshot], _ schema: EntitySchema, _ form: RecordFileForm,
    _ folder: TemporaryFolder
  ) throws -> Contents {
    let shell = try ShellHarness()
    let session = shell.session
    let source = InMemoryStore(identifier: "generated", schema: schema, objects: objects)
    let copy = InMemoryStore(identifier: "copy", schema: schema)
    for (name, store) in [("source", source), ("copy", copy)] {
      try session.add(
        store, kind: "memory", name: name, location: StoreLocation(address: "in memory"))
    }
    for entity in schema.entities {
      let path = folder.path(of: "\(entity.name).\(form.rawValue)")
      let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: entity.name))
      try session.export(StoreQuery(query: query, store: "source"), ExportOptions(path: path))
      try session.importRecords(from: path, into: "copy::\(entity.name)", ImportOptions())
    }
    try session.save()
    return try Contents(of: copy)
  }
}

extension PersistentIdentifier {
  fileprivate func inStore(_ store: String) -> PersistentIdentifier {
    PersistentIdentifier(storeIdentifier: store, entityName: entity, primaryKey: primaryKey)
  }
}

extension ShellHarness {
  fileprivate func insertTrip(named name: String) throws {
    try session.perform(
      .insert("Trip", [.init(AttributePath("name"), .value(.text(name)))]), in: "trips")
  }
}
