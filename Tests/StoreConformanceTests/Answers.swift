import FoundationEssentials
import LarderCore
import LarderStore

/// What a statement answered, in words that do not name the store: a row a line, or the error.
enum Answer {
  /// The answer to a query; a thrown error becomes its code.
  static func of(_ query: EntityQuery, in context: EntityContext) -> [String] {
    answer { try lines(of: context.run(query, in: "store")) }
  }

  /// What an edit touched.
  static func of(_ edit: EntityEdit, in context: EntityContext) -> [String] {
    answer {
      let outcome = try context.perform(edit, in: "store")
      return [
        "inserted \(outcome.inserted.sorted())", "updated \(outcome.updated.sorted())",
        "deleted \(outcome.deleted.sorted())",
      ]
    }
  }

  static func answer(_ body: () throws -> [String]) -> [String] {
    do {
      return try body()
    } catch let error as PersistenceError {
      let subject = [
        error.identifier?.description, error.entity?.rawValue, error.attribute?.rawValue,
      ]
      let conflicts = error.conflicts.map { "conflict \($0.identifier)" }.sorted()
      return ["\(error.code.rawValue) \(subject.compactMap(\.self).joined(separator: " "))"]
        + conflicts
    } catch {
      return ["\(error)"]
    }
  }

  private static func lines(of result: QueryResult) -> [String] {
    switch result {
    case .objects(let snapshots): snapshots.map(line)
    case .count(let count): ["\(count)"]
    case .rows(_, let rows): rows.map { row in row.map(text).joined(separator: " | ") }
    }
  }

  /// The attributes and to-one relationships that all stores have; to-many may not be loaded.
  private static func line(of snapshot: EntitySnapshot) -> String {
    let entity = ConformanceRows.schema.entity(snapshot.layout.entityName)
    let attributes = (entity?.attributes ?? []).map(\.name)
    let relationships = (entity?.relationships ?? []).filter { !$0.isToMany }.map(\.name)
    let values = (attributes + relationships).map { "\($0)=\(text(snapshot[$0]))" }
    return "\(snapshot.identifier) " + values.joined(separator: " ")
  }

  /// Null and missing alike, since not every store can tell them apart; numbers by their value.
  private static func text(_ value: AttributeValue?) -> String {
    switch value {
    case nil, .null: "nil"
    case .integer(let number): "\(number)"
    case .real(let number):
      number == number.rounded() && abs(number) < 1e15
        ? "\(Int64(number))" : "\(number)"
    case .text(let text): text.quotedLiteral
    case .date(let date): "@\(date.timeIntervalSinceReferenceDate)"
    case .identifier(let identifier): identifier.description
    case .array(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    case .some(let other): "\(other)"
    }
  }
}
