import LarderCore
import LarderQuery
import LarderStore

/// A change that a store may have written or not: the last reply about it was lost.
struct UnknownOutcome: Hashable {
  enum Change: Hashable {
    case insert(EntitySnapshot)

    /// Values as they were and as they were to be.
    case update([AttributeDifference])
    case delete
  }

  var object: PersistentIdentifier
  var change: Change

  /// What was to be written, and how to look whether it was.
  var words: String {
    switch change {
    case .insert(let snapshot):
      let arguments = Self.plainValues(of: snapshot).map {
        "\(InsertFormat.name($0.name.rawValue)): \(QueryPrinter.text($0.value))"
      }
      let insert = "insert \(object.entity)(\(arguments.joined(separator: ", ")))"
      guard let query = Self.query(snapshot) else { return "\(object): `\(insert)`" }
      return "\(object): `\(insert)`; whether it is there, `\(query)` shows"
    case .update(let differences):
      let texts = ValueText(OutputSettings())
      let changes = differences.map { difference in
        let values = [difference.before, difference.after].map { $0.map(texts.text) ?? "missing" }
        return "\(difference.attribute) from \(values[0]) to \(values[1])"
      }
      return "\(object): \(changes.joined(separator: ", ")); `\(object)` shows what it is now"
    case .delete: return "\(object): delete; `\(object)` shows whether it is there"
    }
  }

  private static func plainValues(
    of snapshot: EntitySnapshot
  ) -> [(name: AttributeName, value: AttributeValue)] {
    zip(snapshot.layout.names, snapshot.values).compactMap { name, value in
      guard let value, value != .null, !value.holdsIdentifier else { return nil }
      return (name, value)
    }
  }

  /// A query for objects with the same texts, numbers and truth values.
  private static func query(_ snapshot: EntitySnapshot) -> String? {
    let conditions = plainValues(of: snapshot).compactMap { name, value -> EntityPredicate? in
      switch value.kind {
      case .text, .integer, .bool:
        .comparison(.equal, .path(AttributePath(name)), .value(value))
      default: nil
      }
    }
    guard !conditions.isEmpty else { return nil }
    return QueryPrinter.text(
      EntityFetchDescriptor(
        entity: snapshot.identifier.entity,
        predicate: conditions.count == 1 ? conditions[0] : .and(conditions)))
  }
}

extension Session {
  /// Takes down what a save left undecided, while the changes are still pending.
  func noteUnknownOutcomes(_ error: any Error) throws {
    let failures = (error as? PersistenceError)?.failures ?? []
    let differences = Dictionary(grouping: try context.differences(), by: \.identifier)
    unknownOutcomes = try failures.filter { $0.code == .unknownOutcome }.compactMap { failure in
      guard let object = failure.identifier else { return nil }
      switch context.pendingChange(of: object) {
      case .insert:
        guard let snapshot = try context.snapshot(for: object) else { return nil }
        return UnknownOutcome(object: object, change: .insert(snapshot))
      case .delete: return UnknownOutcome(object: object, change: .delete)
      case .update, nil:
        return UnknownOutcome(object: object, change: .update(differences[object] ?? []))
      }
    }
  }

  /// Says what nobody knows of when the program ends, for nothing of it is kept; returns whether there is any.
  func tellUnknownOutcomes() throws -> Bool {
    guard !unknownOutcomes.isEmpty else { return false }
    let lines = unknownOutcomes.map { "  " + $0.words }
    let message =
      "the program ends without knowing whether this was written; look before you do it again:\n"
      + lines.joined(separator: "\n")
    standardError.append(VisibleText.ofLines(message) + "\n")
    try standardError.flush()
    return true
  }
}
