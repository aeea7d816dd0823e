import FoundationEssentials
public import HTTPTransport

// The services that are filled over HTTP; the others read the rows when they start.
extension RESTServer {
  func fill() throws {
    switch kind {
    case .odata, .jsonAPI, .drf: break
    case .kinto: try fillKinto()
    case .pocketBase: try fillPocketBase()
    }
  }

  /// Sends a request of JSON that must succeed, and returns the reply.
  ///
  /// - Throws: ``NoServer`` with what the service said instead, or an ``HTTPError``.
  @discardableResult
  public func send(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue, _ credentials: Credentials.Kind? = nil
  ) throws -> HTTPResponse {
    let url = try url(path)
    var request = HTTPRequest(
      method, url, headers: ["Content-Type": "application/json"], body: body.bytes)
    if let credentials { Credentials(credentials, for: url.origin).apply(to: &request) }
    let response = try CurlTransport().send(request)
    guard response.isSuccess else {
      throw NoServer(
        reason: "\(method.rawValue) \(path): \(String(decoding: response.body, as: UTF8.self))")
    }
    return response
  }

  private func fillKinto() throws {
    let user = Credentials.Kind.basic(user: "anna", password: "geheim")
    try send(.put, "buckets/larder", [:], user)
    let rows =
      ServiceRows.cities.map {
        ("cities", "city-\($0.id)", JSONValue(dictionaryLiteral: ("name", .text($0.name))))
      }
      + ServiceRows.people.map { person in
        let city = JSONValue.Member("city", person.city.map { .text("city-\($0)") } ?? nil)
        return (
          "people", Self.kintoIdentifier(of: person), JSONValue.object(person.members + [city])
        )
      }
    for collection in ["cities", "people"] {
      try send(.put, "buckets/larder/collections/\(collection)", [:], user)
      let requests = rows.filter { $0.0 == collection }.map { _, id, data -> JSONValue in
        let path = "/v1/buckets/larder/collections/\(collection)/records/\(id)"
        return ["path": .text(path), "body": ["data": data]]
      }
      for start in stride(from: 0, to: requests.count, by: 25) {
        let part = requests[start..<min(start + 25, requests.count)]
        try send(
          .post, "batch", ["defaults": ["method": "PUT"], "requests": .array(Array(part))], user)
      }
    }
  }

  /// How a person of the rows is known in Kinto.
  public static func kintoIdentifier(of person: ServiceRows.Person) -> String {
    "person-\(person.id)"
  }

  /// How a person of the rows is known in PocketBase: 15 characters.
  public static func pocketBaseIdentifier(of person: ServiceRows.Person) -> String {
    Self.padded("person", person.id)
  }

  private static func padded(_ word: String, _ number: Int) -> String {
    let digits = "\(number)"
    return word + String(repeating: "0", count: 15 - word.count - digits.count) + digits
  }

  /// Logs in to PocketBase as its superuser.
  public func superuser() throws -> Credentials.Kind {
    guard let account else { throw NoServer(reason: "no superuser") }
    let reply = try send(
      .post, "api/collections/_superusers/auth-with-password",
      ["identity": .text(account.user), "password": .text(account.password)])
    let token = try JSONDecoder().decode(LogIn.self, from: Data(reply.body)).token
    return .header(name: "Authorization", value: token)
  }

  /// Ends every token of PocketBase's superuser, who keeps the password.
  public func revokeTokens() throws {
    guard let account else { return }
    let superuser = try superuser()
    let list = try url("api/collections/_superusers/records")
    var request = HTTPRequest(.get, list)
    Credentials(superuser, for: list.origin).apply(to: &request)
    let reply = try CurlTransport().send(request)
    let records = try JSONDecoder().decode(Records.self, from: Data(reply.body)).items
    for record in records {
      try send(
        .patch, "api/collections/_superusers/records/\(record.id)",
        ["password": .text(account.password), "passwordConfirm": .text(account.password)], superuser
      )
    }
  }

  private struct Records: Decodable { var items: [Collection] }

  private func fillPocketBase() throws {
    let superuser = try superuser()
    try send(
      .patch, "api/settings",
      ["batch": ["enabled": true, "maxRequests": 100, "timeout": 30]], superuser)
    try send(
      .post, "api/collections", Self.collection("cities", [Self.field("name", "text")]), superuser)
    let city: JSONValue = [
      "name": "city", "type": "relation", "collectionId": try text("id", of: "cities", superuser),
      "maxSelect": 1,
    ]
    let fields =
      ["name", "nick", "code"].map { Self.field($0, "text") }
      + ["age", "rating"].map { Self.field($0, "number") }
      + [Self.field("born", "date"), Self.field("vip", "bool"), city]
    try send(.post, "api/collections", Self.collection("people", fields), superuser)
    try send(.post, "api/batch", ["requests": .array(Self.creates)], superuser)
  }

  private struct LogIn: Decodable { var token: String }
  private struct Collection: Decodable { var id: String }

  func text(
    _ name: String, of collection: String, _ user: Credentials.Kind
  ) throws -> JSONValue {
    let url = try url("api/collections/\(collection)")
    var request = HTTPRequest(.get, url)
    Credentials(user, for: url.origin).apply(to: &request)
    let reply = try CurlTransport().send(request)
    return .text(try JSONDecoder().decode(Collection.self, from: Data(reply.body)).id)
  }

  static func field(_ name: String, _ type: String) -> JSONValue {
    ["name": .text(name), "type": .text(type), "required": .bool(name == "name")]
  }

  /// Anyone may do anything with its records; names are unique.
  private static func collection(_ name: String, _ fields: [JSONValue]) -> JSONValue {
    let index = "CREATE UNIQUE INDEX `idx_\(name)` ON `\(name)` (`name`)"
    return [
      "name": .text(name), "type": "base", "listRule": "", "viewRule": "", "createRule": "",
      "updateRule": "", "deleteRule": "", "fields": .array(fields), "indexes": [.text(index)],
    ]
  }

  private static var creates: [JSONValue] {
    let cities = ServiceRows.cities.map { city -> JSONValue in
      let body: JSONValue = ["id": .text(padded("city", city.id)), "name": .text(city.name)]
      return ["method": "POST", "url": "/api/collections/cities/records", "body": body]
    }
    return cities
      + ServiceRows.people.map { person -> JSONValue in
        let identifier = JSONValue.Member("id", .text(pocketBaseIdentifier(of: person)))
        let city = JSONValue.Member("city", person.city.map { .text(padded("city", $0)) } ?? nil)
        return [
          "method": "POST", "url": "/api/collections/people/records",
          "body": .object([identifier] + person.members + [city]),
        ]
      }
  }
}
