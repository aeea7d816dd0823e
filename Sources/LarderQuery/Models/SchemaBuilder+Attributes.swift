import LarderCore

extension SchemaBuilder {
  mutating func attribute(
    _ property: SwiftDeclarations.Property, path: [String]
  ) -> EntitySchema.Attribute {
    var attribute = plainAttribute(property, path: path, within: [])
    attribute.isTransient = property.has("Transient")
    for macro in property.attributes where macro.name == "Attribute" {
      for argument in macro.arguments { apply(argument, of: macro, to: &attribute) }
    }
    return attribute
  }

  private mutating func apply(
    _ argument: SwiftDeclarations.Argument, of macro: SwiftDeclarations.Macro,
    to attribute: inout EntitySchema.Attribute
  ) {
    switch (argument.label, reader.value(argument.range)) {
    case ("originalName", .literal(.text(let text))): attribute.originalName = AttributeName(text)
    case ("hashModifier", _): break
    case (nil, .member(_, "unique")): attribute.isUnique = true
    case (nil, .member(_, "ephemeral")): attribute.isTransient = true
    case (nil, .member(_, let option)) where Self.optionsWithoutMeaning.contains(option): break
    default:
      // `.transformable(by:)` is a member with arguments.
      guard reader.tokens.name(at: argument.range.lowerBound + 1) != "transformable" else { return }
      reportUnknown(argument, of: macro)
    }
  }

  /// What a store may make of a value beyond its type does not show in a schema.
  private static let optionsWithoutMeaning: Set<String> = [
    "externalStorage", "allowsCloudEncryption", "preserveValueOnDeletion", "spotlight", "codable",
  ]

  mutating func reportUnknown(
    _ argument: SwiftDeclarations.Argument, of macro: SwiftDeclarations.Macro
  ) {
    let span = reader.tokens.span(argument.range)
    let text = argument.label.map { "\($0):" } ?? reader.tokens.source.excerpt(span)
    report(.unknownModelOption, "`@\(macro.name)` has no option `\(text)`", at: span)
  }

  /// A stored property of a model or of a struct, without what macros say.
  mutating func plainAttribute(
    _ property: SwiftDeclarations.Property, path: [String], within structs: [String]
  ) -> EntitySchema.Attribute {
    let name = AttributeName(property.name)
    guard let type = property.type ?? property.defaultValue?.impliedType else {
      report(
        .malformedModel, "the type of `\(name)` cannot be told from its default value",
        at: property.span, help: "write `var \(name): Type`")
      return EntitySchema.Attribute(name: name, type: .mixed, isOptional: true)
    }
    let attributeType = attributeType(type.unwrapped, path: path, within: structs)
    return EntitySchema.Attribute(
      name: name, type: attributeType, isOptional: type.isOptional,
      defaultValue: property.defaultValue.flatMap { $0.attributeValue(as: attributeType) })
  }

  private mutating func attributeType(
    _ type: SwiftType, path: [String], within structs: [String]
  ) -> EntitySchema.AttributeType {
    switch type {
    case .optional(let inner): return attributeType(inner, path: path, within: structs)
    case .array(let element):
      return .array(of: attributeType(element.unwrapped, path: path, within: structs))
    case .dictionary: return .mixed
    case .other(let span):
      let excerpt = reader.tokens.source.excerpt(span)
      report(.unknownType, "`\(excerpt)` is no type of an attribute", at: span)
      return .mixed
    case .named(let name, let span):
      if let type = declaredType(name, path: path, within: structs) { return type }
      if let type = Self.standardTypes[name.lastComponent] { return type }
      reportUnknownType(name, at: span)
      return .mixed
    }
  }

  private mutating func reportUnknownType(_ name: String, at span: Range<Int>) {
    let known = Array(Self.standardTypes.keys).sorted() + modelNames.sorted()
    report(
      .unknownType, "the type `\(name)` is not declared here", at: span,
      help: Spelling.nearest(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "declare it beside the model")
  }

  private mutating func declaredType(
    _ name: String, path: [String], within structs: [String]
  ) -> EntitySchema.AttributeType? {
    for depth in (0...path.count).reversed() {
      let qualified = (path.prefix(depth) + [name]).joined(separator: ".")
      if let declared = declarations.enums[qualified] { return enumeration(name, declared) }
      guard let body = declarations.structs[qualified] else { continue }
      // A struct that holds itself, in an array, has no end that a schema could say.
      guard !structs.contains(qualified), structs.count < SwiftReader.maximumDepth else {
        return .mixed
      }
      return .composite(
        body.properties.map {
          plainAttribute($0, path: body.path, within: structs + [qualified])
        })
    }
    return nil
  }

  private func enumeration(
    _ name: String, _ declared: SwiftDeclarations.Enumeration
  ) -> EntitySchema.AttributeType {
    guard !declared.cases.contains(where: \.hasAssociatedValues) else { return .mixed }
    let rawType = declared.rawTypeName.flatMap { Self.standardTypes[$0.lastComponent] } ?? .text
    guard rawType == .text || rawType == .integer else { return rawType }
    var next: Int64 = 0
    let cases = declared.cases.map { declaredCase in
      var value = AttributeValue.text(declaredCase.name)
      if case .literal(let written) = declaredCase.rawValue {
        value = written
      } else if rawType == .integer {
        value = .integer(next)
      }
      if case .integer(let number) = value { next = number &+ 1 }
      return EntitySchema.EnumerationCase(name: declaredCase.name, rawValue: value)
    }
    return .enumeration(name: name.lastComponent, rawType: rawType, cases: cases)
  }

  static let standardTypes: [String: EntitySchema.AttributeType] = [
    "Bool": .bool, "Int": .integer, "Int8": .integer, "Int16": .integer, "Int32": .integer,
    "Int64": .integer, "UInt": .integer, "UInt8": .integer, "UInt16": .integer,
    "UInt32": .integer, "UInt64": .integer, "Double": .real, "Float": .real, "Float16": .real,
    "Float32": .real, "Float64": .real, "CGFloat": .real, "TimeInterval": .real,
    "Decimal": .decimal, "String": .text, "Substring": .text, "Character": .text, "URL": .text,
    "Date": .date, "UUID": .uuid, "Data": .data,
  ]
}
