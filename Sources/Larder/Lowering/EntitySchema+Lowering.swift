import Foundation
import LarderCore

extension EntitySchema {
  /// The entity plane's form of model classes.
  ///
  /// The only unambiguous relationship back becomes the inverse where none is named, as SwiftData
  /// infers it.
  init(lowering types: [any PersistentModel.Type], version: Version) {
    self.init(version: version, entities: types.map { Entity(lowering: $0, among: types) })
    inferInverses()
  }

  private mutating func inferInverses() {
    for index in entities.indices {
      for (slot, relationship) in entities[index].relationships.enumerated() {
        entities[index].relationships[slot].inverse =
          relationship.inverse ?? inverse(of: relationship, from: entities[index].name)
      }
    }
  }

  private func inverse(of relationship: Relationship, from entity: EntityName) -> AttributeName? {
    let back = self.entity(relationship.destination)?.relationships ?? []
    if let named = back.first(where: {
      $0.destination == entity && $0.inverse == relationship.name
    }) {
      return named.name
    }
    // No relationship is its own way back: a friend need not call one a friend.
    let candidates = back.filter {
      $0.destination == entity && $0.inverse == nil
        && !(entity == relationship.destination && $0.name == relationship.name)
    }
    let rivals = self.entity(entity)?.relationships.filter {
      $0.destination == relationship.destination
    }
    return candidates.count == 1 && rivals?.count == 1 ? candidates[0].name : nil
  }
}

extension EntitySchema.Entity {
  /// Properties that the nearest class above in the schema has are inherited.
  init(lowering type: any PersistentModel.Type, among types: [any PersistentModel.Type]) {
    let parent = superclasses(of: type).first { above in types.contains { $0 == above } }
    self.init(
      name: EntityName(Schema.name(of: type)),
      superentity: parent.map { EntityName(Schema.name(of: $0)) })
    for property in type.schemaMetadata.dropFirst(parent?.schemaMetadata.count ?? 0) {
      if let constraints = property.metadata as? any NamedConstraints {
        uniquenessConstraints += constraints.uniquenessConstraints
        indices += constraints.indexedProperties
        continue
      }
      let valueType = Swift.type(of: property.keypath).valueType
      if let relationship = EntitySchema.Relationship(lowering: property, valueType: valueType) {
        relationships.append(relationship)
      } else {
        attributes.append(EntitySchema.Attribute(lowering: property, valueType: valueType))
      }
    }
  }
}

extension EntitySchema.Relationship {
  /// Makes a relationship of a property whose type leads to models; `nil` for an attribute.
  fileprivate init?(lowering property: Schema.PropertyMetadata, valueType: any Any.Type) {
    let unwrapped = (valueType as? any OptionalType.Type)?.wrappedType
    let isToMany: Bool
    let destination: any PersistentModel.Type
    if let model = (unwrapped ?? valueType) as? any PersistentModel.Type {
      (destination, isToMany) = (model, false)
    } else if let collection = valueType as? any RelationshipCollection.Type {
      (destination, isToMany) = (collection.elementType, true)
    } else {
      return nil
    }
    let marker = property.metadata as? Schema.Relationship
    self.init(
      name: AttributeName(property.name), destination: EntityName(Schema.name(of: destination)),
      isToMany: isToMany, isOptional: isToMany || unwrapped != nil,
      inverse: marker?.inverseName.map { AttributeName($0) },
      deleteRule: marker?.deleteRule ?? .nullify,
      minimumCount: marker?.minimumModelCount.flatMap { $0 > 0 ? $0 : nil },
      maximumCount: marker?.maximumModelCount.flatMap { $0 > 0 ? $0 : nil },
      originalName: (marker?.originalName).map { AttributeName($0) })
  }
}

extension EntitySchema.Attribute {
  fileprivate init(lowering property: Schema.PropertyMetadata, valueType: any Any.Type) {
    let unwrapped = (valueType as? any OptionalType.Type)?.wrappedType
    let marker = property.metadata as? Schema.Attribute
    self.init(
      name: AttributeName(property.name),
      type: EntitySchema.AttributeType(lowering: unwrapped ?? valueType),
      isOptional: unwrapped != nil,
      isUnique: marker?.options.contains(.unique) ?? false,
      isTransient: marker?.options.contains(.ephemeral) ?? false,
      defaultValue: property.defaultValue.flatMap(AttributeValue.init(lowering:)),
      originalName: (marker?.originalName).map { AttributeName($0) })
  }
}

extension EntitySchema.AttributeType {
  /// The entity plane's type of a Swift type; a Codable type without a form of its own is `mixed`.
  init(lowering type: any Any.Type) {
    switch type {
    case is String.Type, is URL.Type: self = .text
    case is Bool.Type: self = .bool
    case is any FixedWidthInteger.Type: self = .integer
    case is any BinaryFloatingPoint.Type: self = .real
    case is Decimal.Type: self = .decimal
    case is Date.Type: self = .date
    case is UUID.Type: self = .uuid
    case is Data.Type: self = .data
    case let array as any ArrayType.Type:
      self = .array(of: EntitySchema.AttributeType(lowering: array.elementType))
    case let raw as any RawRepresentable.Type:
      self = EntitySchema.AttributeType(lowering: rawType(of: raw))
    default: self = .mixed
    }
  }
}

/// The classes above a model class, nearest first.
private func superclasses(of type: any PersistentModel.Type) -> [any PersistentModel.Type] {
  var found: [any PersistentModel.Type] = []
  var next: AnyClass? = _getSuperclass(type)
  while let current = next {
    if let model = current as? any PersistentModel.Type { found.append(model) }
    next = _getSuperclass(current)
  }
  return found
}

private func rawType<R: RawRepresentable>(of type: R.Type) -> any Any.Type { R.RawValue.self }

/// Sees an optional type's wrapped type without knowing it.
protocol OptionalType {
  static var wrappedType: any Any.Type { get }

  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: any Any.Type { Wrapped.self }

  var wrappedValue: Any? { self }
}

/// Sees an array type's element type without knowing it.
private protocol ArrayType {
  static var elementType: any Any.Type { get }
}

extension Array: ArrayType {
  fileprivate static var elementType: any Any.Type { Element.self }
}
