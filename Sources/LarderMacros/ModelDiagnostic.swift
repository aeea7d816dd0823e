import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What is wrong with a use of the macros, in words for whoever wrote it.
struct ModelDiagnostic: DiagnosticMessage {
  let message: String
  let identifier: String

  var diagnosticID: MessageID { MessageID(domain: "LarderMacros", id: identifier) }
  var severity: DiagnosticSeverity { .error }

  private init(_ identifier: String, _ message: String) {
    self.identifier = identifier
    self.message = message
  }
}

extension ModelDiagnostic {
  static func notAClass(_ kind: String) -> Self {
    Self("not-a-class", "'@Model' can only be applied to a class, not to \(kind)")
  }

  static func notAnActor(_ macro: String) -> Self {
    Self("not-an-actor", "'@\(macro)' can only be applied to an actor")
  }

  static func constant(_ name: String) -> Self {
    Self("constant", "the persisted property '\(name)' must be declared with 'var'")
  }

  static func reservedName(_ name: String) -> Self {
    Self("reserved-name", "a persisted property cannot be named '\(name)'")
  }

  static func untyped(_ name: String) -> Self {
    Self("untyped", "the persisted property '\(name)' needs a type or an initial value")
  }

  static func observed(_ name: String) -> Self {
    Self(
      "observed",
      "the persisted property '\(name)' cannot have observers; mark it '@Transient' to leave it out"
    )
  }

  static func lazy(_ name: String) -> Self {
    Self(
      "lazy",
      "the persisted property '\(name)' cannot be lazy; mark it '@Transient' to leave it out")
  }

  static let severalBindings = Self(
    "several-bindings", "each persisted property needs a declaration of its own")

  static func computed(_ macro: String, _ name: String) -> Self {
    Self("computed", "'@\(macro)' cannot be applied to the computed property '\(name)'")
  }

  static func notAProperty(_ macro: String) -> Self {
    Self("not-a-property", "'@\(macro)' can only be applied to a stored property of a model")
  }

  static func exclusive(_ first: String, _ second: String) -> Self {
    Self("exclusive", "'@\(first)' and '@\(second)' cannot be applied to the same property")
  }

  static func transientWithoutValue(_ name: String) -> Self {
    Self(
      "transient-without-value", "the transient property '\(name)' needs an initial value")
  }

  static func outsideModel(_ macro: String) -> Self {
    Self("outside-model", "'#\(macro)' can only stand inside a class marked '@Model'")
  }

  static func repeated(_ macro: String) -> Self {
    Self("repeated", "'#\(macro)' can stand only once in a model; give it several arrays instead")
  }
}

/// Words for the button that repairs a problem.
struct ModelFixIt: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "LarderMacros", id: message) }
}

extension MacroExpansionContext {
  /// Reports a problem at a node, with one replacement that would repair it.
  func report(
    _ diagnostic: ModelDiagnostic, at node: some SyntaxProtocol,
    fix: (message: String, old: TokenSyntax, new: TokenSyntax)? = nil
  ) {
    let fixIts = fix.map { fix in
      FixIt(
        message: ModelFixIt(message: fix.message),
        changes: [.replace(oldNode: Syntax(fix.old), newNode: Syntax(fix.new))])
    }
    diagnose(
      Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fixIts.map { [$0] } ?? []))
  }
}
