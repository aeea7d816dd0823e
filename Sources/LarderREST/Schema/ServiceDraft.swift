import LarderCore

/// What is known of an entity of a service before the whole is put together.
struct EntityDraft {
  var name: String

  /// What stands for it in addresses.
  var collection: String
  var typeName: String?
  var keys: [ServiceEntity.Key]

  /// No row was seen that tells the key's type.
  var keysAreGuessed = false
  var takenKeys: KeyPattern?
  var drawnKeys: KeyPattern?
  var attributes: [ServiceEntity.Attribute] = []
  var relationships: [RelationshipDraft] = []
  var isReadOnly = false
}

struct RelationshipDraft {
  var name: String
  var destination: String
  var isToMany = false
  var isOptional = true
  var inverse: String?
  var link: ServiceEntity.Link
  var wireName: String
}

/// Puts the drafts of a service's entities together.
struct ServiceModelBuilder {
  let storeIdentifier: String
  var drafts: [EntityDraft]
  var notes: [String] = []

  /// The model with a schema of the drafts' own.
  ///
  /// Relationships to entities that the service does not show are left out, and said.
  func model() -> ServiceModel {
    var notes = notes
    let names = Set(drafts.map(\.name))
    let entities = drafts.map { draft in
      let known = draft.relationships.filter { relationship in
        let isKnown = names.contains(relationship.destination)
        if !isKnown {
          notes.append(
            "\(draft.name).\(relationship.name): `\(relationship.destination)` is no entity of the service"
          )
        }
        return isKnown
      }
      return EntitySchema.Entity(
        name: EntityName(draft.name), isReadOnly: draft.isReadOnly,
        attributes: draft.attributes.map { attribute in
          var attribute = attribute
          // Of a new object the key may be left to the service, or to the store.
          if draft.keys.contains(where: { $0.wireName == attribute.wireName }) {
            attribute.attribute.isOptional = true
          }
          return attribute.attribute
        },
        relationships: known.map { schemaRelationship($0, of: draft) })
    }
    var model = model(EntitySchema(entities: entities))
    model.notes = notes
    return model
  }

  private func schemaRelationship(
    _ draft: RelationshipDraft, of entity: EntityDraft
  ) -> EntitySchema.Relationship {
    let inverse = draft.inverse.flatMap { inverse in
      let other = drafts.first { $0.name == draft.destination }?.relationships
        .first { $0.name == inverse }
      return other?.destination == entity.name ? AttributeName(inverse) : nil
    }
    return EntitySchema.Relationship(
      name: AttributeName(draft.name), destination: EntityName(draft.destination),
      isToMany: draft.isToMany, isOptional: draft.isOptional, inverse: inverse,
      deleteRule: .noAction)
  }

  /// The model of a declared schema: names in rows are those of the declaration, unless a draft of the
  /// same entity knows more.
  func model(declared schema: EntitySchema, dialect: Dialect) -> ServiceModel {
    let unfit = unfitKeys(in: schema, dialect)
    let schema = schema.withTextKeys(unfit)
    var builder = self
    builder.drafts = schema.entities.map { entity in
      let known = drafts.first { $0.matches(entity.name.rawValue) }
      return EntityDraft(declared: entity, in: schema, known: known, dialect: dialect)
    }
    var model = builder.model(schema)
    model.notes =
      notes
      + unfit.sorted { $0.key < $1.key }.map {
        "\($0.key).\($0.value): it is taken for a text, for no number is a key of the service"
      }
      + schema.entities.compactMap { entity in
        drafts.isEmpty || drafts.contains { $0.matches(entity.name.rawValue) }
          ? nil : "\(entity.name): the service shows no such collection"
      }
    return model
  }

  /// The keys that are declared as numbers and can never be any.
  private func unfitKeys(
    in schema: EntitySchema, _ dialect: Dialect
  ) -> [EntityName: AttributeName] {
    var unfit: [EntityName: AttributeName] = [:]
    for entity in schema.entities {
      guard let known = drafts.first(where: { $0.matches(entity.name.rawValue) }),
        known.keys.count == 1, let key = known.keys.first, key.type == .text,
        let pattern = known.takenKeys ?? dialect.writing.keyPattern, !pattern.matches("1"),
        let own = entity.attributes.first(where: { $0.name.rawValue == key.wireName }),
        own.type == .integer
      else { continue }
      unfit[entity.name] = own.name
    }
    return unfit
  }

  private func model(_ schema: EntitySchema) -> ServiceModel {
    let origins = Dictionary(
      schema.entities.map {
        (
          $0.name,
          PersistentIdentifier.Origin(storeIdentifier: storeIdentifier, entityName: $0.name)
        )
      }, uniquingKeysWith: { first, _ in first })
    var entities: [EntityName: ServiceEntity] = [:]
    for draft in drafts {
      let name = EntityName(draft.name)
      guard let layout = schema.layout(of: name), let origin = origins[name] else { continue }
      let relationships = schema.allRelationships(of: name)
      entities[name] = ServiceEntity(
        layout: layout, origin: origin, collection: draft.collection, typeName: draft.typeName,
        keys: draft.keys, takenKeys: draft.takenKeys, drawnKeys: draft.drawnKeys,
        attributes: schema.allAttributes(of: name).map { attribute in
          draft.attributes.first { $0.attribute.name == attribute.name }
            ?? ServiceEntity.Attribute(attribute: attribute, wireName: attribute.name.rawValue)
        },
        relationships: relationships.map { relationship in
          let known = draft.relationships.first { $0.name == relationship.name.rawValue }
          return ServiceEntity.Relationship(
            relationship: relationship, link: known?.link ?? .inverse,
            wireName: known?.wireName ?? relationship.name.rawValue,
            keyNames: drafts.first { $0.name == relationship.destination.rawValue }?.keys
              .map(\.wireName) ?? [])
        },
        destinations: relationships.compactMap { origins[$0.destination] })
    }
    return ServiceModel(schema: schema, entities: entities)
  }
}

extension EntitySchema {
  /// The schema with some attributes as texts.
  fileprivate func withTextKeys(_ names: [EntityName: AttributeName]) -> EntitySchema {
    var schema = self
    for index in schema.entities.indices {
      guard let name = names[schema.entities[index].name],
        let place = schema.entities[index].attributes.firstIndex(where: { $0.name == name })
      else { continue }
      schema.entities[index].attributes[place].type = .text
    }
    return schema
  }
}

extension EntityDraft {
  /// The entity is meant by a name: its own, or that of its collection, in any case, singular or plural.
  func matches(_ other: String) -> Bool {
    let wanted = other.lowercased()
    let own = [name, collection].map { $0.lowercased() }
    return own.contains {
      $0 == wanted || $0 == wanted + "s" || $0 + "s" == wanted
        || $0.dropLast(3) + "y" == wanted && $0.hasSuffix("ies")
    }
  }

  /// The draft of a collection of which no more than its name is known.
  init(collection: String) {
    self.init(
      name: collection.split(separator: "/").last.map(String.init) ?? collection,
      collection: collection, keys: [])
  }

  /// The draft of a declared entity.
  init(
    declared entity: EntitySchema.Entity, in schema: EntitySchema, known: EntityDraft?,
    dialect: Dialect
  ) {
    let attributes = schema.allAttributes(of: entity.name)
    let key = dialect.identifier.attribute
    let declaredType = attributes.first { $0.name.rawValue == key }?.type
    // What stands beside the attributes, or in an address alone, is a text.
    let keyType =
      dialect.identifier.isOutside || dialect.writing.keys == .put
      ? .text
      : declaredType
        ?? known?.attributes.first { $0.attribute.name.rawValue == key }?.attribute.type ?? .text
    self.init(
      name: entity.name.rawValue, collection: known?.collection ?? entity.name.rawValue,
      typeName: known?.typeName,
      keys: known.flatMap { $0.keysAreGuessed ? nil : $0.keys }
        ?? [ServiceEntity.Key(wireName: key, type: keyType)],
      takenKeys: known?.takenKeys, drawnKeys: known?.drawnKeys)
    self.attributes = attributes.map { attribute in
      var found =
        known?.attributes.first { $0.attribute.name == attribute.name }
        ?? ServiceEntity.Attribute(attribute: attribute, wireName: attribute.name.rawValue)
      found.attribute = attribute
      return found
    }
    let isLinkage = dialect.envelope.linkage != nil
    let isExpanded = dialect.expansion?.keyOnly != nil
    relationships = schema.allRelationships(of: entity.name).map { relationship in
      let name = relationship.name.rawValue
      let seen = known?.relationships.first { $0.name == name }
      let plain: ServiceEntity.Link =
        if isLinkage { .linkage(name) } else if isExpanded { .expanded(name) } else {
          relationship.isToMany && relationship.inverse != nil ? .inverse : .keys(name)
        }
      return RelationshipDraft(
        name: name, destination: relationship.destination.rawValue,
        isToMany: relationship.isToMany, isOptional: relationship.isOptional,
        inverse: relationship.inverse?.rawValue, link: seen?.link ?? plain,
        wireName: seen?.wireName ?? name)
    }
  }
}
