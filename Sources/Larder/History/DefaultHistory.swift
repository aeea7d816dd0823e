import LarderStore

/// The history of a store of ours, in SwiftData's form.
struct DefaultHistory {
  let store: any HistoryKeeping
  let schema: Schema

  /// - Throws: ``SwiftDataError/historyTokenExpired`` where the condition has a token behind which
  ///   transactions were forgotten; what the store throws.
  func fetch(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    var after: Int64?
    if let bound = TokenBound.lowerBound(of: descriptor.predicate),
      let seen = bound.token.tokenValue?[store.identifier]
    {
      if let deleted = try store.lastDeletedTransaction(), seen < deleted {
        throw SwiftDataError.historyTokenExpired
      }
      after = bound.isIncluded ? seen.subtractingReportingOverflow(1).partialValue : seen
    }
    return try descriptor.apply(to: transactions(after: after))
  }

  func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    let doomed = try descriptor.apply(to: transactions(after: nil))
    try store.deleteTransactions(Set(doomed.map(\.transactionIdentifier)))
  }

  private func transactions(after: Int64?) throws -> [DefaultHistoryTransaction] {
    try store.transactions(after: after, of: nil).map {
      DefaultHistoryTransaction($0, of: store.identifier, schema: schema)
    }
  }
}
