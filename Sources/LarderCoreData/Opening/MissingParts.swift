import LarderCore
import LarderStore

/// What the model has and the database has not: the rest can be read without it.
struct MissingParts {
  private(set) var findings: [StoreFinding] = []
  private var tables: Set<String> = []
  private var columns: Set<Column> = []

  private struct Column: Hashable {
    var table: String
    var name: String
  }

  init(_ model: ManagedObjectModel, _ names: StoreTables, _ contents: StoreContents) {
    let existing = contents.catalog.columnNames
    for table in names.tables {
      guard let columns = existing[table.name] else {
        tables.insert(table.name)
        add("the store has no table `\(table.name)` for it", table.rootEntity)
        continue
      }
      for column in table.columns where !columns.contains(column.name) {
        self.columns.insert(Column(table: table.name, name: column.name))
        add("the table `\(table.name)` has no column `\(column.name)`", table.rootEntity)
      }
    }
    for join in names.joins where existing[join.table] == nil {
      tables.insert(join.table)
      add("the store has no table `\(join.table)` for a relationship", join.columns.first?.owner)
    }
    let numbered = Set(contents.modelEntities.map(\.name))
    for entity in model.entities where !numbered.contains(entity.name) {
      add("the store has no number for it, so that none of its objects are found", entity.name)
    }
    for row in contents.modelEntities where model.entity(row.name) == nil {
      add("the store has an entity `\(row.name)` that the model does not have", nil)
    }
  }

  private mutating func add(_ message: String, _ entity: String?) {
    findings.append(StoreFinding(message, entity: entity.map { EntityName($0) }))
  }

  /// The tables with what is there.
  func remaining(of names: StoreTables) -> StoreTables {
    var names = names
    for index in names.tables.indices {
      let table = names.tables[index].name
      names.tables[index].columns.removeAll {
        columns.contains(Column(table: table, name: $0.name))
      }
    }
    names.joins.removeAll { tables.contains($0.table) }
    return names
  }

  /// The model without entities whose tables are missing, and without relationships to them.
  func remaining(of model: ManagedObjectModel) -> ManagedObjectModel {
    let hierarchy = ModelHierarchy(model)
    let gone = Set(
      model.entities.map(\.name).filter {
        tables.contains("Z" + hierarchy.root(of: $0).uppercased())
      })
    guard !gone.isEmpty else { return model }
    var model = model
    model.entities.removeAll { gone.contains($0.name) }
    for index in model.entities.indices {
      model.entities[index].properties.removeAll { property in
        guard case .relationship(let relationship) = property else { return false }
        return gone.contains(relationship.destination)
      }
    }
    return model
  }
}
