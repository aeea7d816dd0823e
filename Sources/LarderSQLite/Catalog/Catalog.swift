/// What a database says about its tables and views, before any of it is given a meaning.
struct Catalog: Sendable {
  /// In the order in which the database lists them.
  var tables: [Table]

  /// Tables and views that cannot be read, with the reason.
  var unreadable: [UnreadableTable]

  struct Table: Sendable {
    var name: TableName
    var kind: Kind
    var isStrict: Bool
    var isWithoutRowID: Bool

    /// Without the hidden columns of virtual tables.
    var columns: [Column]
    var foreignKeys: [ForeignKey]
    var indices: [Index]

    /// The columns of the primary key in its order; empty when none is declared.
    var primaryKey: [Column] {
      columns.filter { $0.primaryKeyPlace > 0 }.sorted { $0.primaryKeyPlace < $1.primaryKeyPlace }
    }

    /// A column by its name, without regard to ASCII case, as SQL compares names.
    func column(_ name: String) -> Column? {
      columns.first { $0.name == name } ?? columns.first { $0.name.isSameSQLName(as: name) }
    }
  }

  enum Kind: String, Sendable { case table, view, virtual, shadow }

  struct Column: Sendable {
    var name: String
    var declaredType: String
    var isNotNull: Bool

    /// The SQL of the default, or `nil` when there is none.
    var defaultSQL: String?

    /// 1 for the first column of the primary key, 0 outside it.
    var primaryKeyPlace: Int
    var isGenerated: Bool
    var collation: String
    var affinity: Affinity
  }

  struct ForeignKey: Sendable {
    var parent: TableName

    /// Child and parent columns in pairs.
    var pairs: [ColumnPair]
    var onDelete: String
  }

  struct Index: Sendable {
    var columns: [String]
    var isUnique: Bool
  }
}

/// A table or view that cannot be read, with the reason.
public struct UnreadableTable: Hashable, Sendable {
  public var name: String

  /// SQLite's own words, such as `no such function: books_list_filter`.
  public var reason: String

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

extension String {
  /// Two names that SQL takes for one: equal but for the case of ASCII letters.
  func isSameSQLName(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { left, right in
      left == right || (left | 0x20 == right | 0x20 && (0x61...0x7A).contains(left | 0x20))
    }
  }
}
