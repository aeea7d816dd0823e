import LarderCore

/// Follows a statement token by token, so that at any place it is known what may come next.
struct StatementScan {
  private let scope: any ResolutionScope
  private var isAtStart = true

  /// The word that the statement began with, where it has one, such as `count` or `insert`.
  private var verb: Word?

  private var wantsEntity = false
  private var schema: EntitySchema?
  private var entity: EntityName?
  private var clause: Word?

  /// Brackets that are open, each with what `$0` is inside.
  private var brackets: [(opener: Symbol, element: OperandMeaning?)] = []
  private var expectsOperand = false

  /// The operand that was read last, and the one before a comparison.
  private var operand = OperandMeaning.unknown
  private var compared: OperandMeaning?
  private var isAfterDot = false

  /// A name was just read that a bracket would make a function.
  private var call: OperandMeaning?

  init(scope: any ResolutionScope) { self.scope = scope }

  /// What may come next.
  var wanted: CompletionSite.Wanted {
    if isAfterDot { return .member(operand) }
    if isAtStart { return .statement }
    if wantsEntity { return .entity }
    guard let entity else { return expectsOperand ? .operand(names) : .nothing }
    if expectsOperand { return wantedOperand(of: entity) }
    if clause == nil { return brackets.isEmpty ? .clause : .continuation(after: operand) }
    if clause == .limit || clause == .offset { return .clause }
    if clause == .sort, brackets.isEmpty { return .sortContinuation }
    return .continuation(after: operand)
  }

  private func wantedOperand(of entity: EntityName) -> CompletionSite.Wanted {
    if let compared, compared != .unknown { return .value(of: compared, names) }
    switch clause {
    case .limit, .offset: return .nothing
    case .prefetch: return .property(names)
    case .set where brackets.isEmpty: return .property(names)
    case nil where verb == .insert && brackets.count == 1: return .property(names)
    default: return .operand(names)
    }
  }

  private var names: NameScope {
    NameScope(entity: entity, element: brackets.last { $0.element != nil }?.element)
  }

  /// Whether an operand or another part must follow a token.
  static func waits(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(let symbol):
      !symbol.isCloser && symbol != .semicolon && symbol != .not && symbol != .star
    case .identifier(let name): Word(name).map { $0.isOperator || $0.isClause } ?? false
    default: false
    }
  }

  mutating func take(_ token: Token) {
    defer { if !isDot(token) { isAfterDot = false } }
    let wasCalled = call
    call = nil
    switch token.kind {
    case .identifier(let name), .quotedIdentifier(let name): take(name: name, token)
    case .symbol(let symbol): take(symbol, called: wasCalled)
    case .element: takeOperand(brackets.last { $0.element != nil }?.element ?? .unknown)
    case .variable(let name): takeOperand(meaning(ofVariable: name))
    case .command, .declaration, .end: break
    default: takeOperand(.unknown)
    }
  }

  private func isDot(_ token: Token) -> Bool {
    token.kind == .symbol(.dot) || token.kind == .symbol(.optionalDot)
  }

  // MARK: Names

  private mutating func take(name: String, _ token: Token) {
    if isAfterDot { return takeMember(name) }
    let word = isQuoted(token) ? nil : Word(name)
    if isAtStart { return takeFirst(name, word) }
    if wantsEntity { return takeEntity(name, word) }
    guard let word, !(expectsOperand && word == .count) else { return takeName(name) }
    if word.isClause, word != .set || !expectsOperand {
      clause = word
      (compared, operand) = (nil, .unknown)
      expectsOperand = word != .sort && word != .group && word != .distinct
      return
    }
    switch word {
    case .by: expectsOperand = true
    case .and, .or, .not: (compared, expectsOperand) = (nil, true)
    case .in, .between, .contains, .beginswith, .endswith, .like, .matches, .is:
      (compared, expectsOperand) = (operand, true)
    case .any, .all, .someOf, .noneOf: expectsOperand = true
    case .nil, .null, .true, .false, .empty, .missing: takeOperand(.unknown)
    case .to where verb == .copy: wantsEntity = false
    case .asc, .desc, .forward, .reverse, .localized, .nils, .first, .last: break
    default: takeName(name)
    }
  }

  private func isQuoted(_ token: Token) -> Bool {
    if case .quotedIdentifier = token.kind { true } else { false }
  }

  /// The word that a statement begins with, or the entity of a query.
  private mutating func takeFirst(_ name: String, _ word: Word?) {
    isAtStart = false
    if isEntity(name) { return takeEntity(name, nil) }
    switch word {
    case .count, .first, .insert, .update, .delete, .from, .copy:
      (verb, wantsEntity) = (word, true)
    case .preview: isAtStart = true
    case .let: (verb, expectsOperand) = (.let, false)
    case .refresh, .resolve: (verb, expectsOperand) = (word, true)
    case nil: operand = meaning(ofVariable: name)
    default: verb = word
    }
  }

  private mutating func takeEntity(_ name: String, _ word: Word?) {
    if word == .all || word == .count || word == .first || word == .from { return }
    wantsEntity = false
    if case .query(let query, let store)? = scope.variable(name) {
      entity = query.descriptor.entity
      schema = scope.stores.first { $0.name == store }?.schema
    } else if let found = schema(of: name) {
      (entity, schema) = (EntityName(name), found)
    } else {
      entity = EntityName(name)
    }
    operand = .object(EntityName(name))
  }

  private func isEntity(_ name: String) -> Bool {
    if case .query? = scope.variable(name) { return true }
    return schema(of: name) != nil
  }

  /// The schema of the store that holds an entity, the current store first.
  private func schema(of entity: String) -> EntitySchema? {
    let name = EntityName(entity)
    let current = scope.stores.first {
      $0.name == scope.currentStore && $0.schema.entity(name) != nil
    }
    return (current ?? scope.stores.first { $0.schema.entity(name) != nil })?.schema
  }

  private mutating func takeName(_ name: String) {
    let known = entity.map { property(name, of: $0) } ?? .unknown
    takeOperand(known == .unknown ? meaning(ofVariable: name) : known)
  }

  private mutating func takeMember(_ name: String) {
    operand = member(name, of: operand)
    call = operand
    expectsOperand = false
  }

  /// A method keeps the collection that it is called on, for the closure behind it.
  private func member(_ name: String, of owner: OperandMeaning) -> OperandMeaning {
    switch owner {
    case .object(let entity): property(name, of: entity)
    case .attribute(.composite(let members), _, _, _), .value(.composite(let members)):
      members.first { $0.name.rawValue == name }.map { .value($0.type) } ?? .unknown
    case .objects: owner
    default: .unknown
    }
  }

  private func property(_ name: String, of entity: EntityName) -> OperandMeaning {
    let schema = schema ?? EntitySchema(entities: [])
    let property = AttributeName(name)
    if let relationship = schema.relationship(property, of: entity) {
      let destination = relationship.destination
      return relationship.isToMany ? .objects(destination) : .object(destination)
    }
    guard let attribute = schema.attribute(property, of: entity) else { return .unknown }
    return .attribute(
      attribute.type, isOptional: attribute.isOptional, of: entity, attribute.name)
  }

  private func meaning(ofVariable name: String) -> OperandMeaning {
    guard case .value(.identifier(let identifier))? = scope.variable(name) else { return .unknown }
    return .object(identifier.entity)
  }

  private mutating func takeOperand(_ meaning: OperandMeaning) {
    operand = meaning
    call = meaning
    expectsOperand = false
  }

  // MARK: Signs

  private mutating func take(_ symbol: Symbol, called: OperandMeaning?) {
    switch symbol {
    case .dot, .optionalDot: isAfterDot = true
    case .equal, .notEqual, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .assign,
      .colon, .plusAssign, .minusAssign, .starAssign:
      if verb == .let, symbol == .assign, entity == nil {
        (isAtStart, verb) = (true, nil)
      } else {
        (compared, expectsOperand) = (operand, true)
      }
    case .openParenthesis, .openBracket, .openBrace: open(symbol, called)
    case .closeParenthesis, .closeBracket, .closeBrace: close()
    case .comma: takeComma()
    case .and, .or, .not: (compared, expectsOperand) = (nil, true)
    case .doubleColon: wantsEntity = true
    case .semicolon: self = StatementScan(scope: scope)
    default: expectsOperand = true
    }
  }

  private mutating func open(_ symbol: Symbol, _ called: OperandMeaning?) {
    var element: OperandMeaning?
    if symbol == .openBrace {
      switch called ?? operand {
      case .objects(let entity): element = .object(entity)
      case .attribute(.array(let type), _, _, _): element = .value(type)
      default: break
      }
    }
    brackets.append((symbol, element))
    if element != nil { compared = nil }
    expectsOperand = true
  }

  private mutating func close() {
    _ = brackets.popLast()
    (operand, compared, expectsOperand) = (.unknown, nil, false)
  }

  private mutating func takeComma() {
    expectsOperand = true
    if brackets.last?.opener != .openBracket, brackets.last?.opener != .openBrace { compared = nil }
  }
}
