import LarderCore

@testable import LarderQuery

/// Draws a syntax tree as nested lists.
extension ExpressionSyntax {
  var outline: String {
    switch kind {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .number(let number): Outline.text(number.value)
    case .text(let text, _): text.quotedLiteral
    case .date(let date): "@\(date.secondsAsUTC)"
    case .duration(let duration): "\(duration)"
    case .pattern(let pattern): "/\(pattern)/"
    case .name(let name): name.text
    case .variable(let name): "$\(name)"
    case .element(let number): "$\(number)"
    case .itself: "self"
    case .keyPath(let names): "\\" + names.map(\.text).joined(separator: ".")
    case .implicitMember(let name): ".\(name.text)"
    case .handle(let handle): handle.outline
    case .member(let base, let name): "(. \(base.outline) \(name.text))"
    case .collectionOperator(let base, let name, let path):
      "(@\(name.text) \(base.outline) \(path.map(\.text).joined(separator: ".")))"
    case .call(let call): call.outline
    case .index(let base, let index): "(index \(base.outline) \(index.outline))"
    case .negative(let operand): "(neg \(operand.outline))"
    case .not(let operand): "(not \(operand.outline))"
    case .and(let parts): "(and \(parts.map(\.outline).joined(separator: " ")))"
    case .or(let parts): "(or \(parts.map(\.outline).joined(separator: " ")))"
    case .arithmetic(let operation, let left, let right):
      "(\(operation.rawValue) \(left.outline) \(right.outline))"
    case .coalesce(let left, let right): "(?? \(left.outline) \(right.outline))"
    case .conditional(let condition, let left, let right):
      "(?: \(condition.outline) \(left.outline) \(right.outline))"
    case .range(let lower, let upper, let isClosed):
      "(\(isClosed ? "..." : "..<") \(lower.outline) \(upper.outline))"
    case .comparison(let comparison, let left, let right):
      "(\(comparison.outline) \(left.outline) \(right.outline))"
    case .test(let operand, let test):
      "(is \(test.isNegated ? "not " : "")\(operand.pathOutline) \(test.outline))"
    case .quantified(let quantifier, let body): "(\(quantifier.rawValue) \(body.outline))"
    case .list(let items): "[\(items.map(\.outline).joined(separator: " "))]"
    case .object(let members):
      "{\(members.map { "\($0.key.text): \($0.value.outline)" }.joined(separator: ", "))}"
    case .closure(let closure):
      "{\(closure.parameter.map { $0.text + " " } ?? "")\(closure.body.outline)}"
    case .first: "(first)"
    }
  }

  private var pathOutline: String {
    if case .member(let base, let name) = kind {
      "\(base.pathOutline).\(name.text)"
    } else {
      outline
    }
  }
}

extension HandleSyntax {
  fileprivate var outline: String {
    let start: String
    switch literal {
    case .row(let row): start = "#\(row)"
    case .key(let key): start = "#p\(key)"
    }
    return (entity?.name.text ?? "") + start + (lastRow.map { "...#\($0)" } ?? "")
  }
}

extension CallSyntax {
  fileprivate var outline: String {
    let arguments = arguments.map { ($0.label.map { $0 + ":" } ?? "") + $0.value.outline }
    return "("
      + (["call", name.text] + (base.map { [$0.outline] } ?? []) + arguments)
      .joined(separator: " ") + ")"
  }
}

extension ComparisonSyntax {
  fileprivate var outline: String {
    var text = isNegated ? "not " : ""
    switch kind {
    case .relation(let relation): text += relation.rawValue
    case .text(let operation): text += operation.rawValue
    case .membership: text += "in"
    case .between: text += "between"
    }
    guard !options.isEmpty else { return text }
    return text + "[" + (options.contains(.caseInsensitive) ? "c" : "")
      + (options.contains(.diacriticInsensitive) ? "d" : "") + "]"
  }
}

extension TestSyntax {
  fileprivate var outline: String {
    switch kind {
    case .null: "nil"
    case .missing: "missing"
    case .empty: "empty"
    case .kind(let entity): entity.name.text
    }
  }
}
