import LarderCore

extension TraceEvent {
  /// The event as a record: its own members first, then a member a detail.
  var record: AttributeValue {
    var members: [(AttributeName, AttributeValue)] = [
      ("number", .integer(Int64(number))), ("phase", .text(phase.rawValue)),
      ("store", .text(store)), ("operation", .text(operation)), ("summary", .text(summary)),
    ]
    if let seconds { members.append(("seconds", .real(seconds))) }
    for detail in details {
      members.append((AttributeName(detail.name), detail.value.json))
      if case .snapshots(_, let count) = detail.value {
        members.append(("count", .integer(Int64(count))))
      }
    }
    return .record(members)
  }
}

extension TraceEvent.Value {
  fileprivate var json: AttributeValue {
    switch self {
    case .text(let text): .text(text)
    case .lines(let lines): .array(lines.map { .text($0) })
    case .snapshots(let snapshots, _): .array(snapshots.map(\.json))
    case .changes(let changes): .array(changes.map(\.json))
    case .remapping(let map):
      .record(map.sorted { $0.key < $1.key }.map { ($0.key.memberName, .identifier($0.value)) })
    case .destinations(let map):
      .record(
        map.sorted { $0.key < $1.key }.map { source, destinations in
          (source.memberName, .array(destinations.map { .identifier($0) }))
        })
    }
  }
}

extension ChangeSet.Change {
  fileprivate var json: AttributeValue {
    let members: [(AttributeName, AttributeValue)] =
      switch self {
      case .insert(let snapshot, _): [("change", .text("insert")), ("after", snapshot.json)]
      case .update(let before, let after):
        [("change", .text("update")), ("before", before.json), ("after", after.json)]
      case .delete(let snapshot): [("change", .text("delete")), ("before", snapshot.json)]
      }
    return .record(members)
  }
}

extension EntitySnapshot {
  fileprivate var json: AttributeValue {
    let own = zip(layout.names, values).compactMap { name, value in value.map { (name, $0) } }
    return .record([("$id", .identifier(identifier))] + own)
  }
}

extension PersistentIdentifier {
  fileprivate var memberName: AttributeName { AttributeName(description) }
}

extension AttributeValue {
  fileprivate static func record(_ members: [(AttributeName, AttributeValue)]) -> AttributeValue {
    .object(AttributeObject(members.map { .init(name: $0.0, value: $0.1) }))
  }
}
