import FoundationEssentials
import LarderCore

/// Functions and methods.
extension StatementResolver {
  mutating func call(
    _ call: CallSyntax, _ span: Range<Int>, expecting: ValueType?
  ) throws(Diagnostic) -> Meaning {
    guard let base = call.base else { return .value(try function(call, span)) }
    if let literal = try literalCall(base, call) { return .condition(literal) }
    if case .name(let owner) = base.kind, owner.text == "Date", call.name.text == "now" {
      return .value(operand(.date(scope.now), span))
    }
    return try method(call, of: try value(base, expecting: nil), span)
  }

  /// `(18...65).contains(age)`, `["Rome", "Oslo"].contains(city)`.
  private mutating func literalCall(
    _ base: ExpressionSyntax, _ call: CallSyntax
  ) throws(Diagnostic) -> EntityPredicate? {
    guard call.name.text == "contains", call.arguments.count == 1 else { return nil }
    switch base.kind {
    case .range, .list: return try membership(call.arguments[0].value, in: base, options: [])
    default: return nil
    }
  }

  private mutating func method(
    _ call: CallSyntax, of subject: Operand, _ span: Range<Int>
  ) throws(Diagnostic) -> Meaning {
    if let predicate = try closureMethod(call, of: subject) { return predicate }
    if let predicate = try textMethod(call, of: subject) { return .condition(predicate) }
    if let function = FunctionTable.collectionFunctions[call.name.text],
      subject.type.family == .list || subject.type == .mixed
    {
      return .value(try collect(function, call, of: subject, span))
    }
    if call.arguments.isEmpty {
      if call.name.text == "count", let count = countable(subject) { return .value(count.at(span)) }
      if let value = try function(call.name.text, of: subject, span) { return .value(value) }
    }
    throw unknownMethod(call.name, of: subject)
  }

  private func unknownMethod(_ name: NameSyntax, of subject: Operand) -> Diagnostic {
    if FunctionTable.methodNames.contains(name.text) {
      return Diagnostic(
        .typeMismatch,
        "`\(name.text)` does not work on `\(excerpt(subject))`, which is \(subject.type)",
        at: name.span)
    }
    let nearest =
      FunctionTable.methodsByOtherName[name.text]
      ?? Spelling.nearest(to: name.text, among: FunctionTable.methodNames)
    return Diagnostic(
      .unknownFunction, "there is no function `\(name.text)`", at: name.span,
      help: nearest.map { "did you mean `\($0)`" },
      replacement: nearest.map { Diagnostic.Replacement(name.span, with: $0) })
  }

  /// `contains { … }`, `allSatisfy { … }`, `none { … }`, `filter { … }`, `count { … }`.
  private mutating func closureMethod(
    _ call: CallSyntax, of subject: Operand
  ) throws(Diagnostic) -> Meaning? {
    guard call.arguments.count == 1, case .closure(let closure) = call.arguments[0].value.kind,
      ["contains", "allSatisfy", "none", "filter", "count"].contains(call.name.text)
    else { return nil }
    guard let element = subject.type.element else {
      throw Diagnostic(
        .typeMismatch,
        "`\(call.name.text)` with a closure needs a list; `\(excerpt(subject))` is \(subject.type)",
        at: call.name.span)
    }
    let condition = try withElement(element, named: closure.parameter?.text) {
      (resolver) throws(Diagnostic) in try resolver.condition(closure.body)
    }
    let collection = subject.expression
    switch call.name.text {
    case "contains": return .condition(.quantified(.any, collection, condition))
    case "allSatisfy": return .condition(.quantified(.all, collection, condition))
    case "none": return .condition(.quantified(.none, collection, condition))
    default:
      let filtered = Operand(
        expression: .filtered(collection, condition), type: subject.type, span: subject.span)
      guard call.name.text == "count" else { return .value(filtered) }
      return .value(
        try self.collection(.count, filtered, element: nil, of: element, subject.span))
    }
  }

  /// `sum()`, `sum(\.price)`, `sum { $0.price * 2 }`.
  private mutating func collect(
    _ function: EntityExpression.CollectionFunction, _ call: CallSyntax, of subject: Operand,
    _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    guard call.arguments.count <= 1 else {
      throw wrongCount(call, "at most one argument")
    }
    let element = subject.type.element ?? .mixed
    guard let argument = call.arguments.first?.value else {
      return try collection(function, subject, element: nil, of: element, span)
    }
    let inner: Operand
    switch argument.kind {
    case .closure(let closure):
      inner = try withElement(element, named: closure.parameter?.text) {
        (resolver) throws(Diagnostic) in try resolver.value(closure.body)
      }
    case .keyPath:
      inner = try withElement(element) { (resolver) throws(Diagnostic) in
        try resolver.value(argument)
      }
    default:
      throw Diagnostic(
        .wrongArguments, "expected a key path or a closure", at: argument.span,
        help: "write `\(call.name.text)(\\.attribute)`")
    }
    return try collection(function, subject, element: inner, of: inner.type, span)
  }

  func collection(
    _ function: EntityExpression.CollectionFunction, _ subject: Operand, element: Operand?,
    of type: ValueType, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    if function == .sum || function == .average, type.family != .number, type != .mixed,
      type != .null
    {
      throw Diagnostic(
        .typeMismatch, "`\(function.rawValue)` needs numbers, found \(type)",
        at: element?.span ?? span)
    }
    if element == nil, case .object = type, function != .count {
      throw Diagnostic(
        .wrongArguments, "`\(function.rawValue)` needs to know which attribute", at: span,
        help: "write `\(excerpt(subject)).\(function.rawValue)(\\.attribute)`")
    }
    let expression = EntityExpression.collection(
      function, subject.expression, element: element?.expression)
    return Operand(
      expression: expression, type: Self.resultType(function.rawValue, type), span: span)
  }

  static func resultType(_ function: String, _ type: ValueType) -> ValueType {
    switch function {
    case "count", "countDistinct": .integer
    case "avg": type == .interval ? .interval : .real
    default: type
    }
  }

  /// NSPredicate's `items.@count`, `items.@sum.price`.
  mutating func collectionOperator(
    _ base: ExpressionSyntax, _ name: NameSyntax, _ path: [NameSyntax], _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    let subject = try value(base)
    guard let function = FunctionTable.collectionFunctions[name.text] else {
      throw Diagnostic(
        .unknownFunction, "there is no function `@\(name.text)`", at: name.span,
        help: "there are `@count`, `@sum`, `@avg`, `@min` and `@max`")
    }
    guard let element = subject.type.element else {
      throw Diagnostic(
        .typeMismatch, "`\(excerpt(subject))` is \(subject.type), not a list", at: subject.span)
    }
    guard !path.isEmpty else {
      return try collection(function, subject, element: nil, of: element, span)
    }
    let inner = try withElement(element) { (resolver) throws(Diagnostic) in
      try resolver.keyPath(path, span)
    }
    return try collection(function, subject, element: inner, of: inner.type, span)
  }

  func wrongCount(_ call: CallSyntax, _ wanted: String) -> Diagnostic {
    Diagnostic(
      .wrongArguments,
      "`\(call.name.text)` takes \(wanted), found \(call.arguments.count)", at: call.name.span)
  }
}
