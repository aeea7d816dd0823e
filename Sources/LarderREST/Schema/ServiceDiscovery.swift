import HTTPTransport
import JSONTree
import LarderCore
import XMLTree

/// Finds out what a service holds: by what it says of itself, else by looking at some rows.
struct ServiceDiscovery {
  let client: ServiceClient
  let storeIdentifier: String

  /// The names of collections that a person gave, in order; empty for none.
  let names: [String]

  /// The declared entities; `nil` to find them.
  let schema: EntitySchema?

  private var dialect: Dialect { client.dialect }

  func model() throws -> ServiceModel {
    var builder = ServiceModelBuilder(storeIdentifier: storeIdentifier, drafts: [])
    do { try discover(&builder) } catch let error as RESTError where canDoWithout(error) {
      builder.notes.append("the service does not show its collections: \(error)")
    }
    if let schema {
      let collections = names
      if !collections.isEmpty { builder.drafts += try sampled(collections, &builder.notes) }
      return builder.model(declared: schema, dialect: dialect)
    }
    if !names.isEmpty {
      let known = builder.drafts.filter { draft in names.contains { draft.matches($0) } }
      let unknown = names.filter { name in !known.contains { $0.matches(name) } }
      builder.drafts = known + (try sampled(unknown, &builder.notes))
    }
    guard !builder.drafts.isEmpty else {
      throw PersistenceError(
        .unsupported,
        detail: "the service does not say what it holds: name its collections with --entity, "
          + "separated by commas, or describe them with --schema"
          + (builder.notes.first.map { " (\($0))" } ?? ""))
    }
    return builder.model()
  }

  /// What a refusal to tell leaves: the names or the schema that a person gave.
  private func canDoWithout(_ error: RESTError) -> Bool {
    guard let status = error.status else { return false }
    return (status == 403 || status == 404 || status == 401 && !names.isEmpty)
      && (!names.isEmpty || schema != nil)
  }

  private func discover(_ builder: inout ServiceModelBuilder) throws {
    let kind = dialect.discovery.kind
    // Where rows are looked at anyway, those of other collections are not.
    if !names.isEmpty, kind == .kinto || kind == .listing { return }
    switch kind {
    case .none: break
    case .metadata: try readMetadata(&builder)
    case .pocketbase:
      let url = try client.url(dialect.discovery.path)
      let listing = try client.read(HTTPRequest(.get, url)).body
      guard let schema = PocketBaseSchema(listing) else {
        throw RESTError.unreadable(url: url.description, problem: "it lists no collections")
      }
      builder.drafts = schema.drafts
    case .kinto: try builder.drafts = sampled(wanted(kintoCollections()), &builder.notes)
    case .listing: try builder.drafts = sampled(wanted(listedCollections()), &builder.notes)
    }
  }

  private func readMetadata(_ builder: inout ServiceModelBuilder) throws {
    let url = try client.url(dialect.discovery.path)
    let request = HTTPRequest(.get, url, headers: ["Accept": "application/xml"])
    let response = try client.send(request)
    guard response.isSuccess else { throw RESTError(response, to: request) }
    do {
      let reader = try MetadataReader(response.body)
      builder.drafts = reader.drafts
      builder.notes += reader.notes
    } catch {
      throw RESTError.unreadable(url: url.description, problem: "it is no XML: \(error)")
    }
  }

  /// The names of the collections of a bucket, page by page.
  private func kintoCollections() throws -> [String] {
    var reader = try PageReader(
      client, path: dialect.discovery.path, parameters: [], size: nil, entity: "collection")
    var names: [String] = []
    while let page = try reader.read() {
      names += page.rows.compactMap { $0.member("id")?.plainText }
    }
    return names.sorted()
  }

  /// The names of a listing whose addresses are below the service's own.
  private func listedCollections() throws -> [String] {
    let url = try client.url(dialect.discovery.path)
    let reply = try client.read(HTTPRequest(.get, url))
    guard case .object(let members) = reply.body else {
      throw RESTError.unreadable(url: url.description, problem: "it lists no collections")
    }
    return members.compactMap { member in
      guard let link = member.value.plainText, let address = try? reply.url.resolving(link),
        address.origin == client.base.origin, address.path.hasPrefix(client.base.path)
      else { return nil }
      let path = address.path.dropFirst(client.base.path.count)
      return String(path.hasSuffix("/") ? path.dropLast() : path).percentDecoded
    }.filter { !$0.isEmpty }
  }

  private func sampled(_ names: [String], _ notes: inout [String]) throws -> [EntityDraft] {
    var drafts: [EntityDraft] = []
    var ends = LinkageEnds()
    for name in names {
      do {
        let sample = try SampledEntity(client, collection: name)
        let draft = sample.draft(&notes)
        if let path = dialect.envelope.linkage {
          ends.add(sample.rows, of: draft.name, linkage: path)
        }
        drafts.append(draft)
      } catch let error as RESTError
        where error.status != nil && self.names.isEmpty && schema == nil
      {
        notes.append("\(name): it is left aside, for \(error)")
      }
    }
    ends.join(&drafts)
    return drafts
  }

  /// Those of the listed collections whose rows are to be looked at: the declared ones, where some are.
  private func wanted(_ listed: [String]) -> [String] {
    guard let schema else { return listed }
    return listed.filter { collection in
      let draft = EntityDraft(collection: collection)
      return schema.entities.contains { draft.matches($0.name.rawValue) }
    }
  }
}

/// An entity whose attributes are guessed from its first page.
struct SampledEntity {
  let rows: [JSONNode]
  private let dialect: Dialect
  private let collection: String

  init(_ client: ServiceClient, collection: String) throws {
    self.collection = collection
    dialect = client.dialect
    var path = client.dialect.collection.path.filled([
      "entity": collection.percentEncoded(keeping: "/")
    ])
    if client.dialect.collection.hasTrailingSlash { path += "/" }
    var reader = try PageReader(
      client, path: path, parameters: [], size: SampleInference.rowLimit,
      entity: EntityName(collection))
    rows = try Array((reader.readFirst()?.rows ?? []).prefix(SampleInference.rowLimit))
  }

  func draft(_ notes: inout [String]) -> EntityDraft {
    if rows.isEmpty { notes.append("\(collection): it is empty, so its attributes are unknown") }
    let values = rows.compactMap { $0.member(at: dialect.envelope.attributes) }
    let key = dialect.identifier.attribute
    var attributes = SampleInference.attributes(of: values).filter { attribute in
      !dialect.envelope.ignored.contains(attribute.name.rawValue)
    }
    if dialect.identifier.isOutside || !attributes.contains(where: { $0.name.rawValue == key }) {
      attributes.removeAll { $0.name.rawValue == key }
      attributes.insert(EntitySchema.Attribute(name: AttributeName(key), type: .text), at: 0)
    }
    for index in attributes.indices where attributes[index].name.rawValue == key {
      attributes[index].isOptional = false
      attributes[index].isUnique = true
      // A key is compared as it is written.
      if attributes[index].type != .integer { attributes[index].type = .text }
    }
    let keyType = attributes.first { $0.name.rawValue == key }?.type ?? .text
    return EntityDraft(
      name: EntityDraft(collection: collection).name, collection: collection,
      keys: [ServiceEntity.Key(wireName: key, type: keyType)],
      keysAreGuessed: rows.isEmpty && !dialect.identifier.isOutside && dialect.writing.keys != .put,
      attributes: attributes.map { attribute in
        ServiceEntity.Attribute(
          attribute: attribute, wireName: attribute.name.rawValue,
          dates: SampleInference.areDays(values, attribute.name.rawValue) ? .days : .moments)
      },
      relationships: linkages)
  }

  /// The relationships that JSON:API's linkage shows.
  private var linkages: [RelationshipDraft] {
    guard let path = dialect.envelope.linkage else { return [] }
    var drafts: [RelationshipDraft] = []
    for row in rows {
      guard case .object(let members)? = row.member(at: path) else { continue }
      for member in members {
        guard let data = member.value.member("data") else { continue }
        let isToMany = if case .array = data { true } else { false }
        let first: JSONNode? = if case .array(let elements) = data { elements.first } else { data }
        guard let type = first?.member("type")?.plainText,
          !drafts.contains(where: { $0.name == member.name })
        else { continue }
        drafts.append(
          RelationshipDraft(
            name: member.name, destination: type, isToMany: isToMany, link: .linkage(member.name),
            wireName: member.name))
      }
    }
    return drafts
  }
}
