public import LarderCore

/// What a query gives: the objects, their number, or rows.
public enum QueryResult: Hashable, Sendable {
  case objects([EntitySnapshot])
  case count(Int)
  /// The names of the columns, and a value a column for each row.
  case rows([String], [EntityRow])
}
