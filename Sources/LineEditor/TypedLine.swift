/// A line as it is being typed.
struct TypedLine: Hashable {
  var text: String

  /// Characters before the cursor.
  var cursor: Int
}
