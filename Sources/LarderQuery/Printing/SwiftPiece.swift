/// Swift for a value, in the forms that its use may need.
struct SwiftPiece {
  /// As it is, an `Optional` where `isOptional`; `nil` where there is no such form, as for a sum of
  /// optionals.
  var optionalText: QueryPiece?

  /// The value itself; a program would stop here if one of the guards were nil.
  var unwrapped: QueryPiece

  /// Optionals that must not be nil for the unwrapped form.
  var guards: [String] = []
  var type: PathType

  /// What stands before a dot after the optional text: `?`, or nothing where an optional chain goes on.
  var chainMark = "?"

  /// It was written as a literal, which takes the type of what it meets.
  var isLiteral = false

  var isOptional: Bool { !guards.isEmpty }

  /// A value that is never nil.
  init(_ piece: QueryPiece, _ type: PathType, isLiteral: Bool = false) {
    optionalText = piece
    unwrapped = piece
    self.type = type
    self.isLiteral = isLiteral
  }

  /// The text of a value that can be nil, and the text of the value itself.
  init(
    optional: QueryPiece, unwrapped: QueryPiece, _ type: PathType, chainMark: String = "?"
  ) {
    optionalText = optional
    self.chainMark = chainMark
    self.unwrapped = unwrapped
    guards = [optional.tight(.range)]
    self.type = type
  }

  /// Something made of values that must not be nil.
  init(_ piece: QueryPiece, of parts: [SwiftPiece], _ type: PathType) {
    guards = parts.reduce(into: []) { guards, part in
      guards += part.guards.filter { !guards.contains($0) }
    }
    unwrapped = piece
    optionalText = guards.isEmpty ? piece : nil
    self.type = type
  }

  /// The value as the base or the argument of a call; `nil` where there is no such form.
  ///
  /// The macro spreads an optional chain over the call around it, which then has another type.
  var callable: QueryPiece? { unwrapped.text.contains("?.") ? nil : unwrapped }

  var text: String { (optionalText ?? unwrapped).text }
}

extension [SwiftPiece] {
  /// A condition on the unwrapped forms, behind a test that none of them is nil.
  func guarded(_ condition: QueryPiece) -> QueryPiece {
    var guards: [String] = []
    for piece in self { guards += piece.guards.filter { !guards.contains($0) } }
    guard !guards.isEmpty else { return condition }
    let tests = guards.map { $0 + " != nil" } + [condition.tight(.comparison)]
    return QueryPiece(tests.joined(separator: " && "), .conjunction)
  }
}
