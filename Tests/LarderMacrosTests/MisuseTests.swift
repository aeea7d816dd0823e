import Testing

@Suite struct MisuseTests {
  @Test(arguments: [
    ("@Model struct Trip {}", "1:8: '@Model' can only be applied to a class, not to a struct"),
    ("@Model enum Trip {}", "1:1: '@Model' can only be applied to a class, not to an enum"),
    ("@Model actor Trip {}", "1:1: '@Model' can only be applied to a class, not to an actor"),
    ("@ModelActor class Trip {}", "1:1: '@ModelActor' can only be applied to an actor"),
  ])
  func whatIsNoClassIsRefused(_ source: String, _ diagnostic: String) {
    #expect(Set(Expansion(source).diagnostics) == [diagnostic])
  }

  @Test(arguments: [
    ("let name: String", "3:3: the persisted property 'name' must be declared with 'var'"),
    (
      "lazy var name = 1",
      "3:3: the persisted property 'name' cannot be lazy; mark it '@Transient' to leave it out"
    ),
    ("var a: Int, b: Int", "3:7: each persisted property needs a declaration of its own"),
    (
      "var description: String",
      "3:7: a persisted property cannot be named 'description'"
    ),
    ("var name", "3:7: the persisted property 'name' needs a type or an initial value"),
    (
      "var name = 1 { didSet {} }",
      "3:7: the persisted property 'name' cannot have observers; mark it '@Transient' to leave it out"
    ),
    (
      "@Attribute(.unique) var name: Int { 1 }",
      "3:3: '@Attribute' cannot be applied to the computed property 'name'"
    ),
    (
      "@Relationship var trips: [Trip] { [] }",
      "3:3: '@Relationship' cannot be applied to the computed property 'trips'"
    ),
    (
      "@Attribute func go() {}",
      "3:3: '@Attribute' can only be applied to a stored property of a model"
    ),
    (
      "@Attribute @Relationship var trips: [Trip] = []",
      "3:3: '@Attribute' and '@Relationship' cannot be applied to the same property"
    ),
    ("@Transient var taps: Int", "3:18: the transient property 'taps' needs an initial value"),
  ])
  func aPropertyThatCannotBePersistedIsNamed(_ property: String, _ diagnostic: String) {
    let source = "@Model\nclass Trip {\n  \(property)\n}"
    #expect(Expansion(source).diagnostics.first == diagnostic)
  }

  @Test func constraintsOutsideAModelAreRefused() {
    let source = "class Trip {\n  #Unique<Trip>([\\.name])\n}"
    #expect(
      Expansion(source).diagnostics == [
        "2:3: '#Unique' can only stand inside a class marked '@Model'"
      ])
  }

  @Test func constraintsStandOnce() {
    let source = "@Model\nclass Trip {\n  #Index<Trip>([\\.a])\n  #Index<Trip>([\\.b])\n}"
    #expect(
      Expansion(source).diagnostics == [
        "4:3: '#Index' can stand only once in a model; give it several arrays instead"
      ])
  }

  @Test func repairsAreOffered() {
    #expect(Set(Expansion("@Model struct Trip {}").fixIts) == ["make it a class"])
    let constant = Expansion("@Model class Trip {\n  let name: String\n}")
    #expect(constant.fixIts == ["declare it with 'var'"])
  }

  @Test(arguments: [
    "static var count = 0", "var title: String { \"\" }", "@Transient var taps = 0",
    "@Transient var guide: Guide?", "func go() {}", "var name: String", "var tags: [String] = []",
  ])
  func whatIsRightIsNotComplainedAbout(_ member: String) {
    #expect(Expansion("@Model\nclass Trip {\n  \(member)\n}").diagnostics.isEmpty)
  }
}
