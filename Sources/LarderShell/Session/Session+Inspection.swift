import LarderCore
import LarderStore

extension Session {
  /// Each changed attribute before and after.
  func showDifferences() throws {
    let differences = try context.differences()
    guard !differences.isEmpty || settings.mode.isForData else {
      return try report("no unsaved changes")
    }
    try show(
      names: ["identifier", "attribute", "before", "after"],
      differences.map { difference in
        [
          .identifier(difference.identifier), .text(difference.attribute.rawValue),
          difference.before, difference.after,
        ]
      })
  }

  /// Pending changes by kind, and how far undo and redo reach.
  func showStatus() throws {
    let changes = context.changes(in: nil)
    if settings.mode.isForData {
      return try show(
        names: ["inserted", "updated", "deleted", "undo", "redo"],
        [
          [
            changes.inserted.count, changes.updated.count, changes.deleted.count,
            context.undoCount, context.redoCount,
          ].map { .integer(Int64($0)) }
        ])
    }
    var lines = [
      "\(changes.inserted.count) inserted, \(changes.updated.count) updated, "
        + "\(changes.deleted.count) deleted, not saved",
      "\(context.undoCount) to undo, \(context.redoCount) to redo",
    ]
    if let group = context.openGroupName { lines.append("inside the group \(group.quotedLiteral)") }
    for conflict in context.conflicts { lines.append("in conflict: \(conflict.identifier)") }
    try show(lines: lines.joined(separator: "\n"))
  }

  /// What an edit would do: the objects it is about, and what delete rules do to others.
  func showPreview(of edit: EntityEdit, in store: String) throws {
    let preview = try context.preview(edit, in: store)
    let records = preview.effects.map { effect -> [AttributeValue?] in
      [.identifier(effect.identifier), .text(effect.verb), .text(effect.cause.words)]
    }
    try show(names: ["identifier", "effect", "because"], records)
  }
}

extension EditPreview.Effect {
  fileprivate var verb: String {
    if before == nil { return "insert" }
    return after == nil ? "delete" : "update"
  }
}

extension EditCause {
  fileprivate var words: String {
    switch self {
    case .statement: "the statement"
    case .cascade(let source, let relationship): "cascade from \(source).\(relationship)"
    case .nullify(let source, let relationship): "nullify from \(source).\(relationship)"
    case .inverse(let source, let relationship): "inverse of \(source).\(relationship)"
    }
  }
}
