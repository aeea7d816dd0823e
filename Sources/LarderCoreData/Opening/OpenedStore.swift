import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

/// Everything that is found out when a store is opened.
struct OpenedStore {
  let contents: StoreContents
  let identifier: String
  let model: ManagedObjectModel
  let names: StoreTables

  /// What `Z_ENT` holds for each entity.
  let numbers: [String: Int64]
  let mapping: DatabaseMapping
  private(set) var findings: [StoreFinding]

  /// Those of the findings that no sound store has.
  let damages: [StoreFinding]
  let history: HistoryTables?
  private let cut: CutFile?
  private let missing: MissingParts

  /// The model is the app's own, whoever told it.
  private let isModelKnown: Bool

  /// - Throws: ``PersistenceError`` with code `schema.invalid` for a given model that cannot be read;
  ///   `SQLiteError`.
  init(
    _ connection: Connection, _ file: DatabaseFile, _ cut: CutFile?,
    _ options: CoreDataStore.Options
  ) throws {
    self.cut = cut
    var contents = try StoreContents(reading: connection)
    if let model = contents.cachedModel { contents.number(as: model) }
    self.contents = contents
    identifier = contents.identifier ?? file.path
    findings = (cut.map { [StoreFinding($0.words)] } ?? []) + contents.findings
    let model: ManagedObjectModel
    if let path = options.modelPath {
      model = try Self.model(at: path)
      isModelKnown = true
    } else if let cached = contents.cachedModel {
      model = cached
      isModelKnown = true
    } else {
      let beside = ModelBeside(ofStoreAt: file.path, contents)
      findings += beside.findings
      isModelKnown = beside.model != nil
      if let found = beside.model {
        model = found
      } else {
        let inferred = try InferredModel(contents, connection)
        model = inferred.model
        findings += inferred.findings
      }
    }
    let whole = StoreTables(model, existing: contents.catalog.columnNames)
    numbers = Dictionary(
      contents.modelEntities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    let codecs = StoreCodecs(externalFolder: ExternalData.folder(ofStoreAt: file.path))
    let missing = MissingParts(model, whole, contents)
    self.missing = missing
    self.model = missing.remaining(of: model, whole)
    names = missing.remaining(of: whole)
    history = HistoryTables(contents.catalog)
    findings += missing.findings + (history?.findings ?? [])
    damages =
      (cut.map { [StoreFinding($0.words)] } ?? []) + contents.damages + missing.findings
      + (history?.findings ?? [])
    var mapping = StoreMapper(self.model, names: names, numbers: numbers, codecs: codecs)
      .mapping(storeIdentifier: identifier)
    mapping.schema = ObservedLeaves(connection).schema(of: mapping)
    self.mapping = mapping
  }

  private static func model(at path: String) throws -> ManagedObjectModel {
    do throws(ModelError) {
      return try ManagedObjectModel.read(at: path)
    } catch {
      throw PersistenceError(.invalidSchema, detail: "\(error)")
    }
  }

  /// `nil` where the store may be written.
  func readOnlyReason(_ file: DatabaseFile, _ options: CoreDataStore.Options) -> String? {
    guard options.isWritable else {
      return "stores of SwiftData and Core Data are opened for reading; `--write` opens them "
        + "for writing"
    }
    if !options.isDryRun, let reason = file.readOnlyReason { return reason }
    let isMirrored = contents.catalog.tables.contains { $0.name.hasPrefix("ANSCK") }
    if isMirrored, !options.isForced {
      return "it is mirrored to CloudKit, which would not see the changes; `--force` opens it all "
        + "the same"
    }
    if let cut { return cut.words }
    if let reason = missing.readOnlyReason ?? history?.findings.first?.message { return reason }
    if contents.lacksNumbers {
      return "the counters of its keys are lost, so that no object can be written"
    }
    if !isModelKnown {
      return "its model is only guessed; `--schema` takes the app's model"
    }
    return nil
  }
}
