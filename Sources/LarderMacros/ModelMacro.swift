import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a class a model.
enum ModelMacro {
  /// The module that the generated code names.
  static let module = "Larder"

  /// Names that the model plane itself needs, or that would hide what printing a model says.
  private static let reservedNames: Set<String> = [
    "description", "hash", "hashValue", "hasChanges", "isDeleted", "modelContext",
    "persistentBackingData", "persistentModelID",
  ]

  /// The class that the macro stands at; `nil`, with a diagnostic, for anything else.
  static func modelClass(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) -> ClassDeclSyntax? {
    if let model = declaration.as(ClassDeclSyntax.self) { return model }
    if let structure = declaration.as(StructDeclSyntax.self) {
      let keyword = structure.structKeyword
      let replacement = keyword.with(\.tokenKind, .keyword(.class))
      context.report(
        .notAClass("a struct"), at: keyword,
        fix: ("make it a class", keyword, replacement))
    } else {
      let kind = declaration.is(EnumDeclSyntax.self) ? "an enum" : "an actor"
      context.report(.notAClass(kind), at: node)
    }
    return nil
  }

  static func properties(of model: ClassDeclSyntax) -> [ModelProperty] {
    model.memberBlock.members.compactMap { member in
      member.decl.as(VariableDeclSyntax.self).flatMap { ModelProperty($0) }
    }
  }

  /// Reports every property that cannot be persisted as it is declared.
  static func check(_ model: ClassDeclSyntax, _ context: some MacroExpansionContext) {
    for member in model.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstanceStored,
        !variable.hasMarker("Transient")
      else { continue }
      check(variable, context)
    }
    for name in ["Unique", "Index"] {
      for repeated in expansions(of: name, in: model).dropFirst() {
        context.report(.repeated(name), at: repeated)
      }
    }
  }

  private static func check(
    _ variable: VariableDeclSyntax, _ context: some MacroExpansionContext
  ) {
    let name = variable.firstName
    guard variable.bindings.count == 1, let binding = variable.bindings.first else {
      return context.report(.severalBindings, at: variable.bindings)
    }
    if variable.isConstant {
      let keyword = variable.bindingSpecifier
      context.report(
        .constant(name), at: keyword,
        fix: ("declare it with 'var'", keyword, keyword.with(\.tokenKind, .keyword(.var))))
    } else if variable.hasModifier(.lazy) {
      context.report(.lazy(name), at: variable)
    } else if variable.hasObservers {
      context.report(.observed(name), at: binding.pattern)
    } else if reservedNames.contains(name.trimmingBackticks) {
      context.report(.reservedName(name), at: binding.pattern)
    } else if binding.typeAnnotation == nil, binding.initializer == nil {
      context.report(.untyped(name), at: binding.pattern)
    }
  }

  /// The uses of `#Unique` or `#Index` in a class.
  static func expansions(
    of name: String, in model: ClassDeclSyntax
  ) -> [MacroExpansionDeclSyntax] {
    model.memberBlock.members.compactMap { member in
      member.decl.as(MacroExpansionDeclSyntax.self).flatMap {
        $0.macroName.text == name ? $0 : nil
      }
    }
  }
}
