import LarderCore

/// The clauses of a query by kind, whatever their order in the text.
struct QueryClauses {
  var conditions: [ExpressionSyntax] = []
  var sort: [SortKeySyntax] = []
  var limit: ExpressionSyntax?
  var offset: ExpressionSyntax?
  var items: [ItemSyntax] = []
  var groupKeys: [ExpressionSyntax] = []
  var having: ExpressionSyntax?
  var isDistinct = false
  var prefetch: [PathSyntax] = []

  /// Where the words stand, for messages.
  var spans: [Word: Range<Int>] = [:]

  init(_ clauses: [ClauseSyntax]) {
    for clause in clauses {
      spans[clause.word] = clause.span
      switch clause.kind {
      case .where(let condition): conditions.append(condition)
      case .sort(let keys): sort = keys
      case .limit(let number): limit = number
      case .offset(let number): offset = number
      case .select(let items): self.items = items
      case .group(let keys): groupKeys = keys
      case .having(let condition): having = condition
      case .distinct: isDistinct = true
      case .prefetch(let paths): prefetch = paths
      }
    }
  }

  /// `select *` alone is what a query gives anyway.
  var selectsObjects: Bool {
    guard !isDistinct, groupKeys.isEmpty else { return false }
    guard items.count == 1, case .everything(except: let paths, _) = items[0] else {
      return items.isEmpty
    }
    return paths.isEmpty
  }
}
