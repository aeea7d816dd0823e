import JSONTree

/// How services of one kind are spoken to: a description that is data, read from JSON text.
///
/// `docs/rest-dialects.md` says what each member means. A description never runs anything: it says how
/// conditions, orders and pages are spelled, where a reply keeps its rows, and what is known of the
/// service's answers.
public struct Dialect: Hashable, Sendable {
  /// What the description was held against.
  public enum Evidence: String, Hashable, Sendable, CaseIterable {
    case server
    case documentation
    case unknown
  }

  /// The word that stands before the `+` of an address.
  public let name: String

  /// For people: `OData v4`.
  public let title: String
  public let evidence: Evidence

  /// Sent with every request.
  let headers: [Header]
  let collection: CollectionForm
  let envelope: EnvelopeForm
  let identifier: IdentifierForm
  let filter: FilterForm?
  let sort: SortForm?
  let paging: PagingForm
  let count: CountForm?
  let fields: FieldsForm?
  let expansion: ExpansionForm?
  let relationships: RelationshipForm
  let discovery: DiscoveryForm
  let signIn: SignInForm?
  let writing: WritingForm

  /// What a service of this kind cannot hold, in sentences for people.
  let losses: [String]

  struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }
}

extension Dialect {
  /// Reads a description.
  public init(json bytes: [UInt8]) throws(DialectError) {
    let read: (node: JSONNode, repeatedNames: [String])
    do { read = try JSONReader.read(bytes) } catch {
      let (line, column) = error.position(in: bytes)
      throw DialectError(path: "", problem: "line \(line), column \(column): \(error.problem)")
    }
    if let name = read.repeatedNames.first {
      throw DialectError(path: "", problem: "`\(name)` stands twice in one object")
    }
    var reader = try DescriptionReader(read.node, path: "")
    try self.init(&reader)
    try reader.finish()
  }

  private init(_ reader: inout DescriptionReader) throws(DialectError) {
    name = try reader.requiredText("name")
    title = try reader.text("title") ?? name
    evidence = try reader.choice("evidence", Evidence.self) ?? .unknown
    headers = try reader.pairs("headers").map { Header(name: $0.name, value: $0.value) }
    collection = try CollectionForm(reader.object("collection"))
    envelope = try EnvelopeForm(reader.object("envelope"))
    identifier = try IdentifierForm(reader.object("identifier"))
    if let inner = try reader.object("filter") {
      filter = try FilterForm(inner)
    } else {
      filter = nil
    }
    if let inner = try reader.object("sort") { sort = try SortForm(inner) } else { sort = nil }
    paging = try PagingForm(reader.object("paging"))
    if let inner = try reader.object("count") { count = try CountForm(inner) } else { count = nil }
    if let inner = try reader.object("fields") {
      fields = try FieldsForm(inner)
    } else {
      fields = nil
    }
    if let inner = try reader.object("expand") {
      expansion = try ExpansionForm(inner)
    } else {
      expansion = nil
    }
    relationships = try RelationshipForm(reader.object("relationships"))
    discovery = try DiscoveryForm(reader.object("discovery"))
    if let inner = try reader.object("signIn") {
      signIn = try SignInForm(inner)
    } else {
      signIn = nil
    }
    writing = try WritingForm(reader.object("writing"))
    losses = try reader.texts("losses") ?? []
  }
}
