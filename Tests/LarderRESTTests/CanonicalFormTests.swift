import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

@Suite struct CanonicalFormTests {
  /// Of every character that there is.
  @Test func noOtherCharacterIsEquivalentToOneThatIsKnown() {
    let known = (UInt32(0)...0x45F).compactMap(Unicode.Scalar.init)
      .filter { CanonicalForms.forms(of: $0) != nil }
    let forms = Dictionary(grouping: known) { String($0) }
    var found: [Unicode.Scalar: Set<[Unicode.Scalar]>] = [:]
    for scalar in (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init) {
      for one in forms[String(scalar)] ?? [] { found[one, default: []].insert([scalar]) }
    }

    for scalar in known {
      let own = (CanonicalForms.forms(of: scalar) ?? []).map { Array($0.unicodeScalars) }
      #expect(own.allSatisfy { String(String.UnicodeScalarView($0)) == String(scalar) })
      #expect(Set(own.filter { $0.count == 1 }) == found[scalar] ?? [], "\(scalar)")
    }
  }

  @Test(
    arguments: [
      ("", 1), ("Ada", 1), ("Kelvin", 2), ("семь", 1), ("Эйлер", 2), ("Ångström", 6), ("Łódź", nil),
      ("日本語", nil), ("e\u{301}mil", nil), ("éàüö", nil), ("straße", 1), ("👍", nil),
    ] as [(String, Int?)])
  func aTextHasSoManyForms(_ text: String, _ count: Int?) {
    let forms = text.canonicalForms

    #expect(forms?.count == count)
    #expect(forms.map { Set($0.map { Array($0.utf8) }).count } == count)
    #expect(forms?.allSatisfy { $0 == text } ?? true)
    #expect(forms?.first.map { Array($0.utf8) } ?? Array(text.utf8) == Array(text.utf8))
  }

  @Test func everyFormIsAskedFor() throws {
    let odata = try RESTFixtures.dialect("odata")
    let name = RESTFixtures.path("name")

    #expect(
      try RESTFixtures.filter(.comparison(.equal, name, .value(.text("émil"))), odata)
        == "$filter=name in ('émil','e\u{301}mil')")
    #expect(
      try RESTFixtures.filter(.comparison(.notEqual, name, .value(.text("семь"))), odata)
        == "$filter=name ne 'семь'")
    #expect(
      try RESTFixtures.filter(.text(.hasPrefix, [], name, .value(.text("сем"))), odata)
        == "$filter=startswith(name,'сем') (superset)")
    #expect(
      try RESTFixtures.filter(.text(.contains, [], name, .value(.text("é"))), odata)
        == "refused: the service does not know texts that are canonically equivalent")
  }
}

/// Names with letters beyond ASCII, in either form, of real servers.
@Suite(.serialized, .enabled(if: RESTServer.areInstalled)) struct LiveCanonicalTests {
  @Test(arguments: LiveService.all)
  func foundAsInMemory(_ service: LiveService) throws {
    let comparison = try ReadingComparison(service)
    let name: AttributeName = service.kind == .odata ? "Name" : "name"
    let path = EntityExpression.path(AttributePath(name))
    for text in ["émil", "e\u{301}mil", "Émile", "семь", "straße", "СЕМЬ", "ос", "İstanbul", "日本語"]
    {
      let value = EntityExpression.value(.text(text))
      let predicates: [EntityPredicate] = [
        .comparison(.equal, path, value), .comparison(.notEqual, path, value),
        .text(.contains, [], path, value), .text(.hasPrefix, [], path, value),
        .membership(path, in: .value(.array([.text(text), .text("a,b")]))),
      ]
      for predicate in predicates {
        try comparison.compare(
          EntityFetchDescriptor(entity: service.people, predicate: predicate), "\(text)")
      }
    }
    #expect(comparison.store.memory.notes.isEmpty)
  }
}
