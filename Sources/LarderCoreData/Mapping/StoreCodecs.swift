import FoundationEssentials
import LarderCore
import LarderSQLite
import SQLiteDriver

/// What the columns of a store hold, beyond numbers and text.
struct StoreCodecs {
  /// The folder of values that stand in files of their own.
  let externalFolder: String

  /// What an attribute's column means; a leaf of a Swift struct may hold JSON.
  func meaning(
    of attribute: ManagedObjectModel.Attribute, isNested: Bool
  ) -> ColumnMapping.Meaning {
    switch attribute.type {
    case .boolean: .bool
    case .date: .seconds
    case .uuid: .uuidBytes
    case .transformable where isNested: .coded(.nestedArchive)
    case .transformable: .coded(attribute.storesArchives ? .archive : .foreignArchive)
    case .binaryData where attribute.allowsExternalStorage:
      .coded(ExternalData(folder: externalFolder).codec)
    case .binaryData where isNested: .coded(.nestedArchive)
    default: .asStored
    }
  }
}

extension ValueCodec {
  /// Keyed archives and property lists; other bytes are shown as they are.
  static let archive = ValueCodec(
    name: "archive",
    decode: { stored in
      guard case .blob(let bytes) = stored else { return nil }
      return TransformableReader.value(of: bytes)
    },
    encode: { value in
      if case .data(let bytes) = value { return .blob(Array(bytes)) }
      return TransformableWriter.bytes(of: value).map { .blob($0) }
    })

  /// What a transformer of the app's own makes: read where it is an archive, written as bytes alone.
  static let foreignArchive = ValueCodec(
    name: "foreign archive", decode: archive.decode,
    encode: { value in
      if case .data(let bytes) = value { return .blob(Array(bytes)) }
      return nil
    })

  /// Leaves of Swift structs: JSON text, or an archive.
  static let nestedArchive = ValueCodec(
    name: "nested",
    decode: { stored in
      guard case .blob(let bytes) = stored else { return nil }
      return StoredJSON.value(of: String(decoding: bytes, as: UTF8.self), .mixed)
        ?? TransformableReader.value(of: bytes)
    },
    encode: { value in
      if case .data(let bytes) = value { return .blob(Array(bytes)) }
      return StoredJSON.text(of: value, .mixed).map { .blob(Array($0.utf8)) }
    })
}
