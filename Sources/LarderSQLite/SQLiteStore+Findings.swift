public import LarderStore

extension SQLiteStore: FindingProviding {
  /// Tables and views that cannot be read, with the reason.
  public var findings: [StoreFinding] {
    unreadable.map { StoreFinding("`\($0.name)` cannot be read: \($0.reason)") }
  }
}
