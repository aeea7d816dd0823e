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

  /// - Throws: ``PersistenceError`` with code `schema.invalid` for a given model that cannot be read;
  ///   `SQLiteError`.
  init(_ connection: Connection, _ file: DatabaseFile, _ options: CoreDataStore.Options) throws {
    contents = try StoreContents(reading: connection)
    identifier = contents.identifier ?? file.path
    findings = contents.findings
    if let path = options.modelPath {
      model = try Self.model(at: path)
    } else if let cached = contents.cachedModel {
      model = cached
    } else {
      let inferred = try InferredModel(contents, connection)
      model = inferred.model
      findings += inferred.findings
    }
    names = StoreTables(model, existing: contents.catalog.columnNames)
    numbers = Dictionary(
      contents.modelEntities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    let codecs = StoreCodecs(externalFolder: ExternalData.folder(ofStoreAt: file.path))
    let missing = MissingParts(model, names, contents)
    findings += missing.findings
    mapping = StoreMapper(
      missing.remaining(of: model), names: missing.remaining(of: names), numbers: numbers,
      codecs: codecs
    ).mapping(storeIdentifier: identifier)
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
    if contents.cachedModel == nil, options.modelPath == nil {
      return "its model is only guessed; `--schema` takes the app's model"
    }
    return nil
  }
}
