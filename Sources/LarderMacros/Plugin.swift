@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// Serves the macros to a compiler that started this program.
@main struct Plugin: PluginProvider {
  static var macros: [String: any Macro.Type] {
    [
      "AttributeMacro": AttributeMacro.self,
      "IndexMacro": IndexMacro.self,
      "ModelActorMacro": ModelActorMacro.self,
      "ModelMacro": ModelMacro.self,
      "PersistedPropertyMacro": PersistedPropertyMacro.self,
      "RelationshipMacro": RelationshipMacro.self,
      "TransientMacro": TransientMacro.self,
      "UniqueMacro": UniqueMacro.self,
    ]
  }

  static func main() throws {
    let listener = CompilerPluginMessageListener(
      connection: StandardStreamConnection(), provider: Plugin())
    try listener.main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros[typeName] else { throw UnknownMacro(name: typeName) }
    return macro
  }

  func loadPluginLibrary(libraryPath: String, moduleName: String) throws {
    throw UnknownMacro(name: libraryPath)
  }

  var features: [PluginFeature] { [] }
}

/// The compiler asked for a macro that this program does not have.
private struct UnknownMacro: Error, CustomStringConvertible {
  let name: String

  var description: String { "LarderMacros has no macro `\(name)`" }
}
