import SwiftData

/// A row of the old database, in the form in which snapshots are coded: the identifier, and a member for each
/// property of the class.
protocol OldRow: Codable {
  static var table: String { get }
  static var columns: [String] { get }

  var persistentIdentifier: PersistentIdentifier { get }

  /// One a column.
  var values: [OldDatabase.Value] { get }

  init?(_ identifier: PersistentIdentifier, _ values: [OldDatabase.Value])
}

struct AuthorRow: OldRow {
  static let table = "author"
  static let columns = ["full_name"]

  let persistentIdentifier: PersistentIdentifier
  let name: String

  var values: [OldDatabase.Value] { [.text(name)] }

  init?(_ identifier: PersistentIdentifier, _ values: [OldDatabase.Value]) {
    guard case .text(let name) = values[0] else { return nil }
    persistentIdentifier = identifier
    self.name = name
  }
}

struct BookRow: OldRow {
  static let table = "book"
  static let columns = ["title", "pages", "author_id"]

  let persistentIdentifier: PersistentIdentifier
  let title: String
  let pages: Int
  let authorKey: Int?

  var values: [OldDatabase.Value] {
    [.text(title), .integer(Int64(pages)), authorKey.map { .integer(Int64($0)) } ?? .null]
  }

  init?(_ identifier: PersistentIdentifier, _ values: [OldDatabase.Value]) {
    guard case .text(let title) = values[0], case .integer(let pages) = values[1] else {
      return nil
    }
    persistentIdentifier = identifier
    self.title = title
    self.pages = Int(pages)
    if case .integer(let key) = values[2] { authorKey = Int(key) } else { authorKey = nil }
  }
}

extension DefaultSnapshot {
  /// A snapshot of a row, by its coded form.
  init(row: some OldRow) throws {
    self = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONEncoder().encode(row))
  }

  func row<Row: OldRow>(as type: Row.Type) throws -> Row {
    try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
  }
}
