import JSONTree
import LarderCore

/// Reads the entities of a PocketBase out of the listing of its collections.
struct PocketBaseSchema {
  private let collections: [JSONNode]

  /// `nil` for what is no such listing.
  init?(_ listing: JSONNode) {
    guard case .array(let items)? = listing.member("items") else { return nil }
    collections = items.filter { item in
      item.member("system") != .bool(true) && item.member("name")?.plainText?.hasPrefix("_") != true
    }
  }

  var drafts: [EntityDraft] {
    var drafts = collections.compactMap(draft)
    // Every relation can be followed backwards by a name that PocketBase makes.
    for draft in drafts {
      for relationship in draft.relationships {
        guard let index = drafts.firstIndex(where: { $0.name == relationship.destination }),
          let inverse = relationship.inverse
        else { continue }
        drafts[index].relationships.append(
          RelationshipDraft(
            name: inverse, destination: draft.name, isToMany: true, inverse: relationship.name,
            link: .inverse, wireName: inverse))
      }
    }
    return drafts
  }

  private func draft(_ collection: JSONNode) -> EntityDraft? {
    guard let name = collection.member("name")?.plainText,
      case .array(let fields)? = collection.member("fields")
    else { return nil }
    var draft = EntityDraft(
      name: name, collection: name, keys: [ServiceEntity.Key(wireName: "id", type: .text)],
      isReadOnly: collection.member("type")?.plainText == "view")
    for field in fields {
      guard let member = field.member("name")?.plainText,
        let kind = field.member("type")?.plainText, kind != "password",
        field.member("hidden") != .bool(true)
      else { continue }
      if member == "id" { (draft.takenKeys, draft.drawnKeys) = keyPatterns(field) }
      if kind == "relation" {
        if let relationship = relationship(member, field, of: name) {
          draft.relationships.append(relationship)
        }
      } else {
        draft.attributes.append(attribute(member, kind, field))
      }
    }
    return draft
  }

  /// The keys that a collection takes, and those that the service itself would draw.
  private func keyPatterns(_ field: JSONNode) -> (taken: KeyPattern?, drawn: KeyPattern?) {
    let least = max(1, field.member("min")?.integer ?? 1)
    let greatest = field.member("max")?.integer ?? 0
    let bounds = least...(greatest >= least ? greatest : Int.max)
    let pattern = field.member("pattern")?.plainText ?? ""
    let inner =
      pattern.hasPrefix("^") && pattern.hasSuffix("$") ? pattern.dropFirst().dropLast() : ""
    let drawn = field.member("autogeneratePattern")?.plainText.flatMap { KeyPattern($0) }
    return (KeyPattern(String(inner), within: bounds), drawn)
  }

  private func attribute(
    _ name: String, _ kind: String, _ field: JSONNode
  ) -> ServiceEntity.Attribute {
    let isMany = (field.member("maxSelect")?.integer ?? 1) > 1
    let type: EntitySchema.AttributeType =
      switch kind {
      case "number": field.member("onlyInt") == .bool(true) ? .integer : .real
      case "bool": .bool
      case "date", "autodate": .date
      case "json": .mixed
      case "geoPoint":
        .composite([
          EntitySchema.Attribute(name: "lon", type: .real),
          EntitySchema.Attribute(name: "lat", type: .real),
        ])
      case "select", "file": isMany ? .array(of: .text) : .text
      default: .text
      }
    return ServiceEntity.Attribute(
      attribute: EntitySchema.Attribute(
        name: AttributeName(name), type: type,
        isOptional: field.member("required") != .bool(true), isUnique: name == "id",
        isReadOnly: kind == "autodate"),
      wireName: name)
  }

  private func relationship(
    _ name: String, _ field: JSONNode, of entity: String
  ) -> RelationshipDraft? {
    guard let identifier = field.member("collectionId"),
      let destination = collections.first(where: { $0.member("id") == identifier })?
        .member("name")?.plainText
    else { return nil }
    return RelationshipDraft(
      name: name, destination: destination,
      isToMany: (field.member("maxSelect")?.integer ?? 1) > 1,
      isOptional: field.member("required") != .bool(true), inverse: "\(entity)_via_\(name)",
      link: .keys(name), wireName: name)
  }
}
