/// How an order is spelled.
struct SortForm: Hashable, Sendable {
  /// Where nulls stand in an ascending order; in a descending one at the other end.
  enum Nulls: String, Hashable, Sendable, CaseIterable { case first, last, unknown }

  /// `nil` where each step is a parameter of its own.
  var parameter: String

  /// Of `{path}`.
  var ascending: Template
  var descending: Template
  var separator: String
  var nulls: Nulls

  /// The service orders exactly in these kinds; texts never, for they have many orders.
  var kinds: [LiteralKind]

  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    parameter = try reader.requiredText("parameter")
    guard let ascending = try reader.template("ascending", places: ["path"]) else {
      throw reader.fault("ascending", "it is missing")
    }
    guard let descending = try reader.template("descending", places: ["path"]) else {
      throw reader.fault("descending", "it is missing")
    }
    (self.ascending, self.descending) = (ascending, descending)
    separator = try reader.text("separator") ?? ","
    nulls = try reader.choice("nulls", Nulls.self) ?? .unknown
    kinds = try reader.choices("kinds", LiteralKind.self) ?? [.number, .date, .day]
    try reader.finish()
  }
}

/// How pages are asked for, and how the next one is found.
struct PagingForm: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// By the service's own links alone.
    case link
    /// By number, where the service gives no link.
    case page
    /// By the number of rows before it, where the service gives no link.
    case offset
    /// A list comes whole.
    case none
  }

  var kind = Kind.none

  /// The parameter for the number of rows of a page.
  var size: String?

  /// A header for it, of `{size}`, where it is no parameter.
  var sizeHeader: Dialect.Header?
  var sizeHeaderValue: Template?

  /// The parameter for the page or the number of rows before it.
  var position: String?

  /// The number of the first page.
  var firstPage = 1

  /// The parameters for limit and offset of a whole fetch; `nil` where a page's size is the limit.
  var limit: String?
  var offset: String?
  var defaultSize = 100
  var maximumSize = 1000

  /// Pages that are read at most; more are an error.
  var pageLimit = 100_000

  /// Parameters of a next link that mark a cursor over a sort value, which loses objects where that
  /// value is null unless the service tells a total.
  var untrustedCursors: [String] = []

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    kind = try reader.choice("kind", Kind.self) ?? .none
    size = try reader.text("size")
    if var inner = try reader.object("sizeHeader") {
      sizeHeader = Dialect.Header(name: try inner.requiredText("name"), value: "")
      sizeHeaderValue = try inner.template("value", places: ["size"])
      try inner.finish()
    }
    position = try reader.text("position")
    firstPage = try reader.number("firstPage", in: 0...1) ?? 1
    limit = try reader.text("limit")
    offset = try reader.text("offset")
    defaultSize = try reader.number("defaultSize", in: 1...100_000) ?? 100
    maximumSize = try reader.number("maximumSize", in: 1...100_000) ?? 1000
    pageLimit = try reader.number("pageLimit", in: 1...10_000_000) ?? 100_000
    untrustedCursors = try reader.texts("untrustedCursors") ?? []
    if kind == .page || kind == .offset, position == nil {
      throw reader.fault("position", "it is missing")
    }
    try reader.finish()
  }
}

/// How the number of objects is asked for.
struct CountForm: Hashable, Sendable {
  enum Method: String, Hashable, Sendable, CaseIterable { case get = "GET", head = "HEAD" }

  var method: Method

  /// Of `{collection}`.
  var path: Template?

  /// Parameters that go along, in order.
  var parameters: [Dialect.Header]

  /// The header with the number; `nil` where it is in the body.
  var header: String?

  /// Where in the body; empty for a body that is the number.
  var body: MemberPath

  /// The media type asked for; `nil` for that of other requests.
  var accept: String?

  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    method = try reader.choice("method", Method.self) ?? .get
    path = try reader.template("path", places: ["collection"])
    parameters = try reader.pairs("parameters").map { .init(name: $0.name, value: $0.value) }
    header = try reader.text("header")
    body = MemberPath(try reader.text("body"))
    accept = try reader.text("accept")
    try reader.finish()
  }
}

/// How the attributes of the rows are chosen.
struct FieldsForm: Hashable, Sendable {
  /// Of `{type}`.
  var parameter: Template
  var separator: String

  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    guard let parameter = try reader.template("parameter", places: ["type"]) else {
      throw reader.fault("parameter", "it is missing")
    }
    self.parameter = parameter
    separator = try reader.text("separator") ?? ","
    try reader.finish()
  }
}

/// How related objects are made to come along.
struct ExpansionForm: Hashable, Sendable {
  var parameter: String

  /// Of `{path}` and `{key}`, the key of the destination.
  var keyOnly: Template?

  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    parameter = try reader.requiredText("parameter")
    keyOnly = try reader.template("keyOnly", places: ["path", "key"])
    try reader.finish()
  }
}

/// How rows and conditions name related objects.
struct RelationshipForm: Hashable, Sendable {
  /// The condition's path of a to-one relationship's key, of `{path}` and `{key}`.
  var keyPath: Template?

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    keyPath = try reader.template("keyPath", places: ["path", "key"])
    try reader.finish()
  }
}

/// Where a service says what it holds.
struct DiscoveryForm: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The entities' names are given, and their rows looked at.
    case none
    case metadata, pocketbase, kinto
    /// An object of names and addresses.
    case listing
  }

  var kind = Kind.none

  /// Below the service's address.
  var path = ""

  init(_ object: DescriptionReader?) throws(DialectError) {
    guard var reader = object else { return }
    kind = try reader.choice("kind", Kind.self) ?? .none
    path = try reader.text("path") ?? ""
    try reader.finish()
  }
}

/// A log-in that gives a token for a name and a password.
struct SignInForm: Hashable, Sendable {
  /// Below the service's address.
  var path: String

  /// Members of the body, of `{user}` and `{password}`.
  var body: [(name: String, value: Template)] { names.indices.map { (names[$0], values[$0]) } }
  private var names: [String]
  private var values: [Template]

  /// Where in the reply the token stands.
  var token: MemberPath

  /// Of `{token}`; the value of the header `Authorization`.
  var header: Template

  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    path = try reader.requiredText("path")
    (names, values) = ([], [])
    if var inner = try reader.object("body") {
      for name in inner.names {
        guard let value = try inner.template(name, places: ["user", "password"]) else { continue }
        names.append(name)
        values.append(value)
      }
    }
    token = MemberPath(try reader.requiredText("token"))
    guard let header = try reader.template("header", places: ["token"]) else {
      throw reader.fault("header", "it is missing")
    }
    self.header = header
    try reader.finish()
  }
}
