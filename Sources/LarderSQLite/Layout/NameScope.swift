/// Gives out names that SQL can tell apart: it takes names for one that differ in ASCII case alone.
struct NameScope {
  private var taken: [String] = []

  init(reserved: [String] = []) { taken = reserved }

  /// The name wanted, or the same with a number.
  mutating func take(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while taken.contains(where: { $0.isSameSQLName(as: name) }) {
      name = "\(wanted)_\(number)"
      number += 1
    }
    taken.append(name)
    return name
  }

  /// A name for a table: SQLite keeps those that begin with `sqlite_` for itself, we `larder_`.
  mutating func takeTable(_ wanted: String) -> String {
    let isReserved = ["sqlite_", "larder_"].contains { prefix in
      String(decoding: wanted.utf8.prefix(prefix.utf8.count), as: UTF8.self)
        .isSameSQLName(as: prefix)
    }
    return take(isReserved ? "entity_\(wanted)" : wanted.isEmpty ? "entity" : wanted)
  }
}
