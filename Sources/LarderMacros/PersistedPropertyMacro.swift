import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Lets a property read and write its model's backing data.
enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = ModelProperty(variable)
    else { return [] }
    let name = property.name
    let infix = property.isTransformable ? "Transformable" : ""
    return [
      """
      @storageRestrictions(accesses: _$backingData, initializes: _\(raw: property.plainName))
      init(initialValue) {
        _$backingData.set\(raw: infix)Value(forKey: \\.\(raw: name), to: initialValue)
        _\(raw: property.plainName) = _SwiftDataNoType()
      }
      """,
      """
      get {
        self.noteAccess(to: \\.\(raw: name))
        return self.get\(raw: infix)Value(forKey: \\.\(raw: name))
      }
      """,
      """
      set {
        self.mutating(\\.\(raw: name)) {
          self.set\(raw: infix)Value(forKey: \\.\(raw: name), to: newValue)
        }
      }
      """,
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = ModelProperty(variable)
    else { return [] }
    return [
      """
      @\(raw: ModelMacro.module).Transient
      private var _\(raw: property.plainName): _SwiftDataNoType
      """
    ]
  }
}

extension ModelProperty {
  /// Whether the value goes through a transformer of the app's own.
  fileprivate var isTransformable: Bool {
    marker?.arguments?.trimmedDescription.contains(".transformable(") ?? false
  }
}
