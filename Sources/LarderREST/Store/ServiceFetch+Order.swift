import HTTPTransport
import JSONTree
import LarderCore

extension ServiceFetch {
  /// Finds out whether the service sorts by the attributes of an order that it is to cut; false where
  /// that is known already.
  ///
  /// A few rows can be in order by chance, so the order itself is no proof. What comes first upwards and
  /// downwards is: it is one and the same object where the service leaves the attribute aside.
  func proveOrder(_ plan: ServicePlan) throws -> Bool {
    guard let sort = store.client.dialect.sort, let key = store.planner.keyOrder(plan.entity) else {
      return false
    }
    for attribute in plan.unproven {
      let path = EntityExpression.path(AttributePath(attribute))
      let steps = [EntitySortDescriptor(path), EntitySortDescriptor(path, order: .reverse)]
      let orders = steps.compactMap { store.planner.spelling($0, plan.entity, sort) }
      var reason = "it was not seen to make a difference"
      var firsts: Set<PersistentIdentifier> = []
      do {
        for order in orders {
          let isKey = plan.entity.keys.contains {
            plan.entity.attribute(attribute)?.wireName == $0.wireName
          }
          let names = isKey ? order : [order, key].joined(separator: sort.separator)
          if let first = try first(QueryParameter(sort.parameter, names), plan.entity) {
            firsts.insert(first)
          }
        }
      } catch let error as RESTError {
        guard let status = error.status, Self.refusals.contains(status) else { throw error }
        reason = "the service answered \(status)"
      }
      store.memory.note(
        sorts: firsts.count > 1, plan.entity.name, by: attribute, because: reason)
    }
    return !plan.unproven.isEmpty
  }

  /// The object that comes first in an order; `nil` where there are none.
  private func first(
    _ order: QueryParameter, _ entity: ServiceEntity
  ) throws -> PersistentIdentifier? {
    try store.checkInterruption()
    let client = store.client
    let limit = client.dialect.paging.limit.map { [QueryParameter($0, "1")] } ?? []
    var pages = try PageReader(
      client, path: client.path(of: entity), parameters: [order] + limit, size: 1,
      entity: entity.name)
    let row = try pages.readFirst()?.rows.first
    return row.flatMap { RowReader(dialect: client.dialect, entity: entity).identifier($0) }
  }
}
