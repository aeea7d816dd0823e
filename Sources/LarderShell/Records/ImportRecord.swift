import JSONTree

/// A record of a file: its values by the names of their columns, in order.
struct ImportRecord {
  struct Field {
    var name: String
    var value: ImportValue
  }

  /// Where the record begins.
  var offset: Int
  var fields: [Field]
}

/// A value as a file has it.
enum ImportValue: Hashable {
  /// A cell that stands for nil.
  case null
  /// A cell's text, of whatever type.
  case text(String)
  case json(JSONNode)

  /// The value as a message quotes it.
  var shown: String {
    let text =
      switch self {
      case .null, .json(.null): "nil"
      case .text(let text): text
      case .json(let node): node.text
      }
    let isLong = text.count > 40
    let short = VisibleText.of(isLong ? text.prefix(39) + "…" : text)
    return short.isEmpty ? "an empty text" : "`\(short)`"
  }
}
