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

  /// The entities of a source that may lead to others, declared before.
  ///
  /// Of those only the ones that the source declares anew, or that got an inverse by it, are returned.
  public static func entities(
    from swiftSource: String, beside known: EntitySchema
  ) -> ([EntitySchema.Entity], [Diagnostic]) {
    let (alone, _) = entities(from: swiftSource)
    let others = EntitySchema(entities: known.entities.filter { alone.entity($0.name) == nil })
    // Behind the source, so that the places of its problems stay.
    let context = others.entities.map { ModelPrinter.source(of: $0, in: known) }
    let source = ([swiftSource] + context).joined(separator: "\n")
    let (schema, problems) = entities(from: source)
    let end = swiftSource.utf8.count
    let declared = schema.entities.filter { alone.entity($0.name) != nil }
    let linked = others.entities.compactMap { $0.linked(as: schema.entity($0.name)) }
    return (declared + linked, problems.filter { $0.span.lowerBound <= end })
  }
}

extension EntitySchema.Entity {
  /// The entity with the inverses that another reading of it has; `nil` where there are no more.
  fileprivate func linked(as other: Self?) -> Self? {
    var result = self
    for (index, relationship) in relationships.enumerated() where relationship.inverse == nil {
      result.relationships[index].inverse = other?.relationship(relationship.name)?.inverse
    }
    return result == self ? nil : result
  }
}
