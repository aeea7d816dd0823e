import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives an actor a context of its own.
enum ModelActorMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      context.report(.notAnActor("ModelActor"), at: node)
      return []
    }
    let isPublic = actor.modifiers.contains { $0.name.tokenKind == .keyword(.public) }
    let access = isPublic ? "public " : ""
    let module = ModelMacro.module
    return [
      "\(raw: access)nonisolated let modelExecutor: any \(raw: module).ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: \(raw: module).ModelContainer",
      """
      \(raw: access)init(modelContainer: \(raw: module).ModelContainer) {
        let modelContext = \(raw: module).ModelContext(modelContainer)
        self.modelExecutor = \(raw: module).DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
      }
      """,
    ]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let conformance: DeclSyntax =
      "extension \(type.trimmed): \(raw: ModelMacro.module).ModelActor {}"
    return [conformance].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }
}
