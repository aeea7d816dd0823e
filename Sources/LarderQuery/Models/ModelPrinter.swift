public import LarderCore

/// Writes entities as Swift source with `@Model` classes, which ``ModelReader`` reads back.
public enum ModelPrinter {
  /// One entity as a class, with the enums and structs of its attributes inside it.
  ///
  /// What Swift cannot say, and what was seen of an inferred type, stands in comments. The inverse
  /// of a relationship is written on one of the two sides.
  public static func source(of entity: EntitySchema.Entity, in schema: EntitySchema) -> String {
    var writer = ModelWriter(entity: entity, schema: schema)
    writer.write()
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// All entities of a schema, in its order.
  public static func source(of schema: EntitySchema) -> String {
    schema.entities.map { source(of: $0, in: schema) }.joined(separator: "\n")
  }
}

/// Collects the lines of one model class.
struct ModelWriter {
  let entity: EntitySchema.Entity
  let schema: EntitySchema
  var lines: [String] = []
  private var indentation = ""

  /// Structs and enums to write after the properties, by name.
  var nestedTypes: [(name: String, type: EntitySchema.AttributeType)] = []

  init(entity: EntitySchema.Entity, schema: EntitySchema) {
    self.entity = entity
    self.schema = schema
  }

  mutating func line(_ text: String, comments: [String] = []) {
    let comment = comments.isEmpty ? "" : "  // " + comments.joined(separator: "; ")
    lines.append(text.isEmpty ? "" : indentation + text + comment)
  }

  /// Writes a line that opens a brace, what stands in it, and the closing brace.
  mutating func block(_ opening: String, _ body: (inout Self) -> Void) {
    line(opening + " {")
    indentation += "  "
    body(&self)
    indentation.removeLast(2)
    line("}")
  }

  mutating func write() {
    for comment in entityComments { line("// " + comment) }
    line("@Model")
    block(classHead) { writer in
      writer.writeConstraints()
      for attribute in writer.entity.attributes { writer.write(attribute) }
      for relationship in writer.entity.relationships { writer.write(relationship) }
      writer.writeInitializer()
      writer.writeNestedTypes()
    }
  }

  private var classHead: String {
    let isFinal = !schema.entities.contains { $0.superentity == entity.name }
    let superclass = entity.superentity.map { ": " + typeName($0.rawValue) } ?? ""
    return (isFinal ? "final " : "") + "class " + typeName(entity.name.rawValue) + superclass
  }

  private var entityComments: [String] {
    var comments: [String] = []
    if entity.isAbstract { comments.append("abstract: objects are of an entity below it") }
    if entity.isReadOnly { comments.append("read-only: objects can be read but not changed") }
    if SwiftNames.spelled(entity.name.rawValue) == nil {
      comments.append("the entity's name is \(entity.name.rawValue.quotedLiteral)")
    }
    return comments
  }

  private mutating func writeConstraints() {
    let constraints = keyPathGroups(entity.uniquenessConstraints)
    let name = typeName(entity.name.rawValue)
    if !constraints.isEmpty { line("#Unique<\(name)>(\(constraints))") }
    let indices = keyPathGroups(entity.indices)
    if !indices.isEmpty { line("#Index<\(name)>(\(indices))") }
    if !constraints.isEmpty || !indices.isEmpty { line("") }
  }

  private func keyPathGroups(_ groups: [[AttributeName]]) -> String {
    groups.map { group in
      "[" + group.map { "\\." + memberName($0.rawValue) }.joined(separator: ", ") + "]"
    }.joined(separator: ", ")
  }

  func typeName(_ name: String) -> String {
    SwiftNames.spelled(name) ?? SwiftNames.made(from: name)
  }

  func propertyName(_ name: String) -> String {
    SwiftNames.spelled(name) ?? SwiftNames.made(from: name)
  }

  func memberName(_ name: String) -> String {
    SwiftNames.member(name) ?? SwiftNames.made(from: name)
  }
}
