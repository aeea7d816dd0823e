package import LarderCore
package import LarderStore
import SQLiteDriver

extension MappedDatabase {
  package func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    answer(entity) { compiler throws(Unpushable) in _ = try compiler.condition(condition) }
  }

  package func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    answer(entity) { compiler throws(Unpushable) in _ = try compiler.order(by: order) }
  }

  package func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    do {
      let descriptor = EntityFetchDescriptor(entity: entity)
      _ = try rowSource(projection, of: descriptor).makeEvaluator()
      return .exact
    } catch let error as PersistenceError {
      return .unsupported(error.detail ?? error.code.rawValue)
    } catch {
      return .unsupported("the rows have no form in SQL")
    }
  }

  private func answer(
    _ entity: EntityName, _ attempt: (inout SQLCompiler) throws(Unpushable) -> Void
  ) -> PushDown {
    guard let table = mapping.index(of: entity) else {
      return .unsupported("there is no entity `\(entity)`")
    }
    do {
      var compiler = SQLCompiler(mapping: mapping, table: table)
      try attempt(&compiler)
      return .exact
    } catch {
      return .unsupported(error.reason)
    }
  }

  package func explanation(of query: EntityQuery) throws -> StoreExplanation {
    var descriptor = query.descriptor
    let conditions = descriptor.predicate?.conjuncts ?? []
    let pushed = conditions.filter { pushDown(for: $0, of: descriptor.entity) == .exact }
    descriptor.predicate = .conjunction(of: pushed)
    if pushed.count < conditions.count
      || pushDown(for: descriptor.sortDescriptors, of: descriptor.entity) != .exact
    {
      descriptor.sortDescriptors = []
      descriptor.fetchLimit = nil
      descriptor.fetchOffset = nil
    }
    let sql: SQLText
    switch query.output {
    case .count where pushed.count == conditions.count: sql = try countSQL(descriptor)
    case .rows(let rows) where pushed.count == conditions.count: sql = try rowSQL(rows, descriptor)
    default: sql = try fetch(descriptor).sql
    }
    return StoreExplanation(
      sql: sql.text, boundValues: sql.values.map(AttributeValue.init), notes: try plan(of: sql))
  }

  private func plan(of sql: SQLText) throws -> [String] {
    try pool.withConnection { lent in
      try lent.connection.rows("EXPLAIN QUERY PLAN \(sql.text)", sql.values).map { $0.text(3) }
    }
  }
}
