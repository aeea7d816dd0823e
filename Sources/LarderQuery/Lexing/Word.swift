/// A word with a meaning of its own, in lower case or in capitals; `Count` is only a name.
enum Word: String, Hashable, Sendable, CaseIterable {
  // Clauses.
  case from, `where`, sort, limit, offset, select, group, having, distinct, prefetch, set, by
  // Operators.
  case and, or, not, `in`, between, `is`, contains, beginswith, endswith, like, matches
  case any, all
  case someOf = "some"
  case noneOf = "none"
  // Literals.
  case `nil`, null, `true`, `false`
  // Statements.
  case count, first, insert, update, delete, `let`, save, undo, redo, rollback, diff, status
  case begin, end, refresh, preview, resolve, copy
  // Parts of clauses.
  case asc, desc, forward, reverse, localized, nils, last, `as`, except, bar, missing, empty
  case to, keep, store, discard

  init?(_ text: String) {
    if let word = Word(rawValue: text) {
      self = word
    } else if text.utf8.allSatisfy({ $0 < 0x61 }), let word = Word(rawValue: text.lowercased()) {
      self = word
    } else {
      return nil
    }
  }

  /// Begins a clause; a line that starts with it goes on with the statement above.
  var isClause: Bool {
    switch self {
    case .where, .sort, .limit, .offset, .select, .group, .having, .distinct, .prefetch, .set: true
    default: false
    }
  }

  /// Never a plain name in an expression.
  var isReservedInExpressions: Bool { isClause || self == .from || self == .by }

  /// Something must follow it: an operand, or what a clause holds.
  var isOperator: Bool {
    switch self {
    case .and, .or, .not, .in, .between, .contains, .beginswith, .endswith, .like, .matches, .by:
      true
    default: false
    }
  }
}
