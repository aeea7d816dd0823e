import LarderCore

extension EntitySchema {
  /// The schema for a store of its own, into which the objects are copied.
  ///
  /// Entities that are read only are left out: views, and tables that only link others.
  var standalone: EntitySchema {
    var result = self
    result.entities = entities.filter { !$0.isReadOnly }.map(\.standalone)
    return result
  }
}

extension EntitySchema.Entity {
  /// The entity as it is declared anew, where all of it can be written.
  ///
  /// What says twice what a relationship says is left out, and what was computed becomes a value.
  var standalone: Self {
    var result = self
    result.isReadOnly = false
    var owners: [AttributeName: AttributeName] = [:]
    for attribute in attributes {
      guard let relationship = relationship(keyedBy: attribute) else { continue }
      owners[attribute.name] = relationship.name
      if attribute.isUnique { result.uniquenessConstraints.append([relationship.name]) }
    }
    result.attributes.removeAll { owners[$0.name] != nil }
    for index in result.attributes.indices { result.attributes[index].isReadOnly = false }
    result.uniquenessConstraints = result.uniquenessConstraints.map { $0.map { owners[$0] ?? $0 } }
    result.indices = indices.map { $0.map { owners[$0] ?? $0 } }
    return result
  }

  /// The to-one relationship whose key an attribute is; `nil` for other attributes.
  ///
  /// A database gives both: `AlbumId` cannot be written, and is named after `Album`.
  func relationship(
    keyedBy attribute: EntitySchema.Attribute
  ) -> EntitySchema.Relationship? {
    guard attribute.isReadOnly else { return nil }
    return relationships.first { relationship in
      let suffix = attribute.name.rawValue.dropFirst(relationship.name.rawValue.count).lowercased()
      return !relationship.isToMany && (suffix == "id" || suffix == "_id")
        && attribute.name.rawValue.hasPrefix(relationship.name.rawValue)
    }
  }
}
