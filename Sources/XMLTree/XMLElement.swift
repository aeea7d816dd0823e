/// An element of an XML document: what the formats of property lists and models use of it.
package struct XMLElement: Hashable, Sendable {
  package var name: String
  package var attributes: [String: String] = [:]
  package var children: [XMLElement] = []

  /// The text directly inside, without that of the children.
  package var text = ""

  package init(name: String) { self.name = name }

  /// The children with a name.
  package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// Whether an attribute says `YES`.
  package func isSet(_ attribute: String) -> Bool { attributes[attribute] == "YES" }
}

/// Why a text is no XML document that can be read here.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  package var problem: String

  /// The byte at fault, from 0.
  package var offset: Int

  package var description: String { "\(problem) at byte \(offset)" }
}
