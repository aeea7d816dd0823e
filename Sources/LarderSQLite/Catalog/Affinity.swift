/// The kind of value that a column prefers, by SQLite's rules for declared types.
package enum Affinity: Sendable {
  case integer, real, numeric, text
  /// Takes every value as it is.
  case none

  package init(declaredType: String, isStrict: Bool) {
    let type = declaredType.uppercased()
    if isStrict && type == "ANY" {
      self = .none
    } else if type.contains("INT") {
      self = .integer
    } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .none
    } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// Turns text that looks like a number into one, in a comparison too.
  package var isNumeric: Bool { self == .integer || self == .real || self == .numeric }
}
