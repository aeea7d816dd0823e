@testable import LarderMacros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// What the macros make of a source, and what they say of it.
struct Expansion {
  let text: String

  /// `line:column: message`, in the order in which they were reported.
  let diagnostics: [String]

  /// The words of the repairs that are offered.
  let fixIts: [String]

  /// Expands every macro; `conformances` are those that a model's class does not have yet.
  init(_ source: String, conformances: [String] = ["PersistentModel", "Observable", "Sendable"]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "App", fullFilePath: "App.swift")])
    let types = conformances.map { TypeSyntax(IdentifierTypeSyntax(name: .identifier($0))) }
    var specs: [String: MacroSpec] = [:]
    for (name, type) in Plugin.macros {
      let plain = String(name.dropLast("Macro".count))
      specs[plain == "PersistedProperty" ? "_PersistedProperty" : plain] = MacroSpec(
        type: type, conformances: types)
    }
    let expanded = file.expand(
      macroSpecs: specs,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      })
    text = expanded.description
    diagnostics = context.diagnostics.map { diagnostic in
      let place = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "App.swift")
      return "\(place.line):\(place.column): \(diagnostic.message)"
    }
    fixIts = context.diagnostics.flatMap(\.fixIts).map(\.message.message)
  }
}
