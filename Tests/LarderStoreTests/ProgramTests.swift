import LarderCore
import LarderStore
import LarderTestSupport
import Testing

/// Random programs of edits, undo, redo, save and rollback, against a plain model of the same.
@Suite struct ProgramTests {
  @Test(arguments: [true, false])
  func aContextDoesWhatTheModelDoes(_ loadsToMany: Bool) {
    SeededGenerator.forEachRound(30) { round, generator in
      var program = try Program(loadsToMany: loadsToMany, using: generator.split())
      for number in 0..<40 {
        let words = try program.step()
        try program.expectSameState("\(round.comment), step \(number): \(words)")
      }
    }
  }

  @Test(arguments: [true, false])
  func tenUndosAfterTenEditsRestoreTheFirstState(_ loadsToMany: Bool) {
    SeededGenerator.forEachRound(30) { round, generator in
      var program = try Program(loadsToMany: loadsToMany, using: generator.split())
      for _ in 0..<8 { try program.edit() }
      program.save()
      let first = try program.stored()
      let start = program.model.undoCount
      let saves = Set([generator.integer(in: 1...10), generator.integer(in: 1...10)])
      while program.model.undoCount < start + 10 {
        let before = program.model.undoCount
        try program.edit()
        if program.model.undoCount > before, saves.contains(program.model.undoCount - start) {
          program.save()
        }
      }

      for _ in 0..<10 {
        try program.undo()
        try program.expectSameState("\(round.comment)")
      }
      program.save()

      #expect(try program.stored() == first, round.comment)
    }
  }
}

/// A context and the model beside it.
private struct Program {
  private let people: People
  private(set) var model = ReferenceModel()
  private var generator: SeededGenerator

  /// The context's identifier of every object, by the model's number.
  private var handles: [Int: PersistentIdentifier] = [:]
  private var nextNumber = 0

  init(loadsToMany: Bool, using generator: SeededGenerator) throws {
    people = try People(loadsToMany: loadsToMany)
    self.generator = generator
  }

  /// Does one step on both sides, and returns what it was.
  mutating func step() throws -> String {
    switch generator.integer(in: 0...19) {
    case 0...2 where model.undoCount > 0:
      try undo()
      return "undo"
    case 3...4 where model.redoCount > 0:
      try model.redo()
      try people.context.redo()
      return "redo"
    case 5...6:
      save()
      return "save"
    case 7:
      model.rollback()
      people.context.rollback()
      return "rollback"
    case 8: return try editGroup()
    default: return try edit()
    }
  }

  private mutating func editGroup() throws -> String {
    let start = model.undoCount
    try people.context.beginGroup(named: "group")
    var words: [String] = []
    for _ in 0..<generator.integer(in: 0...4) { words.append(try edit()) }
    try people.context.endGroup()
    model.group(since: start)
    return "group of " + words.joined(separator: ", ")
  }

  mutating func undo() throws {
    try model.undo()
    try people.context.undo()
  }

  mutating func save() {
    model.save()
    do { try people.context.save() } catch { Issue.record(error) }
  }

  @discardableResult
  mutating func edit() throws -> String {
    let entity: EntityName = generator.choose("Person", "Person", "Company", "Badge")
    guard generator.chance(percent: 70), let number = pick(entity) else {
      return try insert(entity)
    }
    switch generator.integer(in: 0...5) {
    case 0: return try delete(number)
    case 1: return try rename(number, entity)
    default: return try relate(number, entity)
    }
  }

  private mutating func pick(_ entity: EntityName) -> Int? {
    let numbers = model.state.filter { $0.value.entity == entity }.keys.sorted()
    return generator.pick(from: numbers)
  }

  private mutating func insert(_ entity: EntityName) throws -> String {
    nextNumber += 1
    let number = nextNumber
    let name = generator.choose("a", "b", "c", "d", "e")
    let key: AttributeName = entity == "Badge" ? "code" : "name"
    var made: PersistentIdentifier?
    try both {
      try $0.insert(number, ReferenceModel.Object(entity: entity, name: name))
    } context: {
      made = try $0.insert(entity, [key: .text(name)])
    }
    handles[number] = made
    return "insert \(entity) \(name)"
  }

  private mutating func rename(_ number: Int, _ entity: EntityName) throws -> String {
    let name = generator.choose("a", "b", "c", "d", "e")
    let key: AttributeName = entity == "Badge" ? "code" : "name"
    let handle = try handle(number)
    try both {
      try $0.rename(number, name)
    } context: {
      try $0.set(handle, key, .text(name))
    }
    return "rename \(handle) \(name)"
  }

  private mutating func delete(_ number: Int) throws -> String {
    let handle = try handle(number)
    try both {
      try $0.delete(number)
    } context: {
      try $0.delete(handle)
    }
    return "delete \(handle)"
  }

  private mutating func relate(_ number: Int, _ entity: EntityName) throws -> String {
    let (name, other): (AttributeName, EntityName) =
      switch entity {
      case "Person":
        generator.choose(("employer", "Company"), ("friends", "Person"), ("badge", "Badge"))
      case "Company": ("staff", "Person")
      default: ("owner", "Person")
      }
    guard let target = pick(other) else { return "nothing" }
    let isToMany = name == "staff" || name == "friends"
    let (handle, value) = (try handle(number), AttributeValue.identifier(try self.handle(target)))
    if generator.chance(percent: 30) {
      try both {
        if isToMany { $0.unlink(name, number, target) } else { $0.unlinkAll(name, number) }
      } context: {
        if isToMany {
          try $0.remove([value], from: name, of: handle)
        } else {
          try $0.set(handle, name, .null)
        }
      }
      return "unlink \(handle).\(name) \(target)"
    }
    // The schema allows three friends, which a save would check.
    let friends = [number, target].map { model.state[$0]?.links["friends"]?.count ?? 0 }
    if name == "friends", friends.contains(where: { $0 >= 3 }) { return "nothing" }
    try both {
      $0.link(name, number, target)
    } context: {
      if isToMany {
        try $0.append([value], to: name, of: handle)
      } else {
        try $0.set(handle, name, value)
      }
    }
    return "link \(handle).\(name) \(target)"
  }

  private func handle(_ number: Int) throws -> PersistentIdentifier {
    try #require(handles[number])
  }

  /// Edits both sides, which must agree about whether it can be done.
  private mutating func both(
    _ change: (inout ReferenceModel.State) throws -> Void, context edit: (People) throws -> Void
  ) throws {
    let people = people
    do {
      try model.edit(change)
    } catch {
      #expect(failure { try edit(people) } != nil)
      return
    }
    try edit(people)
  }

  func expectSameState(_ comment: Comment) throws {
    #expect(people.context.undoCount == model.undoCount, comment)
    #expect(people.context.redoCount == model.redoCount, comment)
    for (number, object) in model.state {
      #expect(try seen(number) == object.withSortedLinks, comment)
    }
    for entity: EntityName in ["Person", "Company", "Badge"] {
      let expected = model.state.values.count { $0.entity == entity }
      #expect(try people.count(entity) == expected, comment)
    }
  }

  /// An object as the context has it, in the model's terms.
  private func seen(_ number: Int) throws -> ReferenceModel.Object? {
    let context = people.context
    guard let snapshot = try context.snapshot(for: try handle(number)) else { return nil }
    let numbers = Dictionary(
      model.state.keys.compactMap { number in
        handles[number].map { (context.permanentIdentifier(for: $0), number) }
      }, uniquingKeysWith: { first, _ in first })
    let value = snapshot["name"] ?? snapshot["code"]
    guard case .text(let name)? = value else { return nil }
    var object = ReferenceModel.Object(entity: snapshot.entityName, name: name)
    for link: AttributeName in ["employer", "staff", "friends", "badge", "owner"]
    where snapshot.layout.slot(of: link) != nil {
      let found = try context.destinations(of: link, from: snapshot.identifier)
      if !found.isEmpty { object.links[link] = found.map { numbers[$0] ?? -1 } }
    }
    return object.withSortedLinks
  }

  /// What the store holds, order of relationships aside.
  func stored() throws -> [Set<EntitySnapshot>] {
    let entities: [EntityName] = ["Person", "Company", "Badge"]
    return try entities.map { entity in
      let all = EntityFetchDescriptor(entity: entity)
      return Set(try people.store.fetch(all, environment: .standard).map(\.withSortedLinks))
    }
  }
}

extension ReferenceModel.Object {
  fileprivate var withSortedLinks: Self {
    var result = self
    result.links = links.filter { !$0.value.isEmpty }.mapValues { $0.sorted() }
    return result
  }
}

extension EntitySnapshot {
  fileprivate var withSortedLinks: Self {
    var result = self
    for slot in values.indices {
      guard case .array(let elements)? = values[slot] else { continue }
      let identifiers = elements.compactMap {
        if case .identifier(let identifier) = $0 { identifier } else { nil }
      }
      if !identifiers.isEmpty {
        result.values[slot] = .array(identifiers.sorted().map(AttributeValue.identifier))
      }
    }
    return result
  }
}
