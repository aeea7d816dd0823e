import LarderCore
import LarderStore

extension RESTStore {
  /// What is known of writing: of the service, then of each entity its keys and what guards its changes.
  var writeFindings: [StoreFinding] {
    guard readOnlyReason == nil else { return [] }
    let entities = schema.entities.filter { !$0.isReadOnly }.compactMap { model.entities[$0.name] }
    return [StoreFinding(batchWords)]
      + entities.map { StoreFinding(keyWords(of: $0), entity: $0.name) }
      + guardFindings(entities)
  }

  private var batchWords: String {
    let form = SaveRun(client: client, model: model, memory: writes).batch
    guard let form else {
      return dialect.writing.batch == .none
        ? "each object of a save is a request"
        : "the service was seen to take no batches: each object of a save is a request"
    }
    let limit = dialect.writing.batchLimit.map { " of \($0) at most" } ?? ""
    return form.isUnit
      ? "a save is one unit, \(form.name)\(limit), or several where it is larger"
      : "a save goes in \(form.name)\(limit), with an outcome for each object"
  }

  private func keyWords(of entity: ServiceEntity) -> String {
    if writes.ignoresKeys(of: entity.name) {
      return "new objects get keys of the service's; one that was sent was not taken"
    }
    let pattern = entity.drawnKeys ?? dialect.writing.keyPattern
    switch (dialect.writing.keys, pattern) {
    case (.service, _): return "new objects get keys of the service's"
    case (.given, _):
      return
        "new objects get keys of the service's, or keep the one that they are given if it takes that"
    case (.body, let pattern?), (.put, let pattern?):
      return "new objects keep the key that they are given, else get one here: \(pattern.text)"
    case (.body, nil), (.put, nil):
      return "new objects keep the key that they are given, else get one of the service's"
    }
  }

  private func guardFindings(_ entities: [ServiceEntity]) -> [StoreFinding] {
    let unchecked =
      "the service does not check for changes by others: objects are read and compared "
      + "just before they are written"
    if dialect.writing.concurrency == .none { return [StoreFinding(unchecked)] }
    return entities.map { entity in
      let words =
        switch writes.checksVersions(of: entity.name) {
        case true?: "the service was seen to check for changes by others (If-Match)"
        case false?: unchecked
        case nil:
          dialect.writing.concurrency == .ifMatch
            ? "the service is known to check for changes by others (If-Match)"
            : "whether the service checks for changes by others is found out by the first change"
        }
      return StoreFinding(words, entity: entity.name)
    }
  }
}
