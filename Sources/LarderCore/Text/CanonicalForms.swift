/// All texts that are canonically equivalent to one whose letters are ASCII, Latin-1 or Cyrillic.
///
/// A database or a service compares characters, a condition here compares canonically: it goes down where every
/// form that the store might hold can be named.
package enum CanonicalForms {
  /// A mark, the letters that it stands on, and the letters that stand for both.
  private static let marked: [(mark: Unicode.Scalar, letters: String, whole: String)] = [
    ("\u{300}", "AEIOUaeiouЕИеи", "ÀÈÌÒÙàèìòùЀЍѐѝ"),
    ("\u{301}", "AEIOUYaeiouyГКгк", "ÁÉÍÓÚÝáéíóúýЃЌѓќ"),
    ("\u{302}", "AEIOUaeiou", "ÂÊÎÔÛâêîôû"),
    ("\u{303}", "ANOano", "ÃÑÕãñõ"),
    ("\u{306}", "УИиу", "ЎЙйў"),
    ("\u{308}", "AEIOUaeiouyЕІеі", "ÄËÏÖÜäëïöüÿЁЇёї"),
    ("\u{30A}", "Aa", "Åå"),
    ("\u{327}", "Cc", "Çç"),
  ]

  /// ASCII characters and letters that are the canonical form of another character as well: the Kelvin and
  /// the Angstrom sign, the Greek question mark, the Greek varia.
  private static let singletons: [Unicode.Scalar: Unicode.Scalar] = [
    "K": "\u{212A}", "Å": "\u{212B}", ";": "\u{37E}", "`": "\u{1FEF}",
  ]

  /// The forms of letters with marks, the letter itself first.
  private static let decomposed: [Unicode.Scalar: String] = marked.reduce(into: [:]) {
    forms, entry in
    for (letter, whole) in zip(entry.letters.unicodeScalars, entry.whole.unicodeScalars) {
      forms[whole] = String(String.UnicodeScalarView([letter, entry.mark]))
    }
  }

  /// The forms of one character, itself first; `nil` for one of which they are not known.
  package static func forms(of scalar: Unicode.Scalar) -> [String]? {
    switch scalar.value {
    case 0..<0x80, 0xC0...0xFF, 0x400...0x45F: break
    default: return nil
    }
    return [String(scalar)] + (singletons[scalar].map { [String($0)] } ?? [])
      + (decomposed[scalar].map { [$0] } ?? [])
  }
}

extension String {
  /// All texts that are canonically equivalent, itself first; `nil` where they are not known, or too many.
  ///
  /// No two characters of those that are known belong together, so each has its forms by itself.
  package var canonicalForms: [String]? {
    var found = [""]
    for scalar in unicodeScalars {
      guard let forms = CanonicalForms.forms(of: scalar), found.count * forms.count <= 8 else {
        return nil
      }
      found = forms.flatMap { form in
        found.map { String(String.UnicodeScalarView($0.unicodeScalars) + form.unicodeScalars) }
      }
    }
    return found
  }
}
