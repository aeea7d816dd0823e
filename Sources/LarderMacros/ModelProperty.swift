import SwiftSyntax

/// A stored property of a model that its store keeps.
struct ModelProperty {
  let name: String

  /// As written, or `nil` where it follows from the initial value.
  let type: TypeSyntax?
  let initialValue: ExprSyntax?

  /// The marker that says more of it, or `nil`.
  let marker: AttributeSyntax?

  /// The property that a declaration stands for; `nil` where no store keeps it.
  init?(_ variable: VariableDeclSyntax) {
    guard variable.isInstanceStored, !variable.hasMarker("Transient"),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    name = pattern.identifier.text
    type = binding.typeAnnotation?.type.trimmed
    initialValue = binding.initializer?.value.trimmed
    marker = variable.marker("Attribute") ?? variable.marker("Relationship")
  }

  /// The name without backticks, as a schema has it.
  var plainName: String { name.trimmingBackticks }

  /// The default as an expression of its own; `nil` where there is none that is the same each time.
  var defaultValue: String? {
    guard let initialValue, initialValue.isConstant else { return nil }
    return type.map { "(\(initialValue)) as \($0)" } ?? "\(initialValue)"
  }

  /// The marker as the schema's own type.
  func metadata(in module: String) -> String? {
    guard let marker else { return nil }
    let arguments = marker.arguments?.trimmedDescription ?? ""
    return "\(module).Schema.\(marker.markerName)(\(arguments))"
  }
}

extension String {
  var trimmingBackticks: String {
    hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
  }
}

extension ExprSyntax {
  /// Whether the expression has the same value whenever it is evaluated, by its look alone.
  fileprivate var isConstant: Bool {
    switch kind {
    case .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .nilLiteralExpr,
      .memberAccessExpr:
      return true
    case .stringLiteralExpr:
      return self.as(StringLiteralExprSyntax.self)?.segments
        .allSatisfy { $0.is(StringSegmentSyntax.self) } ?? false
    case .arrayExpr:
      return self.as(ArrayExprSyntax.self)?.elements.allSatisfy(\.expression.isConstant) ?? false
    case .prefixOperatorExpr:
      return self.as(PrefixOperatorExprSyntax.self)?.expression.isConstant ?? false
    default: return false
    }
  }
}

extension VariableDeclSyntax {
  /// Whether instances have storage for it; observers do not count as computing.
  var isInstanceStored: Bool {
    let isStatic = modifiers.contains {
      $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class)
    }
    return !isStatic && !isComputed
  }

  var isComputed: Bool {
    bindings.contains { binding in
      switch binding.accessorBlock?.accessors {
      case nil: false
      case .getter: true
      case .accessors(let list): !list.allSatisfy(\.isObserver)
      @unknown default: true
      }
    }
  }

  var hasObservers: Bool {
    bindings.contains { binding in
      if case .accessors(let list) = binding.accessorBlock?.accessors {
        list.contains(where: \.isObserver)
      } else {
        false
      }
    }
  }

  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }

  var firstName: String {
    bindings.first?.pattern.trimmedDescription ?? ""
  }

  /// The marker of a name, qualified or not.
  func marker(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.markerName == name }
  }

  func hasMarker(_ name: String) -> Bool { marker(name) != nil }
}

extension AccessorDeclSyntax {
  fileprivate var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet)
      || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension AttributeSyntax {
  /// The last part of the name: `Attribute` for `@SwiftData.Attribute`.
  var markerName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}
