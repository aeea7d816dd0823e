import Deflate

extension ManagedObjectModel {
  /// Reads the model that a store keeps in `Z_MODELCACHE`: an archive under raw DEFLATE.
  init(modelCache: [UInt8]) throws(ModelError) {
    let bytes: [UInt8]
    do { bytes = try Deflate.inflated(modelCache, limit: Self.sizeLimit) } catch {
      throw ModelError(.compression(error))
    }
    try self.init(compiledModel: bytes)
  }

  /// Reads a compiled model, the content of a `.mom` file.
  init(compiledModel: [UInt8]) throws(ModelError) {
    let archive: KeyedArchive
    do { archive = try KeyedArchive(compiledModel) } catch { throw ModelError(.archive(error)) }
    guard let root = archive.root?.object, root.classNames.contains("NSManagedObjectModel"),
      let entities = root["NSEntities"]?.object?.pairs
    else { throw ModelError(.noModel) }
    var reader = ArchivedModelReader()
    var read: [Entity] = []
    // An unused place among the values is marked by a text.
    for case .object(let entity) in entities.map(\.value) { read.append(try reader.entity(entity)) }
    try self.init(
      assembling: read,
      versionIdentifiers: root.elements("NSVersionIdentifiers").compactMap(\.text))
  }
}
