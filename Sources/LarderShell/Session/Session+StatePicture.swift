import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// The objects that are changed or were listed, as each context and the current store have them.
  func statePicture() throws -> StatePicture {
    let open = try currentOpenStore()
    let subjects = pictureSubjects(in: open)
    let shown = subjects.prefix(StatePicture.rowLimit)
    let stored = try open.store.snapshots(
      for: shown.map(\.identifier).filter { !$0.isTemporary })
    return StatePicture(
      holders: contexts.map { StatePicture.Holder(title: "context \($0.name)") } + [
        StatePicture.Holder(title: "store \(open.name)", isStore: true)
      ],
      rows: try shown.map { try row(of: $0, stored: stored[$0.identifier]) },
      hiddenCount: subjects.count - shown.count)
  }

  /// An object of a picture; a temporary identifier means it in one context only.
  private struct Subject: Hashable {
    var identifier: PersistentIdentifier
    var context: String?
  }

  /// Changed objects first, in the order of the contexts, then those of the last listing.
  private func pictureSubjects(in open: OpenStore) -> [Subject] {
    var subjects: [Subject] = []
    var known: Set<Subject> = []
    func add(_ identifier: PersistentIdentifier, _ named: NamedContext) {
      let identifier = named.context.permanentIdentifier(for: identifier)
      guard identifier.isTemporary || identifier.storeIdentifier == open.store.identifier else {
        return
      }
      let subject = Subject(
        identifier: identifier, context: identifier.isTemporary ? named.name : nil)
      if known.insert(subject).inserted { subjects.append(subject) }
    }
    for named in contexts {
      let changes = named.context.changes(in: open.name)
      for identifier in changes.inserted + changes.updated + changes.deleted {
        add(identifier, named)
      }
    }
    for named in contexts where named.name == currentContext {
      for identifier in listing + inserted { add(identifier, named) }
    }
    return subjects
  }

  private func row(of subject: Subject, stored: EntitySnapshot?) throws -> StatePicture.Row {
    let earlier = inserted.first {
      context.permanentIdentifier(for: $0) == subject.identifier && $0 != subject.identifier
    }
    let name = subject.identifier.description
    let cells = try contexts.map { named -> StatePicture.Cell in
      if let only = subject.context, only != named.name { return StatePicture.Cell(state: .none) }
      return try cell(of: subject.identifier, in: named.context, stored: stored)
    }
    let inStore = stored.map {
      StatePicture.Cell(state: .held, detail: $0.shortText)
    }
    return StatePicture.Row(
      object: earlier.map { "\($0) → \(name)" } ?? name,
      cells: cells + [inStore ?? StatePicture.Cell(state: .absent)])
  }

  private func cell(
    of identifier: PersistentIdentifier, in context: EntityContext, stored: EntitySnapshot?
  ) throws -> StatePicture.Cell {
    let seen = context.registeredSnapshot(for: identifier)
    switch context.pendingChange(of: identifier) {
    case .insert:
      let now = try context.snapshot(for: identifier)
      return StatePicture.Cell(state: .inserted, detail: now?.shortText ?? "")
    case .delete: return StatePicture.Cell(state: .deleted)
    case .update:
      let now = try context.snapshot(for: identifier)
      return StatePicture.Cell(state: .updated, detail: seen?.changes(to: now) ?? "")
    case nil:
      guard let seen else { return StatePicture.Cell(state: .none) }
      let difference = seen.changes(to: stored, onlyLoaded: true)
      guard difference.isEmpty else { return StatePicture.Cell(state: .stale, detail: difference) }
      return StatePicture.Cell(state: stored == nil ? .stale : .unchanged)
    }
  }
}

extension EntitySnapshot {
  /// The first values that are there: `name "Oslo", days 4`.
  fileprivate var shortText: String {
    let shown = zip(layout.names, values).compactMap { name, value -> String? in
      guard let value, value != .null, value != .array([]) else { return nil }
      return "\(name) \(QueryPrinter.text(value))"
    }
    return shown.prefix(2).joined(separator: ", ") + (shown.count > 2 ? ", …" : "")
  }

  /// The properties that another snapshot has otherwise, `days 3 → 4`; with `onlyLoaded` those that both hold.
  fileprivate func changes(to other: EntitySnapshot?, onlyLoaded: Bool = false) -> String {
    guard let other else { return "" }
    let changed = layout.names.filter { name in
      let isCompared = !onlyLoaded || (self[name] != nil && other[name] != nil)
      return isCompared && self[name] != other[name]
    }
    let shown = changed.prefix(2).map { name in
      "\(name) \(Self.text(self[name])) → \(Self.text(other[name]))"
    }
    return shown.joined(separator: ", ") + (changed.count > 2 ? ", …" : "")
  }

  private static func text(_ value: AttributeValue?) -> String {
    value.map { QueryPrinter.text($0) } ?? "missing"
  }
}
