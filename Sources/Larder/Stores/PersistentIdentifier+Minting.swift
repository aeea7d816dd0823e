public import LarderCore

extension PersistentIdentifier {
  /// Mints the permanent identifier of an object in a store of one's own.
  ///
  /// Integers keep their kind; any other key is kept by its description.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Decodable & Encodable & Hashable {
    let integer = (primaryKey as? any FixedWidthInteger).flatMap { Int64(exactly: $0) }
    return PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: EntityName(entityName),
      primaryKey: integer.map { .integer($0) } ?? .text(primaryKey.description))
  }
}
