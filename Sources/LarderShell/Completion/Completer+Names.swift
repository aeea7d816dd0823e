import LarderCore
import LarderQuery
import LineEditor

extension Completer {
  typealias Candidates = [LineCompletions.Candidate]

  /// The beginning of an operand: names, functions, constants.
  ///
  /// In a closure bare names are the entity's still.
  func operands(_ names: NameScope) -> Candidates {
    let element = names.element.map { [candidate("$0", $0)] } ?? []
    let functions = LanguageNames.functions.map {
      LineCompletions.Candidate($0 + "(", label: $0 + "(", detail: "a function")
    }
    return element + properties(of: names.entity) + Self.constants + variables + functions
  }

  private static let constants = ["nil", "true", "false", "not", "any", "all", "now", "today"].map {
    LineCompletions.Candidate($0)
  }

  private var variables: Candidates {
    scope.variableNames.filter {
      if case .value? = scope.variable($0) { true } else { false }
    }.map { LineCompletions.Candidate("$" + $0, detail: "a variable") }
  }

  private func candidate(_ text: String, _ meaning: OperandMeaning) -> LineCompletions.Candidate {
    LineCompletions.Candidate(text, detail: meaning.described)
  }

  /// The attributes and relationships of an entity.
  func properties(of entity: EntityName?, asMembers: Bool = false) -> Candidates {
    guard let entity, let schema = schema(of: entity) else { return [] }
    let spelled = asMembers ? QueryNames.member : QueryNames.attribute
    return schema.allAttributes(of: entity).map { attribute in
      LineCompletions.Candidate(
        spelled(attribute.name.rawValue), label: attribute.name.rawValue,
        detail: attribute.type.described + (attribute.isOptional ? "?" : ""))
    }
      + schema.allRelationships(of: entity).map { relationship in
        let name = relationship.destination.rawValue
        return LineCompletions.Candidate(
          spelled(relationship.name.rawValue), label: relationship.name.rawValue,
          detail: relationship.isToMany ? "[\(name)]" : name + (relationship.isOptional ? "?" : ""))
      }
  }

  /// The schema that has an entity, that of the current store first.
  func schema(of entity: EntityName) -> EntitySchema? {
    let holders = scope.stores.filter { $0.schema.entity(entity) != nil }
    return (holders.first { $0.name == scope.currentStore } ?? holders.first)?.schema
  }

  /// What may follow a dot.
  func members(of owner: OperandMeaning) -> Candidates {
    switch owner {
    case .object(let entity): properties(of: entity, asMembers: true)
    case .objects: methods(LanguageNames.collectionMethods)
    case .attribute(let type, _, _, _), .value(let type): members(of: type)
    case .unknown: []
    }
  }

  private func members(of type: EntitySchema.AttributeType) -> Candidates {
    switch type {
    case .composite(let attributes):
      attributes.map {
        LineCompletions.Candidate(
          QueryNames.member($0.name.rawValue), label: $0.name.rawValue, detail: $0.type.described)
      }
    case .text: methods(LanguageNames.textMethods)
    case .date: methods(LanguageNames.dateMembers)
    case .integer, .real, .decimal: methods(LanguageNames.numberMembers)
    case .array: methods(LanguageNames.collectionMethods)
    case .enumeration(_, _, let cases):
      cases.map { LineCompletions.Candidate(QueryNames.member($0.name)) }
    case .bool, .data, .uuid, .mixed: []
    }
  }

  private func methods(_ names: [String]) -> Candidates {
    names.map { LineCompletions.Candidate($0, label: $0) }
  }

  /// Values that the compared operand has or may have, and names that may be compared with it.
  func values(
    comparedWith operand: OperandMeaning, _ names: NameScope, _ site: CompletionSite
  ) -> Candidates {
    let known = knownValues(of: operand)
    if let quote = site.quote, quote != "`" {
      return known.compactMap { value in
        guard case .text(let text) = value else { return nil }
        return LineCompletions.Candidate(text.quotedLiteral, label: text)
      }
    }
    let literals = known.map { value in
      let text = QueryPrinter.text(value)
      return LineCompletions.Candidate(text, label: text)
    }
    return literals + (site.word.isEmpty ? [] : operands(names))
  }

  private func knownValues(of operand: OperandMeaning) -> [AttributeValue] {
    switch operand {
    case .attribute(let type, let isOptional, let entity, let name):
      let found = values(of: type) ?? values(entity, name)
      return found + (isOptional ? [.null] : [])
    case .value(let type): return values(of: type) ?? []
    case .object, .objects, .unknown: return []
    }
  }

  /// The values of a type that has only some.
  private func values(of type: EntitySchema.AttributeType) -> [AttributeValue]? {
    switch type {
    case .bool: [.bool(true), .bool(false)]
    case .enumeration(_, _, let cases): cases.map(\.rawValue)
    default: nil
    }
  }

  /// Operators that fit an operand, then clauses.
  func continuations(after operand: OperandMeaning) -> Candidates {
    let operators: [String] =
      switch operand {
      case .attribute(let type, _, _, _), .value(let type): Self.operators(for: type)
      case .object, .objects: ["==", "!=", "is nil", "is not nil"]
      case .unknown: ["==", "!=", "<", ">", "<=", ">="]
      }
    return operators.map { LineCompletions.Candidate($0) } + ["and", "or"].map { .init($0) }
      + Self.clauses
  }

  private static func operators(for type: EntitySchema.AttributeType) -> [String] {
    switch type {
    case .text:
      ["==", "!=", "contains", "beginswith", "endswith", "like", "matches", "in", "is nil"]
    case .bool: ["==", "!=", "is nil"]
    case .array, .composite, .data: ["==", "!=", "contains", "is nil"]
    case .integer, .real, .decimal, .date, .mixed, .uuid, .enumeration:
      ["==", "!=", "<", "<=", ">", ">=", "in", "between", "is nil"]
    }
  }
}

extension OperandMeaning {
  /// The type in Swift's words.
  var described: String {
    switch self {
    case .unknown: ""
    case .object(let entity): entity.rawValue
    case .objects(let entity): "[\(entity.rawValue)]"
    case .attribute(let type, let isOptional, _, _): type.described + (isOptional ? "?" : "")
    case .value(let type): type.described
    }
  }
}

extension EntitySchema.AttributeType {
  /// The type in Swift's words.
  var described: String {
    switch self {
    case .mixed: "mixed"
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Double"
    case .decimal: "Decimal"
    case .text: "String"
    case .date: "Date"
    case .uuid: "UUID"
    case .data: "Data"
    case .array(let element): "[\(element.described)]"
    case .composite: "object"
    case .enumeration(let name, _, _): name
    }
  }
}
