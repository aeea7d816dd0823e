import LarderCore
import SQLiteDriver

extension ChangeWriter {
  /// What became of the changes: objects are read again, but where what was written is sure to stand as it is.
  func result(of changes: ChangeSet) throws -> ChangeSetResult {
    let isPlain = try changes.changes.allSatisfy(\.isInsert) && !hasTriggers()
    var snapshots: [PersistentIdentifier: EntitySnapshot] = [:]
    snapshots.reserveCapacity(changes.changes.count)
    var others: [PersistentIdentifier] = []
    for change in changes.changes {
      guard let written = change.written else { continue }
      if isPlain, let stored = storedSnapshot(of: written) {
        snapshots[stored.identifier] = stored
      } else {
        others.append(permanent(change.identifier))
      }
    }
    if !others.isEmpty {
      snapshots.merge(try reader.snapshots(for: others)) { _, read in read }
    }
    return ChangeSetResult(remappedIdentifiers: remapping, snapshots: snapshots)
  }

  private func hasTriggers() throws(SQLiteError) -> Bool {
    try connection.value(
      """
      SELECT 1 FROM (SELECT type FROM sqlite_schema UNION ALL SELECT type FROM sqlite_temp_schema)
      WHERE type = 'trigger' LIMIT 1
      """) != nil
  }

  /// An inserted object as a read would give it; `nil` where only a read can tell.
  private func storedSnapshot(of written: EntitySnapshot) -> EntitySnapshot? {
    guard let index = mapping.index(of: written.entityName), let plan = insertPlans[index],
      plan.layout == written.layout, plan.table.isStrict, plan.table.table.schema == nil,
      plan.columns.count == plan.table.columns.count
    else { return nil }
    for index in plan.columns.indices {
      guard let value = written.values[plan.columns[index].slot] else { return nil }
      if value == .null {
        if plan.columns[index].isLeftOutForNull { return nil }
      } else if value.kind != plan.columns[index].sameKind {
        return nil
      }
    }
    guard plan.otherSlots.allSatisfy({ written.values[$0] == nil }) else { return nil }
    var result = written
    result.identifier = permanent(written.identifier)
    for slot in plan.toManySlots where result.values[slot] != nil { result.values[slot] = nil }
    for slot in plan.toOneSlots {
      switch result.values[slot] {
      case .null?: break
      case .identifier(let destination)?:
        result.values[slot] = .identifier(permanent(destination))
      default: return nil
      }
    }
    return result
  }
}

extension ColumnMapping {
  /// The kind of the values that are read as they were written; `nil` where no kind is sure to be.
  var sameKind: AttributeValue.Kind? {
    guard !isPart, !hasDefault else { return nil }
    return switch (meaning, affinity) {
    case (.asStored, .text): .text
    case (.asStored, .integer): .integer
    case (.asStored, .real): .real
    case (.bool, .integer): .bool
    case (.seconds, .real): .date
    default: nil
    }
  }
}
