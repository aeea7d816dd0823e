/// What the code of an error means, and what to do about it.
struct ErrorHelp: Hashable, Sendable {
  let code: String
  let meaning: String
  let remedy: String

  init(_ code: String, _ meaning: String, _ remedy: String) {
    self.code = code
    self.meaning = meaning
    self.remedy = remedy
  }

  /// Every code that a message may have.
  static let all = query + stores + services + shell

  /// The entry of a code, in either case.
  static func named(_ code: String) -> ErrorHelp? {
    all.first { $0.code.lowercased() == code.lowercased() }
  }
}
