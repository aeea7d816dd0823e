/// An element of an XML document: what the formats of property lists and models use of it.
struct XMLElement: Hashable, Sendable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []

  /// The text directly inside, without that of the children.
  var text = ""

  /// The children with a name.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// Whether an attribute says `YES`.
  func isSet(_ attribute: String) -> Bool { attributes[attribute] == "YES" }
}

/// Why a text is no XML document that can be read here.
struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  var problem: String

  /// The byte at fault, from 0.
  var offset: Int

  var description: String { "\(problem) at byte \(offset)" }
}
