import LarderCore

/// Right and left sides of `=`.
extension StatementResolver {
  /// A property that can be written.
  struct Place {
    var path: AttributePath
    var type: ValueType
    /// `nil` for a relationship.
    var attribute: EntitySchema.Attribute?
    var span: Range<Int>

    /// A type that was inferred takes every value.
    var isInferred: Bool { attribute?.observation != nil }
  }

  mutating func assignments(
    _ syntaxes: [AssignmentSyntax], of entity: EntityName
  ) throws(Diagnostic) -> [EntityEdit.Assignment] {
    var seen: Set<AttributePath> = []
    return syntaxes.compactMap { syntax in
      collecting { (resolver) throws(Diagnostic) in
        let assignment = try resolver.assignment(syntax, of: entity)
        guard seen.insert(assignment.path).inserted else {
          throw Diagnostic(
            .repeatedClause, "`\(resolver.source.excerpt(syntax.path.span))` is set twice",
            at: syntax.path.span)
        }
        return assignment
      }
    }
  }

  private mutating func assignment(
    _ syntax: AssignmentSyntax, of entity: EntityName
  ) throws(Diagnostic) -> EntityEdit.Assignment {
    let place = try place(syntax.path, of: entity)
    var operand = try value(syntax.value, expecting: place.type)
    if let operation = syntax.operation.arithmetic {
      let current = Operand(
        expression: .path(place.path), type: place.type, span: place.span,
        attribute: place.attribute)
      let span = place.span.lowerBound..<operand.span.upperBound
      operand = try arithmetic(operation, current, operand, span)
    }
    return EntityEdit.Assignment(place.path, try converted(operand, to: place))
  }

  /// Through composites only: what a relationship leads to is another object.
  func place(_ path: PathSyntax, of entity: EntityName) throws(Diagnostic) -> Place {
    var operand = Operand(
      expression: .path(AttributePath([])), type: .object(entity), span: path.span)
    for (index, name) in path.names.enumerated() {
      if index > 0, case .object(let other) = operand.type {
        throw Diagnostic(
          .notWritable,
          "`\(source.excerpt(path.names[index - 1].span))` is another object: "
            + "its attributes are set on the \(other) itself", at: path.span)
      }
      operand = try step(from: operand.at(path.names[max(0, index - 1)].span), to: name)
      if operand.attribute?.isReadOnly == true {
        throw Diagnostic(.notWritable, "`\(name.text)` cannot be changed", at: name.span)
      }
    }
    return Place(
      path: operand.path ?? AttributePath([]), type: operand.type, attribute: operand.attribute,
      span: path.span)
  }

  /// The value as the attribute takes it: an integer becomes a real where one is declared.
  private func converted(
    _ operand: Operand, to place: Place
  ) throws(Diagnostic) -> EntityExpression {
    if case .duration = operand.type { throw strayDuration(operand.span) }
    try requireAssignable(operand, to: place)
    guard !place.isInferred else { return operand.expression }
    switch (place.type, operand.type) {
    case (.real, .integer):
      guard case .integer(let number) = operand.constant else {
        return .function(.real, [operand.expression])
      }
      guard let real = Double(exactly: number) else {
        throw Diagnostic(
          .typeMismatch,
          "`\(source.excerpt(place.span))` is real and cannot hold `\(number)` to its last digit",
          at: operand.span, help: "`\(Double(number))` is the nearest that it holds")
      }
      return .value(.real(real))
    case (.integer, .real), (.integer, .decimal), (.integer, .interval):
      throw Diagnostic(
        .typeMismatch,
        "`\(source.excerpt(place.span))` is integer and cannot hold `\(excerpt(operand))` "
          + "(\(operand.type))", at: operand.span,
        help: operand.constant == nil ? "write `Int(\(excerpt(operand)))`" : nil)
    default: return operand.expression
    }
  }

  private func requireAssignable(_ operand: Operand, to place: Place) throws(Diagnostic) {
    let target = Operand(
      expression: .path(place.path), type: place.type, span: place.span,
      attribute: place.attribute)
    switch (place.type, operand.type) {
    case (.objects(let entity), .object):
      throw Diagnostic(
        .typeMismatch,
        "`\(excerpt(target))` takes a list of \(entity), found one object", at: operand.span,
        help: "write `[\(excerpt(operand))]`",
        replacement: Diagnostic.Replacement(operand.span, with: "[\(excerpt(operand))]"))
    case (.objects(let entity), .objects(let other)):
      try requireComparable(
        Operand(expression: target.expression, type: .object(entity), span: place.span),
        Operand(expression: operand.expression, type: .object(other), span: operand.span),
        "be set to")
    default:
      guard !place.isInferred else { return }
      try requireComparable(target, operand, "be set to")
      try requireCase(operand, of: target)
    }
  }

  /// What `append` and `remove` are given: objects of the relationship, or values of the list.
  mutating func members(
    of list: Place, _ values: [ExpressionSyntax]
  ) throws(Diagnostic) -> [EntityExpression] {
    guard let element = list.type.element else {
      throw Diagnostic(
        .typeMismatch, "`\(source.excerpt(list.span))` is \(list.type), not a list",
        at: list.span)
    }
    var result: [EntityExpression] = []
    for value in values {
      let operand = try self.value(value, expecting: element)
      if case .array(let several) = operand.constant, element.family != .list {
        result += several.map(EntityExpression.value)
        try requireElement(
          Operand(
            expression: operand.expression, type: operand.type.element ?? .null,
            span: operand.span), element, list)
      } else {
        try requireElement(operand, element, list)
        result.append(operand.expression)
      }
    }
    return result
  }

  private func requireElement(
    _ operand: Operand, _ element: ValueType, _ list: Place
  ) throws(Diagnostic) {
    if element.family == .unknown || element.family == operand.type.family {
      return try requireCase(
        operand, of: Operand(expression: .path(list.path), type: element, span: list.span))
    }
    if operand.type == .mixed || list.isInferred { return }
    if case .object(let one) = element, case .object(let other) = operand.type,
      schema.descendants(of: one).contains(other)
    {
      return
    }
    throw Diagnostic(
      .typeMismatch,
      "`\(source.excerpt(list.span))` holds \(element), found `\(excerpt(operand))` "
        + "(\(operand.type))", at: operand.span)
  }
}

extension AssignmentSyntax.Operator {
  fileprivate var arithmetic: EntityExpression.ArithmeticOperator? {
    switch self {
    case .set: nil
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    }
  }
}
