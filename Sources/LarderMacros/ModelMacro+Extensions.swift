import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self) else { return [] }
    let missing = Set(protocols.map(\.trimmedDescription))
    var extensions: [DeclSyntax] = []
    for (name, qualified) in [
      ("PersistentModel", "\(module).PersistentModel"), ("Observable", "Observation.Observable"),
    ] where missing.contains(where: { $0 == name || $0.hasSuffix(".\(name)") }) {
      extensions.append("extension \(type.trimmed): \(raw: qualified) {}")
    }
    if missing.contains(where: { $0.hasSuffix("Sendable") }) {
      extensions.append(
        """
        @available(*, unavailable, message: "a model belongs to its context; send its persistentModelID instead, or use a ModelActor")
        extension \(type.trimmed): Sendable {}
        """)
    }
    return extensions.compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}
