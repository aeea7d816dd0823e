import LarderCore

/// Finds the entity that records belong to: by the file's stem or a key, or as it was asked for.
struct EntityNaming: Sendable {
  /// The name that was asked for, or `nil`.
  let givenName: String?
  let schema: EntitySchema?

  /// The entity of records that no key names.
  let main: EntityName

  /// The file's name says that it holds one record a line.
  let isNamedAsLines: Bool

  /// `schema`: what was declared; an entity of it is meant where a name is near enough.
  init(path: String, givenName: String? = nil, schema: EntitySchema? = nil) {
    self.givenName = givenName
    self.schema = schema
    let fileName = path.split(separator: "/").last ?? "store"
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    let stem = parts.first.map(String.init) ?? ""
    let suffix = parts.last?.lowercased() ?? ""
    isNamedAsLines = ["jsonl", "ndjson", "jsonlines", "ldjson"].contains(suffix)
    let name = givenName ?? (stem.isEmpty ? String(fileName) : stem)
    main = Self.declared(name, in: schema, isAlone: true) ?? EntityName(name)
  }

  /// The entity of an array under a key of the file.
  ///
  /// `isAlone`: it is the only one.
  func entity(forKey key: String, isAlone: Bool) -> EntityName {
    if isAlone, givenName != nil { return main }
    return Self.declared(key, in: schema, isAlone: isAlone) ?? EntityName(key)
  }

  /// The declared entity of a name: as it is spelled, in another case, in the singular; or the only one.
  private static func declared(
    _ name: String, in schema: EntitySchema?, isAlone: Bool
  ) -> EntityName? {
    guard let schema else { return nil }
    let candidates = schema.entities.map(\.name).filter {
      !(schema.entity($0)?.isAbstract ?? false)
    }
    let wanted = name.lowercased()
    let near = [wanted, wanted.singular]
    return candidates.first { $0.rawValue == name }
      ?? candidates.first { near.contains($0.rawValue.lowercased()) }
      ?? (isAlone && candidates.count == 1 ? candidates.first : nil)
  }
}

extension String {
  /// An English plural without its ending; a guess, good enough to compare names by.
  var singular: String {
    if hasSuffix("ies"), count > 3 { return dropLast(3) + "y" }
    if hasSuffix("s"), !hasSuffix("ss"), count > 1 { return String(dropLast()) }
    return self
  }
}
