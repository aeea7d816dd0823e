import LarderCore
import Testing

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
}
