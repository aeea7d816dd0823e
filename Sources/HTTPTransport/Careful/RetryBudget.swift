/// What may be spent on repetitions: a service that is down is not asked several times for every request.
///
/// Ten repetitions are free; a request that succeeds earns a tenth of one.
struct RetryBudget {
  private static let most = 100

  /// In tenths of a repetition.
  private var tenths = most

  mutating func earn() { tenths = min(Self.most, tenths + 1) }

  /// Takes one repetition; false where none is left.
  mutating func spend() -> Bool {
    guard tenths >= 10 else { return false }
    tenths -= 10
    return true
  }
}
