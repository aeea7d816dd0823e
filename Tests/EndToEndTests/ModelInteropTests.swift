import LarderStores
import LarderTestSupport
import ModelFixtures
import SwiftData
import Testing

/// What the shell writes the models read, and the reverse, in the same file.
@Suite struct ModelInteropTests {
  enum Form: String, CaseIterable { case json, sqlite }

  private let program: Program

  init() throws { program = try Program() }

  private func configuration(_ form: Form) -> any DataStoreConfiguration {
    let url = URL(filePath: program.folder.path(of: file(form)))
    return form == .json ? JSONStoreConfiguration(url: url) : ModelConfiguration(url: url)
  }

  private func file(_ form: Form) -> String { "models.\(form)" }

  private func makeContext(
    _ form: Form, _ types: any PersistentModel.Type...
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(types), configurations: [configuration(form)]))
  }

  /// Runs statements in the shell on the file, and returns what they print.
  private func shell(
    _ form: Form, _ statements: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let run = try program.larder(file(form), input: statements)
    #expect(run.status == 0, "\(run.errors)", sourceLocation: sourceLocation)
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: Form.allCases)
  func theShellReadsAttributesOfEveryType(_ form: Form) throws {
    let context = try makeContext(form, Specimen.self)
    context.insert(Specimen.full)
    try context.save()

    let lines = try shell(
      form,
      """
      Specimen select name, flag, count, small, large, real, single, price
      Specimen select made, code, bytes, page, kind, grade
      Specimen select words, numbers, place.plot.owner
      Specimen where maybeFlag == false && maybeCount == 0 && maybeText == "" select maybeReal, maybePrice, maybeDate, maybeCode, maybeBytes, maybeKind, maybeWords
      count Specimen where made > @2023-03-08 && made < @2023-03-09 && price > 1234567890123
      count Specimen where kind == "shell" && grade == 1 && place.town == "Oslo" && code == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      """)
    // Texts compare by what they mean: an accent may stand apart.
    #expect(
      lines.joined(separator: "\n") == #"""
        {"name":"Håkon \"the\" 🦴 é\n\tline two \\ 'q'","flag":true,"count":-9223372036854775808,"small":-128,"large":4294967295,"real":0.1,"single":1.5,"price":1234567890123.4567}
        {"made":"2023-03-08T20:26:40.125Z","code":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","bytes":{"$base64":"AAH/gA=="},"page":"https://example.com/a?b=c","kind":"shell","grade":1}
        {"words":["a","","æ,b"],"numbers":[3,-1],"place.plot.owner":"Åse"}
        {"maybeReal":-2.0,"maybePrice":-0.01,"maybeDate":"1970-01-01T00:00:00Z","maybeCode":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","maybeBytes":{"$base64":""},"maybeKind":"bone","maybeWords":[]}
        {"count":1}
        {"count":1}
        """#)
  }

  @Test(arguments: Form.allCases)
  func modelsReadWhatTheShellInserts(_ form: Form) throws {
    try makeContext(form, Specimen.self).save()
    _ = try shell(form, Self.insertion)

    let found = try makeContext(form, Specimen.self).fetch(
      FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.values) == [Specimen(name: "Bare").values, Specimen.full.values])
  }

  private static let insertion = #"""
    insert Specimen(name: "Bare", flag: false, count: 0, small: 0, large: 0, real: 0.0, single: 0.0, price: 0, made: @2001-01-01, code: "00000000-0000-0000-0000-000000000000", bytes: "", kind: "stone", grade: 0, words: [], numbers: [], marks: [], scores: {})
    insert Specimen {"name": "Håkon \"the\" 🦴 e\u{301}\n\tline two \\ 'q'", "flag": true, "count": -9223372036854775808, "small": -128, "large": 4294967295, "real": 0.1, "single": 1.5, "price": 1234567890123.4567, "made": @2023-03-08T20:26:40.125Z, "code": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "bytes": "AAH/gA==", "page": "https://example.com/a?b=c", "kind": "shell", "grade": 1, "words": ["a", "", "æ,b"], "numbers": [3, -1], "place": {"town": "Oslo", "since": @2001-01-02T00:00:00.5Z, "plot": {"number": 4, "owner": "Åse"}}, "marks": [{"text": "x", "seal": "Bwg=", "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}, {"text": "", "seal": "", "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}], "scores": {"one": 1, "two": -2}, "maybeFlag": false, "maybeCount": 0, "maybeReal": -2.0, "maybePrice": -0.01, "maybeText": "", "maybeCode": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "maybeBytes": "", "maybeDate": @1970-01-01, "maybeKind": "bone", "maybeWords": []}
    save
    """#

  @Test(arguments: Form.allCases)
  func theShellFollowsRelationshipsOfEveryKind(_ form: Form) throws {
    let context = try makeContext(form, Farm.self, Animal.self, Dog.self)
    context.insert(Farm.sample)
    try context.save()

    let lines = try shell(
      form,
      """
      Farm select name, owner.name, deed.number, animals.count, workers.count
      Animal sort by name select name, home.name, mother.name, young.count
      Dog sort by name select name, tricks, master.name
      Person sort by name select name, farms.count, friends.count
      count Farm where animals.contains { $0.name == "Bess" }
      """)
    expectText(
      lines.joined(separator: "\n"),
      """
      {"name":"Hill","owner.name":"Ada","deed.number":7,"animals.count":3,"workers.count":2}
      {"name":"Bess","home.name":"Hill","mother.name":null,"young.count":0}
      {"name":"Rex","home.name":"Hill","mother.name":null,"young.count":1}
      {"name":"Tip","home.name":"Hill","mother.name":"Rex","young.count":0}
      {"name":"Rex","tricks":["sit","røll"],"master.name":"Ben"}
      {"name":"Tip","tricks":[],"master.name":null}
      {"name":"Ada","farms.count":1,"friends.count":1}
      {"name":"Ben","farms.count":1,"friends.count":0}
      {"count":1}
      """)
  }

  @Test(arguments: Form.allCases)
  func modelsFollowWhatTheShellConnects(_ form: Form) throws {
    let first = try makeContext(form, Farm.self, Animal.self, Dog.self)
    first.insert(Farm.sample)
    try first.save()
    _ = try shell(
      form,
      """
      let dale = insert Farm(name: "Dale")
      let rex = first Dog where name == "Rex"
      let ada = first Person where name == "Ada"
      let title = insert Deed(number: 9)
      rex.home = dale
      rex.mother = first Animal where name == "Bess"
      dale.workers.append(ada)
      dale.owner = ada
      dale.deed = title
      insert Dog(name: "Zoë", age: 2, tricks: ["røll"], master: ada, home: dale)
      delete Dog where name == "Tip"
      save
      """)

    let context = try makeContext(form, Farm.self, Animal.self, Dog.self)
    let dale = try #require(
      try context.fetch(FetchDescriptor<Farm>(predicate: #Predicate { $0.name == "Dale" })).first)
    #expect(Set(dale.animals.map(\.name)) == ["Rex", "Zoë"])
    #expect(dale.workers.map(\.name) == ["Ada"])
    #expect(Set(dale.workers.first?.farms.map(\.name) ?? []) == ["Hill", "Dale"])
    #expect(dale.owner?.name == "Ada")
    #expect(dale.deed?.number == 9 && dale.deed?.farm === dale)
    let dogs = try context.fetch(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)]))
    #expect(dogs.map(\.name) == ["Rex", "Zoë"])
    #expect(dogs.map(\.mother?.name) == ["Bess", nil])
    #expect(dogs.map(\.master?.name) == ["Ben", "Ada"])
    #expect(dogs.first?.mother?.young.map(\.name) == ["Rex"])
  }
}
