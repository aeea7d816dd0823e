import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      ModelProperty(variable) != nil, variable.isPersistable
    else { return [] }
    return ["@\(raw: module)._PersistedProperty"]
  }
}

extension VariableDeclSyntax {
  /// Whether accessors can be added; what cannot has a diagnostic of its own.
  fileprivate var isPersistable: Bool { !isConstant && !hasObservers && !hasModifier(.lazy) }
}
