/// A place in the history of the default store.
public struct DefaultHistoryToken: HistoryToken {
  public typealias TokenType = [String: Int64]

  /// The last transaction seen, by store identifier.
  public let tokenValue: TokenType?

  public var id: Int { hashValue }

  /// The store that the token is of; of a token of several stores the first by name, of none nothing.
  public var storeIdentifier: String { tokenValue?.keys.min() ?? "" }

  init(_ transaction: Int64, of store: String) { tokenValue = [store: transaction] }

  /// Earlier and later within a store; of tokens of different stores that whose store's name comes first.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let (left, right) = (lhs.tokenValue ?? [:], rhs.tokenValue ?? [:])
    for store in Set(left.keys).union(right.keys).sorted() where left[store] != right[store] {
      // A token that does not know the store comes behind those that do.
      return left[store] ?? .max < right[store] ?? .max
    }
    return false
  }
}
