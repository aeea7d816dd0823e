import JSONTree
import LarderCore

/// A parameter of an address, not yet percent-encoded.
struct QueryParameter: Hashable, Sendable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Conditions spelled for a service.
struct EncodedFilter: Hashable, Sendable {
  var parameters: [QueryParameter] = []

  /// The tree of a POST's body.
  var body: JSONNode?

  /// Which of the conditions are in it.
  var isSent: [Bool] = []
}

/// Spells conditions joined by "and" as one of four kinds of filter.
struct FilterEncoder {
  let form: FilterForm
  private var writer: LiteralWriter { LiteralWriter(form.literals) }

  init(_ form: FilterForm) { self.form = form }

  func encode(_ conditions: [ServiceCondition]) -> EncodedFilter {
    guard !conditions.isEmpty else { return EncodedFilter() }
    switch form.encoder {
    case .parameters: return parameters(conditions)
    case .infix: return infix(conditions)
    case .tree, .body: return tree(conditions)
    }
  }

  // MARK: One parameter a condition

  private func parameters(_ conditions: [ServiceCondition]) -> EncodedFilter {
    var encoded = EncodedFilter()
    var used: Set<String> = []
    for condition in conditions {
      // The parts of an inner "and" go one by one, or not at all.
      let parts = condition.conjuncts.compactMap(parameter)
      let names = parts.map(\.name)
      let isNew =
        form.joinsRepeats
        || (Set(names).count == names.count && used.isDisjoint(with: names))
      guard parts.count == condition.conjuncts.count, isNew else {
        encoded.isSent.append(false)
        continue
      }
      used.formUnion(names)
      encoded.parameters += parts
      encoded.isSent.append(true)
    }
    return encoded
  }

  private func parameter(_ condition: ServiceCondition) -> QueryParameter? {
    switch condition {
    case .test(let test):
      guard let spelled = form.operators[test.name], let key = spelled.key,
        let value = spelled.value, let places = places(test)
      else { return nil }
      return QueryParameter(key.filled(places), value.filled(places))
    case .or(let parts): return combined(parts, form.or)
    case .and(let parts): return combined(parts, form.and)
    case .not, .any: return nil
    }
  }

  private func combined(
    _ parts: [ServiceCondition], _ word: CombinationForm?
  ) -> QueryParameter? {
    guard let word, let key = word.key, let value = word.value, let inner = joined(parts, word)
    else { return nil }
    return QueryParameter(key, value.filled(["conditions": inner]))
  }

  // MARK: One expression

  private func infix(_ conditions: [ServiceCondition]) -> EncodedFilter {
    guard let parameter = form.parameter else { return EncodedFilter() }
    let texts = conditions.map { text($0, isAlone: conditions.count == 1) }
    let expression = texts.compactMap(\.self).joined(separator: form.and?.separator ?? " and ")
    return EncodedFilter(
      parameters: expression.isEmpty ? [] : [QueryParameter(parameter, expression)],
      isSent: texts.map { $0 != nil })
  }

  private func joined(_ parts: [ServiceCondition], _ word: CombinationForm) -> String? {
    let texts = parts.compactMap { text($0, isAlone: false) }
    return texts.count == parts.count ? texts.joined(separator: word.separator) : nil
  }

  /// A condition as text; combinations in their group unless they stand alone.
  private func text(_ condition: ServiceCondition, isAlone: Bool) -> String? {
    switch condition {
    case .test(let test):
      return places(test).flatMap { form.operators[test.name]?.text?.filled($0) }
    case .not(let test):
      guard let inner = text(.test(test), isAlone: true) else { return nil }
      return form.not?.text?.filled(["condition": inner])
    case .and(let parts): return group(parts, form.and, isAlone)
    case .or(let parts): return group(parts, form.or, isAlone)
    case .any(let path, let variable, let inner):
      guard let inner = text(inner, isAlone: true) else { return nil }
      return form.any?.filled([
        "path": path.text(separator: form.separator), "variable": variable, "condition": inner,
      ])
    }
  }

  private func group(
    _ parts: [ServiceCondition], _ word: CombinationForm?, _ isAlone: Bool
  ) -> String? {
    guard let word, let inner = joined(parts, word) else { return nil }
    if isAlone, form.encoder == .infix { return inner }
    return word.group?.filled(["conditions": inner])
  }

  /// What fills the places of an operator's template; `nil` where a value cannot be spelled.
  private func places(_ test: ServiceTest) -> [String: String]? {
    var places = ["path": test.path.text(separator: form.separator)]
    let elements = test.values.compactMap { writer.text($0, as: form.literals.element) }
    let alone = test.values.compactMap { writer.text($0, as: form.literals.text) }
    guard let first = test.values.first else { return places }
    places["value"] = writer.text(first, as: form.literals.text)
    places["element"] = writer.text(first, as: form.literals.element)
    if elements.count == test.values.count {
      places["values"] = elements.joined(separator: form.literals.separator)
    }
    return elements.count == test.values.count || alone.count == test.values.count ? places : nil
  }
}

extension FilterEncoder {
  // MARK: A JSON tree

  private func tree(_ conditions: [ServiceCondition]) -> EncodedFilter {
    let nodes = conditions.map(node)
    let sent = nodes.compactMap(\.self)
    var encoded = EncodedFilter(isSent: nodes.map { $0 != nil })
    guard !sent.isEmpty else { return encoded }
    let whole: JSONNode
    if form.isList {
      whole = .array(sent)
    } else if sent.count == 1, let only = sent.first {
      whole = only
    } else if let and = form.and?.tree {
      whole = filled(and, ["conditions": .array(sent)], [:])
    } else {
      return EncodedFilter(isSent: conditions.map { _ in false })
    }
    if form.encoder == .body {
      encoded.body = whole
    } else if let parameter = form.parameter {
      // Some servers repeat the address in a header of the reply, which takes no other characters.
      encoded.parameters = [QueryParameter(parameter, whole.asciiText)]
    }
    return encoded
  }

  private func node(_ condition: ServiceCondition) -> JSONNode? {
    switch condition {
    case .test(let test): return node(test)
    case .not(let test):
      guard let inner = node(test), let not = form.not?.tree else { return nil }
      return filled(not, ["condition": inner], [:])
    case .and(let parts): return node(parts, form.and)
    case .or(let parts): return node(parts, form.or)
    case .any: return nil
    }
  }

  private func node(_ parts: [ServiceCondition], _ word: CombinationForm?) -> JSONNode? {
    let nodes = parts.compactMap(node)
    guard nodes.count == parts.count, let tree = word?.tree else { return nil }
    return filled(tree, ["conditions": .array(nodes)], [:])
  }

  private func node(_ test: ServiceTest) -> JSONNode? {
    let values = test.values.compactMap(writer.node)
    guard values.count == test.values.count, let tree = form.operators[test.name]?.tree else {
      return nil
    }
    let path = test.path.text(separator: form.separator)
    return filled(
      tree,
      ["path": .text(path), "value": values.first ?? .null, "values": .array(values)],
      ["path": path, "text": test.values.first.flatMap(writer.plainText) ?? ""])
  }

  /// A tree with its places filled: a text that is one place by a value, places inside texts by texts.
  private func filled(
    _ node: JSONNode, _ values: [String: JSONNode], _ texts: [String: String]
  ) -> JSONNode {
    switch node {
    case .text(let text):
      if text.hasPrefix("{"), text.hasSuffix("}"),
        let value = values[String(text.dropFirst().dropLast())]
      {
        return value
      }
      return .text(Template(text)?.filled(texts) ?? text)
    case .array(let elements):
      // A list of conditions stands for its place.
      if elements == [.text("{conditions}")], let conditions = values["conditions"] {
        return conditions
      }
      return .array(elements.map { filled($0, values, texts) })
    case .object(let members):
      return .object(
        members.map {
          JSONNode.Member(
            name: Template($0.name)?.filled(texts) ?? $0.name,
            value: filled($0.value, values, texts))
        })
    case .null, .bool, .number: return node
    }
  }
}

extension ServiceCondition {
  fileprivate var conjuncts: [ServiceCondition] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }
}
