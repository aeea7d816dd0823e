import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderJSON

/// Random edits, saved one after the other, undone and done again: the bytes of every state come back.
@Suite struct GeneratedSavingTests {
  @Test(arguments: ShapeSavingTests.samples + [identified])
  func undoAndRedoBringBackTheBytesOfEveryState(sample: ShapeSavingTests.Sample) {
    SeededGenerator.forEachRound(3) { round, generator in
      let editor = try StoreEditor(sample.text, name: sample.name)
      var texts = [try editor.text]
      var edits: [ChangeSet] = []
      var clock = 0
      for _ in 0..<generator.integer(in: 1...8) {
        let changes = try randomChanges(in: editor, &generator, &clock)
        guard !changes.isEmpty else { continue }
        let edit = try editor.apply(changes)
        edits.append(edit)
        texts.append(try editor.text)
        try expectModel(edit, in: editor, round)
      }
      for _ in 0..<2 {
        for index in edits.indices.reversed() {
          try editor.undo(edits[index])
          let text = try editor.text
          #expect(text == texts[index], round.comment)
        }
        for index in edits.indices {
          edits[index] = try editor.apply(edits[index].changes.map(\.restoringItself))
          let text = try editor.text
          #expect(text == texts[index + 1], round.comment)
        }
      }
    }
  }

  static let identified = ShapeSavingTests.Sample(
    name: "identified.json", text: IdentifiedSavingTests.text, attribute: "name", value: .null,
    edited: "", inserted: [:], extended: "")

  private func expectModel(
    _ edit: ChangeSet, in editor: StoreEditor, _ round: SeededGenerator.Round
  ) throws {
    let identifiers = edit.changes.map(\.identifier)
    let stored = try editor.store.snapshots(for: identifiers)
    for change in edit.changes {
      switch change {
      case .insert(let snapshot, _): #expect(stored[snapshot.identifier] == snapshot, round.comment)
      case .update(_, let after): #expect(stored[after.identifier] == after, round.comment)
      case .delete(let snapshot): #expect(stored[snapshot.identifier] == nil, round.comment)
      }
    }
  }

  private func randomChanges(
    in editor: StoreEditor, _ generator: inout SeededGenerator, _ clock: inout Int
  ) throws -> [ChangeSet.Change] {
    let entities = editor.store.schema.entities
    let picked = generator.pick(from: entities)
    let entity = try #require(picked)
    let objects = try editor.objects(of: entity.name)
    var changes: [ChangeSet.Change] = []
    for object in objects where generator.chance(percent: 40) {
      if generator.chance(percent: 30) {
        changes.append(.delete(object))
      } else if let after = edited(object, entity, &generator) {
        changes.append(.update(before: object, after: after))
      }
    }
    let layout = try #require(editor.store.schema.layout(of: entity.name))
    for _ in 0..<generator.integer(in: 0...2) {
      clock += 1
      let temporary = PersistentIdentifier(
        storeIdentifier: nil, entityName: entity.name, primaryKey: .temporary(Int64(clock)))
      var snapshot = EntitySnapshot(
        identifier: temporary, layout: layout, values: layout.names.map { _ in nil })
      for name in ["key", "id", "_id"] where entity.attribute(AttributeName(name))?.type == .text {
        snapshot[AttributeName(name)] = .text("k\(clock)")
      }
      changes.append(.insert(edited(snapshot, entity, &generator) ?? snapshot, restoring: nil))
    }
    return changes
  }

  private func edited(
    _ snapshot: EntitySnapshot, _ entity: EntitySchema.Entity, _ generator: inout SeededGenerator
  ) -> EntitySnapshot? {
    let names = entity.attributes.map(\.name).filter {
      !["id", "_id", "key"].contains($0.rawValue)
    }
    guard let name = generator.pick(from: names) else { return nil }
    var snapshot = snapshot
    if case .date? = entity.attribute(name)?.type {
      let seconds = Double(generator.integer(in: 0...90_000_000)) / 4
      snapshot[name] = generator.choose(.null, .date(Date(timeIntervalSince1970: seconds)))
      return snapshot
    }
    snapshot[name] = generator.choose(
      .null, .bool(true), .integer(Int64(generator.integer(in: -9...9))),
      .text("é\(generator.integer(in: 0...9))\"\n"),
      .array([.integer(1), .text("x")]), .array([.integer(1)]), .array([]),
      .object(
        AttributeObject([.init(name: "a", value: .integer(Int64(generator.integer(in: 0...3))))])))
    return snapshot
  }
}

extension ChangeSet.Change {
  /// An insert that is done again under the identifier that it got.
  fileprivate var restoringItself: ChangeSet.Change {
    guard case .insert(let snapshot, _) = self else { return self }
    return .insert(snapshot, restoring: snapshot.identifier)
  }
}
