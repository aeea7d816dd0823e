import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// A real server of the tests with people and cities in it.
struct LiveService: CustomTestStringConvertible, Sendable {
  var kind: RESTServer.Kind
  var dialect: String
  var path: String
  var people: EntityName
  var cities: EntityName
  var testDescription: String { dialect }

  static let all = RESTServer.Kind.allCases.map { kind in
    switch kind {
    case .odata: LiveService(kind, "odata", people: "Person", cities: "City")
    case .pocketBase: LiveService(kind, "pocketbase", people: "people", cities: "cities")
    case .jsonAPI: LiveService(kind, "jsonapi", people: "people", cities: "city")
    case .kinto:
      LiveService(kind, "kinto", path: "buckets/larder/", people: "people", cities: "cities")
    case .drf: LiveService(kind, "drf", people: "people", cities: "cities")
    }
  }

  init(
    _ kind: RESTServer.Kind, _ dialect: String, path: String = "", people: EntityName,
    cities: EntityName
  ) {
    (self.kind, self.dialect, self.path) = (kind, dialect, path)
    (self.people, self.cities) = (people, cities)
  }

  /// A store over the shared server, which tests only read.
  func open(pageSize: Int? = nil, collections: [String]? = nil) throws -> RESTStore {
    let server = try RESTServer.shared(kind)
    let base = try server.url(path)
    let credentials = server.account.map {
      Credentials(.basic(user: $0.user, password: $0.password), for: base.origin)
    }
    let dialect = try RESTFixtures.dialect(dialect)
    let transport = CarefulTransport(
      over: CurlTransport(),
      credentials: dialect.takesSignIn(credentials) ? [] : credentials.map { [$0] } ?? [])
    return try RESTStore(
      base: base, dialect: dialect, transport: transport,
      options: .init(
        collections: collections ?? [people.rawValue, cities.rawValue], credentials: credentials,
        pageSize: pageSize))
  }
}
