import LarderCore

/// NSPredicate's `any friends.age < 18`, which is `friends.contains { $0.age < 18 }`.
extension StatementResolver {
  mutating func quantified(
    _ quantifier: EntityPredicate.Quantifier, _ body: ExpressionSyntax
  ) throws(Diagnostic) -> EntityPredicate {
    switch body.kind {
    case .comparison(let comparison, let left, let right):
      return try quantified(quantifier, path: left) { (resolver, subject) throws(Diagnostic) in
        try resolver.comparison(comparison, subject, right)
      }
    case .test(let subject, let test):
      return try quantified(quantifier, path: subject) { (resolver, subject) throws(Diagnostic) in
        try resolver.test(test, of: subject)
      }
    default:
      return try quantified(quantifier, path: body) { (resolver, subject) throws(Diagnostic) in
        try resolver.condition(subject)
      }
    }
  }

  private mutating func quantified(
    _ quantifier: EntityPredicate.Quantifier, path: ExpressionSyntax,
    _ condition: (inout Self, Operand) throws(Diagnostic) -> EntityPredicate
  ) throws(Diagnostic) -> EntityPredicate {
    guard let names = Self.chain(path) else { throw needsPath(path.span) }
    let (start, rest) = try root(names)
    return try quantified(quantifier, from: start, rest[...], condition, path.span)
  }

  /// Follows the path; at every list the quantifier is applied once, and the rest goes on inside.
  private mutating func quantified(
    _ quantifier: EntityPredicate.Quantifier, from start: Operand, _ names: ArraySlice<NameSyntax>,
    _ condition: (inout Self, Operand) throws(Diagnostic) -> EntityPredicate, _ span: Range<Int>
  ) throws(Diagnostic) -> EntityPredicate {
    var (subject, rest) = (start, names)
    while subject.type.family != .list, let name = rest.first {
      subject = try step(from: subject, to: name)
      rest = rest.dropFirst()
    }
    guard let element = subject.type.element else { throw needsPath(span) }
    let collection = subject.expression
    let level = elements.count
    let predicate = try withElement(element) { (resolver) throws(Diagnostic) in
      let inner = Operand(
        expression: .path(AttributePath(level: level, [])), type: element, span: span,
        attribute: subject.attribute)
      return try resolver.inner(quantifier, inner, rest, condition, span)
    }
    return .quantified(quantifier, collection, predicate)
  }

  /// The rest of a path behind a list: plain steps, or another list.
  private mutating func inner(
    _ quantifier: EntityPredicate.Quantifier, _ start: Operand, _ names: ArraySlice<NameSyntax>,
    _ condition: (inout Self, Operand) throws(Diagnostic) -> EntityPredicate, _ span: Range<Int>
  ) throws(Diagnostic) -> EntityPredicate {
    var (subject, rest) = (start, names)
    while subject.type.family != .list, let name = rest.first {
      subject = try step(from: subject, to: name)
      rest = rest.dropFirst()
    }
    guard subject.type.family == .list else { return try condition(&self, subject.at(span)) }
    // None of the outer ones has any inner one.
    let next = quantifier == .none ? .any : quantifier
    return try quantified(next, from: subject, rest, condition, span)
  }

  private func needsPath(_ span: Range<Int>) -> Diagnostic {
    Diagnostic(
      .needsQuantifier, "`\(source.excerpt(span))` does not lead to several objects or values",
      at: span, help: "leave out the quantifier")
  }

  /// The element a path begins with, and the names after it.
  private func root(_ chain: Chain) throws(Diagnostic) -> (Operand, [NameSyntax]) {
    switch chain.root {
    case .element(let number):
      return (try element(number, chain.span), chain.names)
    case .itself: return (try element(at: 0, chain.span), chain.names)
    case .name(let name):
      let first = try self.name(name)
      return (first, chain.names)
    }
  }

  private struct Chain {
    enum Root { case name(NameSyntax), element(Int), itself }

    var root: Root
    var names: [NameSyntax]
    var span: Range<Int>
  }

  /// A path as its names; `nil` for any other expression.
  private static func chain(_ expression: ExpressionSyntax) -> Chain? {
    switch expression.kind {
    case .name(let name): return Chain(root: .name(name), names: [], span: expression.span)
    case .element(let number):
      return Chain(root: .element(number), names: [], span: expression.span)
    case .itself: return Chain(root: .itself, names: [], span: expression.span)
    case .member(let base, let name):
      guard var chain = chain(base) else { return nil }
      chain.names.append(name)
      return chain
    default: return nil
    }
  }
}
