extension Dialect {
  /// The names of the dialects that need no file.
  public static let builtInNames = [
    "odata", "pocketbase", "jsonapi", "jsonapi-fields", "kinto", "drf", "json-server", "postgrest",
  ]

  /// The JSON text of a dialect that needs no file, to start a description of one's own from; `nil`
  /// for another name.
  public static func builtInText(named name: String) -> String? {
    switch name {
    case "odata": odataText
    case "pocketbase": pocketBaseText
    case "jsonapi": jsonAPIText
    case "jsonapi-fields": jsonAPIFieldsText
    case "kinto": kintoText
    case "drf": drfText
    case "json-server": jsonServerText
    case "postgrest": postgrestText
    default: nil
    }
  }

  /// A dialect that needs no file; `nil` for another name.
  public static func builtIn(named name: String) throws(DialectError) -> Dialect? {
    guard let text = builtInText(named: name) else { return nil }
    return try Dialect(json: Array(text.utf8))
  }
}
