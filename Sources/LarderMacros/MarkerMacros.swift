import SwiftSyntax
import SwiftSyntaxMacros

/// A marker that `@Model` reads; it checks where it stands and adds nothing.
private protocol PropertyMarkerMacro: PeerMacro {
  static var name: String { get }
  static var excluded: [String] { get }
}

extension PropertyMarkerMacro {
  /// The stored property that a marker stands at; `nil`, with a diagnostic, for anything else.
  static func storedProperty(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) -> VariableDeclSyntax? {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.report(.notAProperty(name), at: node)
      return nil
    }
    if variable.isComputed {
      context.report(.computed(name, variable.firstName), at: node)
      return nil
    }
    for other in excluded where variable.hasMarker(other) {
      context.report(.exclusive(name, other), at: node)
    }
    return variable
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    _ = storedProperty(declaration, node, context)
    return []
  }
}

enum AttributeMacro: PropertyMarkerMacro {
  static let name = "Attribute"
  static let excluded = ["Relationship", "Transient"]
}

enum RelationshipMacro: PropertyMarkerMacro {
  static let name = "Relationship"
  static let excluded = ["Transient"]
}

enum TransientMacro: PropertyMarkerMacro {
  static let name = "Transient"
  static let excluded: [String] = []

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = storedProperty(declaration, node, context) else { return [] }
    for binding in variable.bindings where binding.lacksInitialValue {
      // What the macros generate is initialised by what they generate.
      guard !variable.firstName.hasPrefix("_") else { continue }
      context.report(
        .transientWithoutValue(binding.pattern.trimmedDescription), at: binding.pattern)
    }
    return []
  }
}

extension PatternBindingSyntax {
  fileprivate var lacksInitialValue: Bool {
    guard initializer == nil, let type = typeAnnotation?.type else { return false }
    return !type.is(OptionalTypeSyntax.self)
      && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      && !type.trimmedDescription.hasPrefix("Optional<")
  }
}

/// A declaration that `@Model` reads; it checks where it stands and adds nothing.
private protocol SchemaMarkerMacro: DeclarationMacro {
  static var name: String { get }
}

extension SchemaMarkerMacro {
  static func checkPlace(
    _ node: some FreestandingMacroExpansionSyntax, _ context: some MacroExpansionContext
  ) {
    let surroundings = context.lexicalContext.first
    let isModel =
      surroundings?.as(ClassDeclSyntax.self)?.attributes
      .contains { $0.as(AttributeSyntax.self)?.markerName == "Model" } ?? false
    if !isModel { context.report(.outsideModel(name), at: node) }
  }
}

enum UniqueMacro: SchemaMarkerMacro {
  static let name = "Unique"

  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    checkPlace(node, context)
    return []
  }
}

enum IndexMacro: SchemaMarkerMacro {
  static let name = "Index"

  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    checkPlace(node, context)
    return []
  }
}
