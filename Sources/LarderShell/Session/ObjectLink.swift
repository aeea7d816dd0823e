import LarderCore

/// An object, and those that a relationship of it is to lead to.
struct ObjectLink {
  var owner: PersistentIdentifier
  var destinations: [PersistentIdentifier]

  /// The edits that make links: an edit for each object of the end that has fewer, since whatever it leads
  /// to is written anew with each edit.
  static func edits(
    _ links: [ObjectLink], _ relationship: EntitySchema.Relationship, in schema: EntitySchema
  ) -> [EntityEdit] {
    let inverse = relationship.inverse.flatMap {
      schema.relationship($0, of: relationship.destination)
    }
    if let inverse, inverse.isToMany, !relationship.isOrdered {
      let turned = turned(links)
      if turned.count < links.count || !relationship.isToMany {
        return turned.map { link in
          .append(to: link.owner, AttributePath(inverse.name), [.value(array(link.destinations))])
        }
      }
    }
    return links.compactMap { link in
      let one = link.destinations.first.map { AttributeValue.identifier($0) }
      let value = relationship.isToMany ? array(link.destinations) : one
      return value.map {
        .update(
          .objects([link.owner]),
          [EntityEdit.Assignment(AttributePath(relationship.name), .value($0))])
      }
    }
  }

  /// The links as the other end has them.
  private static func turned(_ links: [ObjectLink]) -> [ObjectLink] {
    var result: [ObjectLink] = []
    var places: [PersistentIdentifier: Int] = [:]
    for link in links {
      for destination in link.destinations {
        if let place = places[destination] {
          result[place].destinations.append(link.owner)
        } else {
          places[destination] = result.count
          result.append(ObjectLink(owner: destination, destinations: [link.owner]))
        }
      }
    }
    return result
  }

  private static func array(_ identifiers: [PersistentIdentifier]) -> AttributeValue {
    .array(identifiers.map { .identifier($0) })
  }
}
