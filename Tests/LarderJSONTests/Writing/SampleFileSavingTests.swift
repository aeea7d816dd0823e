import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderJSON

@Suite(.enabled(if: !SampleFiles.names.isEmpty, "the sample files are not here"))
struct SampleFileSavingTests {
  @Test(arguments: SampleFiles.names)
  func anEditOfOneAttributeChangesOnlyThatValueAndUndoneItIsGone(name: String) throws {
    let editor = try copy(of: name)
    let original = try editor.text

    for entity in editor.store.schema.entities {
      let snapshots = try editor.objects(of: entity.name)
      let row = snapshots.count / 2
      // Large files take long to read again and again.
      for attribute in entity.attributes.prefix(original.utf8.count > 100_000 ? 2 : 8) {
        guard let value = snapshots[row][attribute.name], let other = different(value),
          let range = try valueRange(of: attribute.name, entity.name, row: row, in: editor.store)
        else { continue }
        let edit = try? editor.set(attribute.name, ofRow: row, of: entity.name, to: other)
        // The key that a record stands under stays as it is.
        guard let edit else { continue }
        try expectOnlyChange(of: range, from: original, to: editor.text)
        #expect(try isAlike(editor.objects(of: entity.name)[row][attribute.name], other))
        try editor.undo(edit)
        #expect(try editor.text == original, "\(entity.name).\(attribute.name)")
      }
    }
  }

  @Test(arguments: SampleFiles.names)
  func deletedAndNewRecordsLeaveNoTraceWhenUndone(name: String) throws {
    let editor = try copy(of: name)
    let original = try editor.text
    let entity = try #require(editor.store.schema.entities.first)
    let snapshots = try editor.objects(of: entity.name)

    let deletion = try editor.delete(rows: [0, snapshots.count / 2, snapshots.count - 1].uniqued)
    let insertion = try? editor.insert(newValues(like: snapshots[0], in: editor.store))
    #expect(try editor.text != original)
    try insertion.map(editor.undo)
    try editor.undo(deletion)

    #expect(try editor.text == original)
    #expect(try editor.objects(of: entity.name) == snapshots)
  }

  @Test(arguments: SampleFiles.names)
  func aCopyOfARecordReadsAsTheRecord(name: String) throws {
    let editor = try copy(of: name)
    let entity = try #require(editor.store.schema.entities.first)
    let first = try editor.objects(of: entity.name)[0]
    let values = newValues(like: first, in: editor.store)

    // Where identities are texts that cannot be made up, there is nothing to show.
    guard (try? editor.insert(values)) != nil else { return }
    let last = try #require(try editor.objects(of: entity.name).last)

    for (name, value) in values { #expect(isAlike(last[name], value), "\(name)") }
  }

  private func copy(of name: String) throws -> StoreEditor {
    let bytes = try Data(contentsOf: URL(filePath: SampleFiles.path(name)))
    return try StoreEditor(String(decoding: bytes, as: UTF8.self), name: name)
  }

  /// All values but the identity.
  private func newValues(
    like snapshot: EntitySnapshot, in store: JSONStore
  ) -> [AttributeName: AttributeValue] {
    let identity = store.lastFile.extent(of: snapshot.layout.entityName)?.keys.source
    var values: [AttributeName: AttributeValue] = [:]
    for (name, value) in zip(snapshot.layout.names, snapshot.values) {
      if identity == .attribute(name) || identity == .key { continue }
      values[name] = value
    }
    return values
  }

  private func valueRange(
    of attribute: AttributeName, _ entity: EntityName, row: Int, in store: JSONStore
  ) throws -> Range<Int>? {
    let table = try #require(store.lastFile.document.table(of: entity))
    return table.fields.firstIndex { $0.name == attribute }
      .flatMap { table.valueRange(ofField: $0, row: row) }
  }

  private func expectOnlyChange(of range: Range<Int>, from old: String, to new: String) throws {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    let tail = before.count - range.upperBound
    #expect(after.count >= range.lowerBound + tail)
    #expect(before[..<range.lowerBound] == after.prefix(range.lowerBound))
    #expect(before[range.upperBound...].elementsEqual(after.suffix(tail)))
    #expect(before != after)
  }

  private func different(_ value: AttributeValue) -> AttributeValue? {
    switch value {
    case .bool(let bool): .bool(!bool)
    case .integer(let integer): .integer(integer &+ 1)
    case .real(let real): .real(real + 1.5)
    case .text(let text): .text(text + "\u{E9}\"/")
    case .date(let date): .date(date.addingTimeInterval(86400))
    case .array(let elements) where !elements.isEmpty: .array(elements.dropLast())
    case .object(let object):
      object.members.first.flatMap { member in
        different(member.value).map {
          .object(
            AttributeObject([.init(name: member.name, value: $0)] + object.members.dropFirst()))
        }
      }
    default: nil
    }
  }

  /// A whole real may be written as an integer.
  private func isAlike(_ left: AttributeValue?, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let integer), .real(let real)): Double(integer) == real
    case (.array(let mine), .array(let theirs)):
      mine.count == theirs.count && zip(mine, theirs).allSatisfy(isAlike)
    case (.object(let mine), .object(let theirs)):
      mine.members.count == theirs.members.count
        && zip(mine.members, theirs.members).allSatisfy {
          $0.name == $1.name && isAlike($0.value, $1.value)
        }
    default: left == right
    }
  }
}

extension [Int] {
  fileprivate var uniqued: [Int] { Set(self).sorted() }
}
