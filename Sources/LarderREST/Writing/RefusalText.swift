import JSONTree

/// What a service says when it refuses a write, in the forms that services have.
enum RefusalText {
  /// What it says of each member, and in general; cut short, empty where it says nothing.
  static func words(_ body: JSONNode) -> String {
    var parts = fields(body).map { "\($0.name): \($0.words)" }
    if let general = general(body), !parts.contains(where: { $0.contains(general) }) {
      parts.insert(general, at: 0)
    }
    let text = parts.joined(separator: "; ").map { $0.isNewline ? " " : $0 }
    return text.count > 300 ? String(text.prefix(300)) + "…" : String(text)
  }

  /// What it says of members of the object that was sent.
  static func fields(_ body: JSONNode) -> [(name: String, words: String)] {
    guard case .object(let members) = body else { return [] }
    if case .object(let data)? = body.member("data") { return data.compactMap(named) }
    if case .array(let errors)? = body.member("errors") { return errors.compactMap(pointed) }
    if case .array(let details)? = body.member("details") { return details.compactMap(located) }
    // Django REST framework: nothing but members and lists of sentences.
    return members.compactMap { member in
      guard case .array(let texts) = member.value, member.name != "non_field_errors" else {
        return nil
      }
      let words = texts.compactMap(\.plainText)
      return words.isEmpty ? nil : (member.name, words.joined(separator: " "))
    }
  }

  /// PocketBase: `{"name": {"code": …, "message": …}}`.
  private static func named(_ member: JSONNode.Member) -> (name: String, words: String)? {
    member.value.member("message")?.plainText.map { (member.name, $0) }
  }

  /// JSON:API: `{"detail": …, "source": {"pointer": "/data/attributes/name"}}`.
  private static func pointed(_ error: JSONNode) -> (name: String, words: String)? {
    guard let pointer = error.member(at: ["source", "pointer"])?.plainText,
      let name = pointer.split(separator: "/").last,
      let words = (error.member("detail") ?? error.member("title"))?.plainText
    else { return nil }
    return (String(name), words)
  }

  /// Kinto: `{"name": …, "description": …}`.
  private static func located(_ detail: JSONNode) -> (name: String, words: String)? {
    guard let name = detail.member("name")?.plainText, !name.isEmpty,
      let words = detail.member("description")?.plainText
    else { return nil }
    return (name, words)
  }

  private static func general(_ body: JSONNode) -> String? {
    let direct = ["message", "detail", "reason"].compactMap { body.member($0)?.plainText }.first
    if let direct { return direct }
    if let text = body.member(at: ["error", "message"])?.plainText { return text }
    if let text = body.member("error")?.plainText { return text }
    let lists = ["errors", "non_field_errors"].compactMap { body.member($0) }
    for element in lists.flatMap(\.elements) {
      let text =
        element.plainText ?? (element.member("detail") ?? element.member("title"))?.plainText
      if let text { return text }
    }
    return body.plainText
  }
}
