import Testing

@Suite struct ExpansionTests {
  @Test(arguments: [
    ("var name: String", #"PropertyMetadata(name: "name", keypath: \Trip.name)"#),
    (
      "var price: Double = 1.5",
      #"PropertyMetadata(name: "price", keypath: \Trip.price, defaultValue: (1.5) as Double)"#
    ),
    (
      "var start: Date = Date()", #"PropertyMetadata(name: "start", keypath: \Trip.start)"#
    ),
    (
      "var mood = Mood.calm",
      #"PropertyMetadata(name: "mood", keypath: \Trip.mood, defaultValue: Mood.calm)"#
    ),
    (
      "@Attribute(.unique, originalName: \"key\") var code: Int",
      """
      PropertyMetadata(name: "code", keypath: \\Trip.code, \
      metadata: Larder.Schema.Attribute(.unique, originalName: "key"))
      """
    ),
    (
      "@Relationship(deleteRule: .cascade, inverse: \\Stay.trip) var stays: [Stay] = []",
      """
      PropertyMetadata(name: "stays", keypath: \\Trip.stays, defaultValue: ([]) as [Stay], \
      metadata: Larder.Schema.Relationship(deleteRule: .cascade, inverse: \\Stay.trip))
      """
    ),
    ("var `class`: Int", #"PropertyMetadata(name: "class", keypath: \Trip.`class`)"#),
    (
      "#Unique<Trip>([\\.a], [\\.b, \\.c])",
      """
      PropertyMetadata(name: "#Unique", keypath: \\Trip.self, \
      metadata: Larder.Schema.Unique<Trip>([\\.a], [\\.b, \\.c]))
      """
    ),
  ])
  func aPropertyIsARowOfTheMetadata(_ property: String, _ row: String) {
    let expansion = Expansion("@Model\nfinal class Trip {\n  \(property)\n}")
    #expect(expansion.text.contains(row))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(arguments: ["@Transient var taps = 0", "static var count = 0", "var title: Int { 1 }"])
  func otherPropertiesStayAsTheyAre(_ property: String) {
    let text = Expansion("@Model\nfinal class Trip {\n  \(property)\n}").text
    #expect(text.contains("[]"))
    #expect(!text.contains("_PersistedProperty"))
  }

  @Test func aPropertyReadsAndWritesTheBackingData() {
    let text = Expansion("final class Trip {\n  @_PersistedProperty var name: String\n}").text
    #expect(text.contains("@storageRestrictions(accesses: _$backingData, initializes: _name)"))
    #expect(text.contains(#"return self.getValue(forKey: \.name)"#))
    #expect(text.contains(#"self.setValue(forKey: \.name, to: newValue)"#))
    #expect(text.contains("private var _name: _SwiftDataNoType"))
  }

  @Test func everyPropertyGetsAccessors() {
    let text = Expansion("@Model\nfinal class Trip {\n  var name: String\n}").text
    #expect(text.contains("@Larder._PersistedProperty"))
  }

  @Test func theMembersOfAPublicModelArePublic() {
    let text = Expansion("@Model\npublic class Trip {\n  var name: String\n}").text
    #expect(text.contains("public class var schemaMetadata"))
    #expect(text.contains("public required init(backingData: any Larder.BackingData<Trip>)"))
    #expect(text.contains("public var persistentBackingData"))
  }

  @Test func aModelBelowAnotherOnlyAddsItsOwn() {
    let text = Expansion("@Model\nclass Tour: Trip {\n  var seats: Int\n}", conformances: []).text
    #expect(text.contains("override class var schemaMetadata"))
    #expect(text.contains("static func schemaMetadata<_Model: Tour>("))
    #expect(text.contains("super.schemaMetadata(for: type) + ["))
    #expect(text.contains(#"keypath: \_Model.seats"#))
    #expect(text.contains("super.identityKeyPaths"))
    #expect(!text.contains("_$observationRegistrar ="))
    #expect(!text.contains("extension Tour"))
  }

  @Test func aFinalModelBelowAnotherMakesRowsForItself() {
    let source = "@Model\nfinal class Tour: Trip {\n  var seats: Int\n}"
    let text = Expansion(source, conformances: []).text
    #expect(text.contains("super.schemaMetadata(for: Tour.self) + ["))
    #expect(text.contains(#"keypath: \Tour.seats"#))
    #expect(!text.contains("_Model"))
  }

  @Test func aModelConformsAndIsNotSendable() {
    let text = Expansion("@Model\nfinal class Trip {}").text
    #expect(text.contains("extension Trip: Larder.PersistentModel {"))
    #expect(text.contains("extension Trip: Observation.Observable {"))
    #expect(text.contains("@available(*, unavailable"))
  }
}
