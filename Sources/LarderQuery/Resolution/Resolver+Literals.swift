import FoundationEssentials
import LarderCore

/// Literals, and values from outside the statement.
extension StatementResolver {
  func operand(_ value: AttributeValue, _ span: Range<Int>, type: ValueType? = nil) -> Operand {
    Operand(expression: .value(value), type: type ?? value.valueType, span: span)
  }

  /// A number; a real becomes a decimal where it meets one, since no real is exactly `0.1`.
  func number(_ literal: NumberLiteral, _ span: Range<Int>, expecting: ValueType?) -> Operand {
    if case .real = literal.value, expecting == .decimal {
      return operand(.decimal(literal.exact), span)
    }
    return operand(literal.value, span)
  }

  /// A text; where a UUID or data is expected, a text in its form is one.
  func text(_ text: String, _ span: Range<Int>, expecting: ValueType?) -> Operand {
    switch expecting {
    case .attribute(.uuid):
      if let uuid = UUID(uuidString: text) { return operand(.uuid(uuid), span) }
    case .attribute(.data):
      if let data = Data(base64Encoded: text) { return operand(.data(data), span) }
    default: break
    }
    return operand(.text(text), span)
  }

  func date(_ literal: DateLiteral) -> Date {
    let moment = Date(
      timeIntervalSinceReferenceDate:
        Double(literal.secondsAsUTC - Int64(CivilTime.secondsFrom1970To2001))
        + Double(literal.nanoseconds) / 1e9)
    if let offset = literal.offset { return moment.addingTimeInterval(-Double(offset)) }
    // The zone's offset is asked for at about the moment, then at the moment itself.
    let guess = moment.addingTimeInterval(-Double(scope.zoneOffset(at: moment)))
    return moment.addingTimeInterval(-Double(scope.zoneOffset(at: guess)))
  }

  /// `now` and `today`; `nil` for any other name.
  func clock(_ name: NameSyntax) -> AttributeValue? {
    switch name.text {
    case "now": return .date(scope.now)
    case "today":
      let offset = Double(scope.zoneOffset(at: scope.now))
      let local = scope.now.timeIntervalSinceReferenceDate + offset
      let midnight = (local / 86_400).rounded(.down) * 86_400
      return .date(Date(timeIntervalSinceReferenceDate: midnight - offset))
    default: return nil
    }
  }

  /// A variable or parameter that holds a value; `nil` when there is none.
  func value(named name: String) -> AttributeValue? {
    if case .value(let value) = scope.variable(name) { return value }
    return scope.parameter(name)
  }

  func unknownVariable(_ name: NameSyntax) -> Diagnostic {
    if case .query = scope.variable(name.text) {
      return Diagnostic(
        .typeMismatch, "`\(name.text)` is a query, not a value", at: name.span)
    }
    let nearest = Spelling.nearest(to: name.text, among: scope.variableNames)
    return Diagnostic(
      .unknownVariable, "there is no variable `\(name.text)`", at: name.span,
      help: nearest.map { "did you mean `\($0)`" }
        ?? "set it with `let \(name.text) = …` or `--param \(name.text)=…`")
  }

  func handle(_ handle: HandleSyntax) throws(Diagnostic) -> Operand {
    let identifiers = try identifiers(of: handle)
    if identifiers.count == 1, handle.lastRow == nil {
      return operand(.identifier(identifiers[0]), handle.span)
    }
    return operand(.array(identifiers.map(AttributeValue.identifier)), handle.span)
  }

  /// A list of literals; every element must be a constant.
  mutating func list(
    _ items: [ExpressionSyntax], _ span: Range<Int>, expecting: ValueType?
  ) throws(Diagnostic) -> Operand {
    var values: [AttributeValue] = []
    for item in items {
      let value = try constant(item, expecting: expecting?.element)
      // `[#1...#3, #5]` is one list of objects.
      if case .handle(let handle) = item.kind, handle.lastRow != nil, case .array(let rows) = value
      {
        values += rows
      } else {
        values.append(value)
      }
    }
    return operand(.array(values), span)
  }

  mutating func object(
    _ members: [MemberSyntax], _ span: Range<Int>, expecting: ValueType?
  ) throws(Diagnostic) -> Operand {
    var result: [AttributeObject.Member] = []
    for member in members {
      let name = AttributeName(member.key.text)
      let attribute = expecting?.member(name)
      let expected = attribute.map { ValueType.attribute($0.type) }
      let value = try constant(member.value, expecting: expected)
      result.append(AttributeObject.Member(name: name, value: value))
    }
    return operand(.object(AttributeObject(result)), span, type: expecting?.asComposite)
  }

  /// The value of an expression that reads no object.
  mutating func constant(
    _ expression: ExpressionSyntax, expecting: ValueType?
  ) throws(Diagnostic) -> AttributeValue {
    let resolved = try value(expression, expecting: expecting)
    if case .duration = resolved.type { throw strayDuration(resolved.span) }
    if let constant = resolved.constant { return constant }
    guard !resolved.expression.readsObjects else {
      throw Diagnostic(
        .notConstant, "expected a value that reads no object, found `\(excerpt(resolved))`",
        at: resolved.span)
    }
    return try folded(resolved)
  }

  private func folded(_ operand: Operand) throws(Diagnostic) -> AttributeValue {
    let nothing = EntitySchema.Entity(name: "Constant")
    do {
      let evaluator = try ExpressionEvaluator(
        operand.expression, entity: nothing.name, schema: EntitySchema(entities: [nothing]),
        environment: .withoutPatterns, mode: .edit)
      return try evaluator.constantValue { _ in nil } ?? .null
    } catch PersistenceError.Code.overflow {
      throw Diagnostic(
        .notConstant, "`\(excerpt(operand))` is larger than an integer can be", at: operand.span)
    } catch PersistenceError.Code.divisionByZero {
      throw Diagnostic(.notConstant, "`\(excerpt(operand))` divides by zero", at: operand.span)
    } catch {
      throw Diagnostic(.notConstant, "`\(excerpt(operand))` has no value", at: operand.span)
    }
  }

  func excerpt(_ operand: Operand) -> String { source.excerpt(operand.span) }

  func strayDuration(_ span: Range<Int>) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "a duration stands only after a date and `+` or `-`", at: span,
      help: "write `now - \(source.excerpt(span))`")
  }
}

extension ValueType {
  /// A member of a composite, or `nil`.
  fileprivate func member(_ name: AttributeName) -> EntitySchema.Attribute? {
    guard case .attribute(.composite(let members)) = self else { return nil }
    return members.first { $0.name == name }
  }

  fileprivate var asComposite: ValueType? {
    if case .attribute(.composite) = self { self } else { nil }
  }
}
