/// Where the objects of an entity are.
struct CollectionForm: Hashable, Sendable {
  /// Of `{entity}`, below the service's address; `{entity}` where nothing is said.
  var path: Template

  /// Of `{collection}` and `{id}`.
  var item: Template
  var hasTrailingSlash: Bool

  private static let plainPath = Template("{entity}")
  private static let plainItem = Template("{collection}/{id}")

  init(_ object: DescriptionReader?) throws(DialectError) {
    let nowhere = DialectError(path: "collection", problem: "it has no path")
    guard let path = Self.plainPath, let item = Self.plainItem else { throw nowhere }
    guard var reader = object else {
      (self.path, self.item, hasTrailingSlash) = (path, item, false)
      return
    }
    self.path = try reader.template("path", places: ["entity"]) ?? path
    self.item = try reader.template("item", places: ["collection", "id"]) ?? item
    hasTrailingSlash = try reader.flag("trailingSlash") ?? false
    try reader.finish()
  }
}

/// Where a reply keeps what is wanted of it; paths are members joined by dots, `@` and all.
struct EnvelopeForm: Hashable, Sendable {
  /// The rows of a list; empty where the body itself is the array.
  var rows: MemberPath = []

  /// The row of a single object; empty where the body itself is it.
  var item: MemberPath = []

  /// The link to the next page.
  var next: MemberPath?

  /// The header with the link to the next page: `Link` is read by its `rel="next"`, others as a link.
  var nextHeader: String?

  /// The number of objects over all pages.
  var total: MemberPath?
  var totalHeader: String?

  /// Where in a row the attributes stand; empty for the row itself.
  var attributes: MemberPath = []

  /// Where in a row the links to other objects stand, for JSON:API; `nil` where among the attributes.
  var linkage: MemberPath?

  /// Where in a reply the related objects stand that came along, for JSON:API; `nil` where they do not.
  var included: MemberPath?

  /// The version of a row, as ``etagForm`` makes an ETag of it.
  var etag: MemberPath?
  var etagForm: Template?

  /// Kinds of properties whose empty text means null.
  var emptyIsNull: [EmptyKind] = []

  /// Members of a row that are no attributes, by prefix or whole.
  var ignored: [String] = []

  enum EmptyKind: String, Hashable, Sendable, CaseIterable { case date, relationship, enumeration }

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    rows = MemberPath(try reader.text("rows"))
    item = MemberPath(try reader.text("item"))
    next = try reader.text("next").map(MemberPath.init)
    nextHeader = try reader.text("nextHeader")
    total = try reader.text("total").map(MemberPath.init)
    totalHeader = try reader.text("totalHeader")
    attributes = MemberPath(try reader.text("attributes"))
    linkage = try reader.text("linkage").map(MemberPath.init)
    included = try reader.text("included").map(MemberPath.init)
    etag = try reader.text("etag").map(MemberPath.init)
    etagForm = try reader.template("etagForm", places: ["value"])
    emptyIsNull = try reader.choices("emptyIsNull", EmptyKind.self) ?? []
    ignored = try reader.texts("ignored") ?? []
    try reader.finish()
  }
}

/// What is known of the keys of objects.
struct IdentifierForm: Hashable, Sendable {
  /// How the service orders keys that are texts.
  enum TextOrder: String, Hashable, Sendable, CaseIterable { case binary, unknown }

  /// How a key is spelled in an address.
  enum Spelling: String, Hashable, Sendable, CaseIterable { case plain, odata }

  /// The member of a row that holds the key, where the schema does not say.
  var attribute = "id"

  /// The key stands beside the attributes, as a text.
  var isOutside = false
  var textOrder = TextOrder.unknown
  var spelling = Spelling.plain

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    attribute = try reader.text("attribute") ?? "id"
    isOutside = try reader.flag("outside") ?? false
    textOrder = try reader.choice("order", TextOrder.self) ?? .unknown
    spelling = try reader.choice("spelling", Spelling.self) ?? .plain
    try reader.finish()
  }
}

/// Names of members that lead into a JSON value.
typealias MemberPath = [String]

extension [String] {
  /// The members of a path written with dots; a dot behind a backslash or in a name that starts with
  /// `@` is part of the name.
  init(_ text: String?) {
    guard let text, !text.isEmpty else {
      self = []
      return
    }
    self = text.hasPrefix("@") ? [text] : text.split(separator: ".").map(String.init)
  }
}
