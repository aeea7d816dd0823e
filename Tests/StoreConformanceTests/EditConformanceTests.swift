import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@Suite struct EditConformanceTests {
  @Test func theSameProgramOfEditsGivesTheSameObjectsAndErrors() throws {
    SeededGenerator.forEachRound(8) { round, generator in
      let rows = ConformanceRows(trips: 14, owners: 4, using: &generator)
      let program = EditProgram(length: 40, rows: rows, using: generator.split())
      let transcripts = try StoreFixture.writable.map { fixture in
        let folder = try TemporaryFolder()
        return try program.run(in: fixture.makeContext(of: rows, in: folder))
      }
      for (fixture, transcript) in zip(StoreFixture.writable, transcripts) {
        let difference = zip(transcripts[0], transcript).first { $0 != $1 }
        #expect(
          difference == nil && transcript.count == transcripts[0].count,
          "\(fixture): \(Self.lines(of: difference)); \(round.comment)")
      }
    }
  }

  /// The lines in which two states differ.
  private static func lines(of difference: ([String], [String])?) -> String {
    guard let (wanted, found) = difference else { return "another length" }
    return wanted.filter { !found.contains($0) }.map { "- \($0)\n" }.joined()
      + found.filter { !wanted.contains($0) }.map { "+ \($0)\n" }.joined()
  }

  @Test(arguments: StoreFixture.writable)
  func undoingEveryEditRestoresTheFirstStateAcrossSaves(_ fixture: StoreFixture) throws {
    SeededGenerator.forEachRound(4) { round, generator in
      let rows = ConformanceRows(trips: 10, owners: 3, using: &generator)
      let folder = try TemporaryFolder()
      let context = try fixture.makeContext(of: rows, in: folder)
      let before = EditProgram.state(of: context)
      var edits = EditProgram.Edits(rows: rows, using: generator.split())
      for number in 1...10 {
        _ = Answer.of(edits.next(), in: context)
        if number == 4 || number == 8 {
          _ = Answer.answer {
            try context.save(); return []
          }
        }
      }
      while context.undoCount > 0 { _ = try context.undo() }
      // An object that comes back has its key again once it is saved.
      _ = try context.save()
      #expect(EditProgram.state(of: context) == before, "\(fixture); \(round.comment)")
    }
  }
}

/// A random program of edits, undo, redo, save and rollback, the same for every store.
struct EditProgram {
  private enum Step {
    case edit(EntityEdit)
    case undo, redo, save, rollback
  }

  private let steps: [Step]

  init(length: Int, rows: ConformanceRows, using generator: SeededGenerator) {
    var generator = generator
    var edits = Edits(rows: rows, using: generator.split())
    steps = (0..<length).map { _ in
      switch generator.integer(in: 0...19) {
      case 0...11: .edit(edits.next())
      case 12...14: .undo
      case 15: .redo
      case 16...18: .save
      default: .rollback
      }
    }
  }

  /// What each step answered, and the state after it.
  ///
  /// Objects go by their `id`, since each store mints keys of its own.
  func run(in context: EntityContext) -> [[String]] {
    var names: [String: String] = [:]
    Self.name(&names, in: context)
    return steps.map { step in
      let answer = answer(of: step, in: context)
      Self.name(&names, in: context)
      return (answer + Self.state(of: context)).map { line in
        line.replacing(#/(Trip|Owner)#p\d+/#) { names[String($0.output.0)] ?? "\($0.output.1)#?" }
      }.sorted()
    }
  }

  /// Learns the names of the objects that there are.
  private static func name(_ names: inout [String: String], in context: EntityContext) {
    for entity in ["Trip", "Owner"] as [EntityName] {
      let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: entity))
      guard case .objects(let objects)? = try? context.run(query, in: "store") else { continue }
      for object in objects {
        guard case .integer(let id)? = object["id"] else { continue }
        names[object.identifier.description] = "\(entity)(\(id))"
      }
    }
  }

  private func answer(of step: Step, in context: EntityContext) -> [String] {
    switch step {
    case .edit(let edit): Answer.of(edit, in: context)
    case .undo:
      Answer.answer {
        _ = try context.undo(); return ["undone"]
      }
    case .redo:
      Answer.answer {
        _ = try context.redo(); return ["redone"]
      }
    case .save:
      Answer.answer {
        _ = try context.save(); return ["saved"]
      }
    case .rollback:
      Answer.answer {
        context.rollback()
        return ["rolled back"]
      }
    }
  }

  /// Every object by name, with both sides of its relationships.
  static func state(of context: EntityContext) -> [String] {
    let entities: [EntityName] = ["Trip", "Owner"]
    let objects = entities.flatMap { entity in
      Answer.of(
        EntityQuery(
          descriptor: EntityFetchDescriptor(
            entity: entity,
            sortDescriptors: [EntitySortDescriptor(.path(AttributePath("id")))])), in: context)
    }
    return objects + links(in: context)
  }

  private static func links(in context: EntityContext) -> [String] {
    Answer.answer {
      let owners = try context.run(
        EntityQuery(descriptor: EntityFetchDescriptor(entity: "Owner")), in: "store")
      guard case .objects(let snapshots) = owners else { return [] }
      return try snapshots.map { owner in
        let trips = try context.destinations(of: "Trip", from: owner.identifier)
        return "\(owner.identifier): \(trips.sorted())"
      }.sorted()
    }
  }
}

extension EditProgram {
  /// Draws edits that now and then break a rule: a value required, unique or of another kind.
  struct Edits {
    private var generator: SeededGenerator
    private let rows: ConformanceRows
    private var nextKey: Int64 = 1000

    init(rows: ConformanceRows, using generator: SeededGenerator) {
      self.rows = rows
      self.generator = generator
    }

    mutating func next() -> EntityEdit {
      switch generator.integer(in: 0...11) {
      case 0...2: insertTrip()
      case 3: insertOwner()
      case 4...6: .update(trips(), [assignment()])
      case 7: .update(trips(), [EntityEdit.Assignment(AttributePath("owner"), owner())])
      case 8: .update(trips(), [EntityEdit.Assignment(AttributePath("count"), increment())])
      case 9: .delete(trips())
      case 10: .delete(.matching(matching("Owner", "id", generator.integer(in: 1...6))))
      default: .update(trips(), [EntityEdit.Assignment(AttributePath("name"), .value(.null))])
      }
    }

    private mutating func insertTrip() -> EntityEdit {
      nextKey += 1
      let key = generator.chance(percent: 10) ? 1 : nextKey
      return .insert(
        "Trip",
        [
          .init(AttributePath("id"), .value(.integer(key))),
          .init(AttributePath("name"), .value(.text(ConformanceRows.text(using: &generator)))),
          .init(AttributePath("count"), .value(.integer(1))),
          .init(AttributePath("isBooked"), .value(.bool(true))),
          .init(AttributePath("owner"), owner()),
        ])
    }

    private mutating func insertOwner() -> EntityEdit {
      nextKey += 1
      return .insert(
        "Owner",
        [
          .init(AttributePath("id"), .value(.integer(nextKey))),
          .init(AttributePath("name"), .value(.text(ConformanceRows.text(using: &generator)))),
        ])
    }

    private mutating func assignment() -> EntityEdit.Assignment {
      switch generator.integer(in: 0...4) {
      case 0: .init(AttributePath("name"), .value(.text(ConformanceRows.text(using: &generator))))
      case 1: .init(AttributePath("note"), .value(.null))
      case 2:
        .init(AttributePath("price"), .value(.real(Double(generator.integer(in: 0...99)) / 8)))
      case 3: .init(AttributePath("isBooked"), .value(.bool(generator.chance(percent: 50))))
      default: .init(AttributePath("price"), .value(.text("many")))
      }
    }

    private func increment() -> EntityExpression {
      .arithmetic(.add, .path(AttributePath("count")), .value(.integer(1)))
    }

    private mutating func owner() -> EntityExpression {
      let key = generator.integer(in: 0...rows.owners.count + 1)
      return key == 0
        ? .value(.null) : .first(matching("Owner", "id", key))
    }

    private mutating func trips() -> EntityEdit.Target {
      generator.chance(percent: 70)
        ? .matching(matching("Trip", "id", generator.integer(in: 1...rows.trips.count + 1)))
        : .matching(matching("Trip", "count", generator.integer(in: -3...9)))
    }

    private func matching(
      _ entity: EntityName, _ name: AttributeName, _ number: Int
    ) -> EntityFetchDescriptor {
      EntityFetchDescriptor(
        entity: entity,
        predicate: .comparison(
          .equal, .path(AttributePath(name)), .value(.integer(Int64(number)))),
        sortDescriptors: [EntitySortDescriptor(.path(AttributePath("id")))])
    }
  }
}
