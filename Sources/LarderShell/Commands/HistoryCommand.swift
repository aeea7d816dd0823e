import LarderCore
import LarderStore

extension ShellCommand {
  static let history = ShellCommand(
    "history", ".history [ENTITY]", "Show the saves that made the current store, change by change."
  ) { arguments, session in
    let open = try session.currentOpenStore()
    guard let store = open.store.base as? any HistoryKeeping, store.keepsHistory else {
      throw PersistenceError(
        .unsupported, detail: "`\(open.name)` keeps no history; stores made by larder do")
    }
    var entity: EntityName?
    if !arguments.isEmpty {
      let name = EntityName(try CommandWords.one(arguments))
      guard store.schema.entity(name) != nil else {
        throw PersistenceError(.unknownEntity, entity: name)
      }
      entity = name
    }
    let transactions = try store.transactions(after: nil, of: entity)
    try session.show(
      names: ["transaction", "date", "author", "kind", "object", "attributes", "tombstone"],
      transactions.flatMap(\.records))
  }
}

extension EntityTransaction {
  /// A record a change.
  fileprivate var records: [[AttributeValue?]] {
    changes.map { change in
      [
        .integer(identifier), .date(date), author.map { .text($0) } ?? .null,
        .text(change.kind.rawValue), .identifier(change.identifier),
        change.kind == .update
          ? .array(change.attributes.map { .text($0.rawValue) }) : .null,
        change.kind == .delete ? .object(change.tombstone) : .null,
      ]
    }
  }
}
