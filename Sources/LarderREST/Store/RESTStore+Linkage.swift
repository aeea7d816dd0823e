import HTTPTransport
import JSONTree
import LarderCore

extension RESTStore {
  /// What a relationship of JSON:API leads to, by its own address: rows may hold no more than links.
  ///
  /// `nil` where the relationship is of another kind, or has no such address.
  func linkage(
    _ link: ServiceEntity.Relationship, of identifier: PersistentIdentifier,
    _ entity: ServiceEntity
  ) throws -> [PersistentIdentifier]? {
    guard case .linkage(let name) = link.link, !identifier.isTemporary else { return nil }
    let path = try client.path(of: identifier, entity) + "/relationships/" + name.percentEncoded
    let destination = try model.entity(link.relationship.destination)
    do {
      return try keys(at: path, of: link, entity).map {
        PersistentIdentifier(origin: destination.origin, primaryKey: $0)
      }
    } catch let error as RESTError where error.status == 404 || error.status == 405 { return nil }
  }

  private func keys(
    at path: String, of link: ServiceEntity.Relationship, _ entity: ServiceEntity
  ) throws -> [PersistentIdentifier.PrimaryKey] {
    guard link.relationship.isToMany else {
      let reply = try client.read(HTTPRequest(.get, client.url(path)))
      return [reply.body.member(at: dialect.envelope.item)?.member("id").flatMap(RowReader.key)]
        .compactMap(\.self)
    }
    var pages = try PageReader(client, path: path, parameters: [], size: nil, entity: entity.name)
    var keys: [PersistentIdentifier.PrimaryKey] = []
    while let page = try pages.read() {
      try checkInterruption()
      keys += page.rows.compactMap { $0.member("id").flatMap(RowReader.key) }
    }
    return keys
  }
}
