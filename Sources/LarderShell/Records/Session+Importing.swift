import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// Makes an object of each record of a file, all as one undo step, or none.
  ///
  /// - Throws: `import.refused` with every place that is wrong, up to a bound.
  func importRecords(from path: String, into name: String, _ options: ImportOptions) throws {
    try checkWritable()
    let (open, entity) = try importTarget(name)
    let form = try RecordFileForm(path: path)
    if options.isSafeForSpreadsheets, !form.hasCells { throw UsageError() }
    let bytes = try ScriptSource.bytes(ofFile: path)
    let file: ImportFile
    do throws(ImportProblem) {
      file = try ImportFile(bytes, form: form, null: settings.nullText)
    } catch {
      var problems = ImportProblems()
      problems.add(error)
      throw refusal(problems, path, bytes)
    }
    var importing = RecordImport(
      file, into: entity, of: open.store.schema, zone: zone, options)
    try WorkProgress.shared.track("reading \(path)", of: bytes.count, in: .bytes) {
      try importing.read(checkInterrupt)
    }
    let links = try links(of: &importing, in: open)
    guard importing.problems.count == 0 else { throw refusal(importing.problems, path, bytes) }
    let losses = importing.losses
    guard losses.isEmpty || !options.isStrict else {
      throw ShellError(
        .notImported, "`\(path)` would not be imported whole; nothing was", notes: losses)
    }
    let inserted: [PersistentIdentifier]
    do {
      inserted = try carryOut(importing, links, in: open)
    } catch let error as PersistenceError {
      try explain(error, &importing, links, in: open)
      throw refusal(importing.problems, path, bytes)
    }
    note(inserted: inserted, in: open.name)
    try report("imported \(Self.objects(inserted.count)) into \(entity)")
    for note in losses + importing.remarks { try notice("note: \(note)") }
  }

  /// The store and the entity that a name means, which may be written `store::Entity`.
  private func importTarget(_ name: String) throws -> (OpenStore, EntityName) {
    if let colons = name.firstRange(of: "::") {
      let open = try openStore(named: String(name[..<colons.lowerBound]))
      return (open, try importable(String(name[colons.upperBound...]), of: [open]).entity)
    }
    return try importable(name, of: [try currentOpenStore()] + stores)
  }

  private func importable(
    _ name: String, of stores: [OpenStore]
  ) throws -> (open: OpenStore, entity: EntityName) {
    let entity = EntityName(name)
    guard let open = stores.first(where: { $0.store.schema.entity(entity) != nil }) else {
      let names = stores.flatMap { $0.store.schema.entities.map(\.name.rawValue) }
      throw ShellError(
        .notImported, "no open store has an entity `\(name)`",
        help: Spelling.nearest(to: name, among: names).map { "did you mean `\($0)`?" })
    }
    return (open, entity)
  }

  // MARK: Relationships

  /// A relationship and the objects that it is to lead to, for each record that says so.
  private typealias Links = [(
    relationship: EntitySchema.Relationship,
    links: [(record: Int, destinations: [ReferenceResolution.Found])]
  )]

  private func links(of importing: inout RecordImport, in open: OpenStore) throws -> Links {
    let schema = open.store.schema
    let resolution = ReferenceResolution(session: self, store: open, schema: schema)
    var result: Links = []
    for (name, references) in importing.references.sorted(by: { $0.key < $1.key }) {
      guard let relationship = schema.relationship(name, of: importing.entity) else { continue }
      let found = try resolution.find(
        Set(references.flatMap(\.keys)), for: relationship.destination, in: importing)
      let unique = resolution.uniqueAttributes(of: relationship.destination).map(\.name.rawValue)
      var links: [(record: Int, destinations: [ReferenceResolution.Found])] = []
      for reference in references {
        for key in reference.keys where found[key] == nil {
          let ways = (["identifier"] + unique).joined(separator: " or ")
          importing.fail(
            reference.record, field: reference.field,
            "`\(name)`: no \(relationship.destination) has the \(ways) \(ImportValue.text(key).shown)"
          )
        }
        links.append((reference.record, reference.keys.compactMap { found[$0] }))
      }
      result.append((relationship, links))
    }
    return result
  }

  // MARK: Edits

  /// Carries out all of it, or throws and leaves the context as it was.
  private func carryOut(
    _ importing: RecordImport, _ links: Links, in open: OpenStore
  ) throws -> [PersistentIdentifier] {
    let start = context.checkpoint()
    let name = "import \(importing.entity)"
    do {
      let isOwnGroup = context.openGroupName == nil
      if isOwnGroup { try context.beginGroup(named: name) }
      let inserted = try context.perform(importing.edits, named: name, in: open.name).inserted
      for (relationship, links) in links {
        let links = links.map { link in
          ObjectLink(
            owner: inserted[link.record],
            destinations: link.destinations.map { $0.identifier(among: inserted) })
        }
        try context.perform(
          ObjectLink.edits(links, relationship, in: open.store.schema), named: name, in: open.name)
      }
      if isOwnGroup { try context.endGroup() }
      return inserted
    } catch {
      context.restore(start)
      throw error
    }
  }

  /// Finds the records that made the context refuse all of them; throws the error again where none is to blame.
  private func explain(
    _ error: PersistenceError, _ importing: inout RecordImport, _ links: Links, in open: OpenStore
  ) throws {
    switch error.code {
    case .notUnique: try explainValues(&importing, in: open)
    case .objectNotFound: explainLinks(to: error.identifier, &importing, links)
    default: break
    }
    guard importing.problems.count > 0 else { throw error }
  }

  private func explainValues(_ importing: inout RecordImport, in open: OpenStore) throws {
    let resolution = ReferenceResolution(session: self, store: open, schema: open.store.schema)
    var found: [(record: Int, name: AttributeName, value: AttributeValue?, holder: Holder)] = []
    for attribute in resolution.uniqueAttributes(of: importing.entity) {
      let records = importing.records(holding: attribute.name)
      let root = open.store.schema.ancestry(of: importing.entity).first {
        $0.attribute(attribute.name) != nil
      }
      let holders = try resolution.holders(
        of: records.keys.compactMap(\.value), attribute.name, of: root?.name ?? importing.entity)
      for (key, indices) in records {
        try checkInterrupt()
        let holder = holders[key].map(Holder.object)
        if let holder { found.append((indices[0], attribute.name, key.value, holder)) }
        for index in indices.dropFirst() {
          found.append((index, attribute.name, key.value, holder ?? .record(indices[0])))
        }
      }
    }
    let asked = importing
    for problem in found.sorted(by: { $0.record < $1.record }) {
      importing.fail(
        problem.record,
        "`\(problem.name)` must be unique, and \(words(for: problem.holder, asked)) has "
          + "`\(problem.value.map { ValueText(OutputSettings()).text($0) } ?? "")` too")
    }
  }

  /// What has a value that may stand only once.
  private enum Holder {
    case object(PersistentIdentifier)
    case record(Int)
  }

  private func words(for holder: Holder, _ importing: RecordImport) -> String {
    switch holder {
    case .object(let identifier): identifier.description
    case .record(let record): "line \(importing.file.place(of: importing.offsets[record]).line)"
    }
  }

  private func explainLinks(
    to missing: PersistentIdentifier?, _ importing: inout RecordImport, _ links: Links
  ) {
    guard let missing else { return }
    for (relationship, links) in links {
      for link in links where link.destinations.contains(where: { $0.isObject(missing) }) {
        importing.fail(link.record, "`\(relationship.name)`: there is no \(missing)")
      }
    }
  }

  /// The places that are wrong, as they are told.
  private func refusal(
    _ problems: ImportProblems, _ path: String, _ bytes: [UInt8]
  ) -> ShellError {
    var notes = problems.shown.map { problem in
      let place = ImportFile.place(of: problem.offset, in: bytes)
      let column = problem.isOfLine ? "" : ":\(place.column)"
      return "\(path):\(place.line)\(column): \(problem.message)"
    }
    let rest = problems.count - problems.shown.count
    if rest > 0 { notes.append("and \(rest) more") }
    let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
    return ShellError(
      .notImported, "nothing was imported: \(count) in `\(path)`", notes: notes)
  }
}

extension ReferenceResolution.Found {
  func identifier(among inserted: [PersistentIdentifier]) -> PersistentIdentifier {
    switch self {
    case .record(let record): inserted[record]
    case .object(let identifier): identifier
    }
  }

  fileprivate func isObject(_ wanted: PersistentIdentifier) -> Bool {
    if case .object(let identifier) = self { identifier == wanted } else { false }
  }
}

extension RecordImport {
  /// What of the file does not come through, a sentence each.
  var losses: [String] {
    var losses = leftOut.filter(\.isLoss).map {
      "the column `\($0.name)` is left out: \($0.reason)"
    }
    if values.zonelessCount > 0 {
      let dates = values.zonelessCount == 1 ? "1 date names" : "\(values.zonelessCount) dates name"
      losses.append(
        "\(dates) no zone and \(values.zonelessCount == 1 ? "is" : "are") taken to be in \(values.zone.name)"
      )
    }
    if values.roundedCount > 0 {
      let numbers = values.roundedCount == 1 ? "1 number is" : "\(values.roundedCount) numbers are"
      losses.append("\(numbers) rounded to the nearest that a real can hold")
    }
    return losses
  }

  /// What else is worth to be known.
  var remarks: [String] {
    var remarks = leftOut.filter { !$0.isLoss }.map {
      "the column `\($0.name)` is left out: \($0.reason)"
    }
    if defusedCount > 0 {
      let texts = defusedCount == 1 ? "1 text begins" : "\(defusedCount) texts begin"
      remarks.append("\(texts) with an apostrophe before a formula; `--csv-safe` takes it away")
    }
    return remarks
  }
}
