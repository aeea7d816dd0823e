/// A failure to write results.
enum OutputError: Error, Hashable {
  /// The reader has gone; the run ends quietly.
  case closed
  /// The medium refused, with its `errno`.
  case failed(Int32, name: String)
}
