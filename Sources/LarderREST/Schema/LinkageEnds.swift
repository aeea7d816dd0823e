import JSONTree
import LarderCore

/// Finds out which relationships of JSON:API are two ends of one: its linkage does not say so.
///
/// The rows must show it: an object that one end leads to leads back by the other, at least once, and never
/// does not.
struct LinkageEnds {
  /// Whom an object leads to, by its relationship's name.
  private typealias Links = [String: Set<String>]

  /// The sampled objects by entity and key.
  private var objects: [String: [String: Links]] = [:]

  /// Takes in the rows of an entity, with the linkage at a path.
  mutating func add(_ rows: [JSONNode], of entity: String, linkage path: MemberPath) {
    for row in rows {
      guard let id = row.member("id")?.plainText, case .object(let members)? = row.member(at: path)
      else { continue }
      var links: Links = [:]
      for member in members {
        guard let data = member.value.member("data") else { continue }
        let targets = if case .array(let elements) = data { elements } else { [data] }
        links[member.name] = Set(targets.compactMap { $0.member("id")?.plainText })
      }
      objects[entity, default: [:]][id] = links
    }
  }

  /// Names the inverse of each relationship that has just one.
  func join(_ drafts: inout [EntityDraft]) {
    let known = drafts
    for index in drafts.indices {
      let entity = known[index]
      for place in entity.relationships.indices {
        let relationship = entity.relationships[place]
        guard let other = known.first(where: { $0.name == relationship.destination }),
          let end = onlyEnd(of: relationship, entity, other),
          onlyEnd(of: end, other, entity)?.name == relationship.name
        else { continue }
        drafts[index].relationships[place].inverse = end.name
      }
    }
  }

  private func onlyEnd(
    of relationship: RelationshipDraft, _ entity: EntityDraft, _ other: EntityDraft
  ) -> RelationshipDraft? {
    let ends = other.relationships.filter { end in
      end.destination == entity.name
        && !(other.name == entity.name && end.name == relationship.name)
        && leadBack(entity.name, relationship.name, other.name, end.name)
    }
    return ends.count == 1 ? ends[0] : nil
  }

  private func leadBack(
    _ entity: String, _ name: String, _ other: String, _ end: String
  ) -> Bool {
    let (there, back) = (pairs(entity, name, other, end), pairs(other, end, entity, name))
    return (there + back).allSatisfy(\.self) && !(there + back).isEmpty
  }

  /// For each link whose other end was sampled too, whether that leads back.
  private func pairs(_ entity: String, _ name: String, _ other: String, _ end: String) -> [Bool] {
    (objects[entity] ?? [:]).flatMap { id, links in
      (links[name] ?? []).compactMap { objects[other]?[$0]?[end]?.contains(id) }
    }
  }
}
