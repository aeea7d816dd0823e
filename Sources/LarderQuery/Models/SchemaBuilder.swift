import LarderCore

/// Makes a schema of declarations: looks up types, sorts attributes from relationships.
struct SchemaBuilder {
  let reader: SwiftReader
  let declarations: SwiftDeclarations
  var diagnostics: [Diagnostic]

  /// The names of all models.
  let modelNames: Set<String>

  /// Relationships whose inverse is written, as entity and name.
  var writtenInverses: [(entity: EntityName, name: AttributeName, inverse: SwiftReader.KeyPath)] =
    []

  init(_ reader: SwiftReader) {
    self.reader = reader
    declarations = reader.declarations
    diagnostics = reader.diagnostics
    modelNames = Set(declarations.models.map(\.name))
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, at span: Range<Int>, help: String? = nil
  ) {
    diagnostics.append(Diagnostic(code, message, at: span, help: help))
  }

  mutating func schema() -> EntitySchema {
    if declarations.models.isEmpty, diagnostics.isEmpty {
      report(.noModel, "found no class with `@Model`", at: 0..<0)
    }
    var schema = EntitySchema(entities: [])
    for model in declarations.models {
      guard schema.entity(EntityName(model.name)) == nil else {
        report(.repeatedName, "`\(model.name)` is declared twice", at: model.span)
        continue
      }
      schema.entities.append(entity(model))
    }
    linkWrittenInverses(in: &schema)
    InverseInference.complete(&schema)
    return schema
  }

  private mutating func entity(_ model: SwiftDeclarations.Model) -> EntitySchema.Entity {
    var entity = EntitySchema.Entity(name: EntityName(model.name))
    entity.superentity = model.inheritedNames.first
      .flatMap { modelNames.contains($0.lastComponent) ? EntityName($0.lastComponent) : nil }
    for property in model.body.properties {
      add(property, to: &entity, path: model.body.path)
    }
    entity.uniquenessConstraints += model.body.uniquenessConstraints.map {
      $0.map { AttributeName($0) }
    }
    entity.indices = model.body.indices.map { $0.map { AttributeName($0) } }
    return entity
  }

  private mutating func add(
    _ property: SwiftDeclarations.Property, to entity: inout EntitySchema.Entity, path: [String]
  ) {
    let name = AttributeName(property.name)
    guard entity.attribute(name) == nil, entity.relationship(name) == nil else {
      return report(
        .repeatedName, "`\(entity.name)` has two properties `\(name)`", at: property.span)
    }
    if let destination = destination(of: property) {
      let relationship = relationship(property, destination, of: entity.name)
      if relationship.isUnique { entity.uniquenessConstraints.append([name]) }
      entity.relationships.append(relationship.relationship)
    } else {
      entity.attributes.append(attribute(property, path: path))
    }
  }

  /// The model that a property leads to, and how; `nil` for an attribute.
  private func destination(of property: SwiftDeclarations.Property) -> Destination? {
    guard let type = property.type ?? property.defaultValue?.impliedType,
      !property.has("Transient")
    else { return nil }
    var destination = Destination()
    destination.isOptional = type.isOptional
    var element = type.unwrapped
    if case .array(let inner) = element {
      destination.isToMany = true
      element = inner.unwrapped
    }
    guard case .named(let name, _) = element, modelNames.contains(name.lastComponent) else {
      return nil
    }
    destination.entity = EntityName(name.lastComponent)
    return destination
  }

  struct Destination {
    var entity: EntityName = ""
    var isToMany = false
    var isOptional = false
  }
}

extension SwiftDeclarations.Property {
  func has(_ macro: String) -> Bool { attributes.contains { $0.name == macro } }
}

extension String {
  /// `Trip` of `Models.Trip`.
  var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}

extension SwiftType {
  var isOptional: Bool { if case .optional = self { true } else { false } }

  var unwrapped: SwiftType {
    var type = self
    while case .optional(let inner) = type { type = inner }
    return type
  }
}
