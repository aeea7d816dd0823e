import LarderCore
import LarderQuery
import LarderStore

extension ShellCommand {
  static let about = ShellCommand(
    "about", ".about [STORE]", "Say what a store does by itself and what is done in memory."
  ) { arguments, session in
    let open =
      arguments.isEmpty
      ? try session.currentOpenStore() : try session.openStore(named: CommandWords.one(arguments))
    let facts: [[AttributeValue?]] = [
      [.text("name"), .text(open.name)], [.text("kind"), .text(open.kind)],
      [.text("location"), .text(open.location.address)],
      [.text("identifier"), .text(open.store.identifier)],
      [.text("writing"), .text(open.store.readOnlyReason.map { "no: \($0)" } ?? "yes")],
    ]
    let findings = (open.store.base as? any FindingProviding)?.findings ?? []
    let probes = open.store.schema.entities.first.map { StoreProbes(entity: $0, store: open.store) }
    try session.show(
      names: ["what", "answer"],
      facts + findings.map { [.text("finding"), .text($0.text)] }
        + (probes?.answers.map { [.text($0.what), .text($0.answer)] } ?? []))
  }
}

/// Asks a store about typical parts of a query, so that what is said of it is what it does.
struct StoreProbes {
  let entity: EntitySchema.Entity
  let store: any EntityStore

  /// Each part as query text, and where it would run.
  var answers: [(what: String, answer: String)] {
    conditions.map { condition in
      (QueryPrinter.text(condition), words(store.pushDown(for: condition, of: entity.name)))
    } + orders + projections
  }

  private var conditions: [EntityPredicate] {
    attribute { $0 == .text }.map(textConditions) ?? []
      + (attribute { $0 == .integer || $0 == .real }.map(numberConditions) ?? [])
      + (entity.relationships.first { $0.isToMany }.map(relationConditions) ?? [])
  }

  private func attribute(
    where isWanted: (EntitySchema.AttributeType) -> Bool
  ) -> EntityExpression? {
    entity.attributes.first { isWanted($0.type) }.map { .path(AttributePath($0.name)) }
  }

  private func textConditions(_ path: EntityExpression) -> [EntityPredicate] {
    let needle = EntityExpression.value(.text("é"))
    return [
      .comparison(.equal, path, needle), .comparison(.lessThan, path, needle),
      .text(.contains, [], path, needle),
      .text(.contains, [.caseInsensitive, .diacriticInsensitive], path, needle),
      .text(.matches, [], path, .value(.text("[A-M].*"))),
    ]
  }

  private func numberConditions(_ path: EntityExpression) -> [EntityPredicate] {
    [
      .comparison(.equal, path, .value(.integer(1))),
      .comparison(.lessThan, path, .value(.integer(1))),
      .comparison(
        .greaterThan, .arithmetic(.add, path, .value(.integer(1))), .value(.integer(2))),
    ]
  }

  private func relationConditions(_ relationship: EntitySchema.Relationship) -> [EntityPredicate] {
    [.quantified(.any, .path(AttributePath(relationship.name)), .constant(true))]
  }

  private var orders: [(what: String, answer: String)] {
    guard let path = attribute(where: { $0 == .text }) else { return [] }
    return [EntitySortDescriptor(path), EntitySortDescriptor(path, comparator: .localized)].map {
      ("sort by " + QueryPrinter.text($0), words(store.pushDown(for: [$0], of: entity.name)))
    }
  }

  private var projections: [(what: String, answer: String)] {
    guard let path = entity.attributes.first.map({ EntityExpression.path(AttributePath($0.name)) })
    else { return [] }
    let groups = EntityProjection(
      groupKeys: [path],
      items: [.init(path, name: "key"), .init(.aggregate(.count, nil), name: "count")])
    return [
      (
        QueryPrinter.text(
          EntityQuery(
            descriptor: EntityFetchDescriptor(entity: entity.name), output: .rows(groups))),
        words(store.pushDown(for: groups, of: entity.name))
      )
    ]
  }

  private func words(_ pushDown: PushDown) -> String {
    switch pushDown {
    case .exact: "in the store"
    case .inexact(let reason): "in the store, and again in memory: \(reason)"
    case .unsupported(let reason): "in memory: \(reason)"
    }
  }
}
