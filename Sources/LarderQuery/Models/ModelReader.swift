public import LarderCore

/// Reads entities from Swift source that declares `@Model` classes.
public enum ModelReader {
  /// The entities of a source in its order, and what is wrong with it, at most ten problems.
  ///
  /// Stored properties become attributes and relationships; methods, computed properties and other
  /// declarations are passed over. Of `#if` the first branch counts. Inverses that are not written are
  /// inferred where there is only one pair of relationships that can mirror each other. Where there are
  /// problems, the schema holds what could be read all the same.
  public static func entities(from swiftSource: String) -> (EntitySchema, [Diagnostic]) {
    var reader = SwiftReader(swiftSource)
    reader.read()
    var builder = SchemaBuilder(reader)
    let schema = builder.schema()
    return (schema, DiagnosticList(builder.diagnostics).diagnostics)
  }
}
