import LarderCore
import SQLiteDriver

extension LayoutMigration {
  mutating func addStep(_ join: StoreLayout.Join) throws {
    let entity = join.near.entity
    let known = try join.near.relationship.flatMap { try former(of: $0, entity, join) }
    var filling: [(column: String, source: SQLText)] = []
    if let known {
      for (end, oldEnd) in [(join.near, known.near), (join.far, known.far)] {
        filling.append((end.column, .name(oldEnd.column)))
        if let order = end.order, let oldOrder = oldEnd.order {
          filling.append((order, .name(oldOrder)))
        }
      }
    }
    steps.append(
      Step(
        name: join.name, oldName: known?.name,
        makeSQL: { [new] in new.sql(of: join, named: $0) }, indices: new.indices(of: join),
        filling: filling, hasSequence: false))
  }

  /// The old join table of a relationship, its ends as in the new one.
  private func former(
    of name: AttributeName, _ entity: EntityName, _ join: StoreLayout.Join
  ) throws -> (name: String, near: StoreLayout.Join.End, far: StoreLayout.Join.End)? {
    let names = [name, new.schema.relationship(name, of: entity)?.originalName].compactMap(\.self)
    for known in old.joins {
      for (near, far) in [(known.near, known.far), (known.far, known.near)] {
        guard let former = near.relationship, names.contains(former),
          near.entity == entity
        else { continue }
        guard far.entity == join.far.entity else {
          throw problem(entity, name, "would lead to other objects")
        }
        return (known.name, near, far)
      }
    }
    if let former = names.lazy.compactMap({ old.schema.relationship($0, of: entity) }).first {
      throw problem(
        entity, name,
        former.isToMany ? "would be shared by many" : "was to one and would be to many")
    }
    return nil
  }
}
