import FoundationEssentials
import LarderCore

/// Functions that stand alone: `abs(x)`, `count()`, `uuid("…")`.
extension StatementResolver {
  mutating func function(_ call: CallSyntax, _ span: Range<Int>) throws(Diagnostic) -> Operand {
    let name = call.name.text
    if let aggregate = FunctionTable.aggregates[name.lowercased()] {
      return try self.aggregate(aggregate, call, span)
    }
    switch name {
    case "now", "today", "Date":
      let clock = NameSyntax(
        text: name == "today" ? "today" : "now", span: span, isQuoted: true)
      guard call.arguments.isEmpty, let date = self.clock(clock) else {
        throw wrongCount(call, "no argument")
      }
      return operand(date, span)
    case "uuid", "UUID": return try reading(call, as: .attribute(.uuid), span)
    case "data", "Data": return try reading(call, as: .attribute(.data), span)
    case "coalesce": return try coalesce(call, span)
    case "length": return try length(call, span)
    case "bar", "sparkline":
      throw Diagnostic(
        .unknownFunction, "`\(name)` stands only in `select`, around a whole column",
        at: call.name.span)
    default: return try valueFunction(call, span)
    }
  }

  private mutating func valueFunction(
    _ call: CallSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    guard let entry = FunctionTable.function(call.name.text) else {
      let nearest = Spelling.nearest(to: call.name.text, among: FunctionTable.functionNames)
      throw Diagnostic(
        .unknownFunction, "there is no function `\(call.name.text)`", at: call.name.span,
        help: nearest.map { "did you mean `\($0)`" },
        replacement: nearest.map { Diagnostic.Replacement(call.name.span, with: $0) })
    }
    guard call.arguments.count == 1 else { throw wrongCount(call, "one argument") }
    let argument = try value(call.arguments[0].value)
    guard entry.accepts(argument.type) else {
      throw Diagnostic(
        .typeMismatch,
        "`\(call.name.text)` does not work on `\(excerpt(argument))`, which is \(argument.type)",
        at: argument.span)
    }
    return Operand(
      expression: .function(entry.function, [argument.expression]),
      type: entry.result(argument.type), span: span)
  }

  private mutating func length(
    _ call: CallSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    guard call.arguments.count == 1 else { throw wrongCount(call, "one argument") }
    let argument = try value(call.arguments[0].value)
    guard let count = countable(argument) else {
      throw Diagnostic(
        .typeMismatch, "`\(excerpt(argument))` is \(argument.type) and has no length",
        at: argument.span)
    }
    return count.at(span)
  }

  private mutating func coalesce(
    _ call: CallSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    guard call.arguments.count >= 2 else { throw wrongCount(call, "two arguments or more") }
    var operands: [Operand] = []
    for argument in call.arguments {
      operands.append(try value(argument.value, expecting: operands.first?.type))
    }
    for other in operands.dropFirst() {
      try requireComparable(operands[0], other, "be replaced by")
    }
    let last = operands.removeLast()
    let expression = operands.reversed().reduce(last.expression) { .coalesce($1.expression, $0) }
    return Operand(expression: expression, type: operands[0].type, span: span)
  }

  /// A text in the form of another type.
  private mutating func reading(
    _ call: CallSyntax, as type: ValueType, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    guard call.arguments.count == 1 else { throw wrongCount(call, "one argument") }
    let argument = try value(call.arguments[0].value, expecting: type)
    guard argument.type == type else {
      throw Diagnostic(
        .typeMismatch, "`\(excerpt(argument))` is no \(type)", at: argument.span)
    }
    return argument.at(span)
  }

  private mutating func aggregate(
    _ function: EntityExpression.AggregateFunction, _ call: CallSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    try requireAggregates(call)
    guard let first = call.arguments.first else {
      guard function == .count else { throw wrongCount(call, "one argument") }
      return Operand(expression: .aggregate(.count, nil), type: .integer, span: span)
    }
    guard call.arguments.count == 1 else { throw wrongCount(call, "one argument") }
    let isDistinct = first.label == "distinct"
    if isDistinct, function != .count {
      throw Diagnostic(
        .wrongArguments, "`distinct` works only in `count(distinct …)`", at: first.value.span)
    }
    aggregates = .inside
    defer { aggregates = .allowed }
    let argument = try value(first.value)
    if function == .sum || function == .average {
      let isNumber = argument.type.family == .number || argument.type.family == .unknown
      guard isNumber else {
        throw Diagnostic(
          .typeMismatch,
          "`\(function.rawValue)` needs numbers; `\(excerpt(argument))` is \(argument.type)",
          at: argument.span)
      }
    }
    let kind = isDistinct ? EntityExpression.AggregateFunction.countDistinct : function
    return Operand(
      expression: .aggregate(kind, argument.expression),
      type: Self.resultType(kind.rawValue, argument.type), span: span)
  }

  private func requireAggregates(_ call: CallSyntax) throws(Diagnostic) {
    let name = call.name.text
    switch aggregates {
    case .allowed where elements.count <= 1: return
    case .inside:
      throw Diagnostic(
        .misplacedAggregate, "`\(name)` cannot stand inside another function of a group",
        at: call.name.span)
    default:
      let path = call.arguments.first.map { source.excerpt($0.value.span) } ?? "items"
      throw Diagnostic(
        .misplacedAggregate,
        "`\(name)` speaks of a group: it stands only in `select`, `having` and `sort`",
        at: call.name.span, help: "for the elements of a list write `\(path).\(name)`")
    }
  }
}
