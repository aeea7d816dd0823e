/// The names that are taken, and what the next ones are called.
struct FreeNames {
  private var taken: Set<String>

  /// By name, the last number put behind it.
  private var suffixes: [String: Int] = [:]

  init(taken: Set<String> = []) { self.taken = taken }

  /// Takes a name where it is free, else the name with the first free number behind it, from 1.
  mutating func take(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var suffix = suffixes[name] ?? 0
    var free: String
    repeat {
      suffix += 1
      free = "\(name)\(suffix)"
    } while !taken.insert(free).inserted
    suffixes[name] = suffix
    return free
  }
}
