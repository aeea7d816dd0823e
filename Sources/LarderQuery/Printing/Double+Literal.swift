extension Double {
  /// The shortest text that reads back as the same number, with a point or an exponent; `nil` for
  /// infinities and what is no number.
  var literalText: String? { isFinite ? description : nil }
}
