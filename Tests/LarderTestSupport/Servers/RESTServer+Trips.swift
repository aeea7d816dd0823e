import HTTPTransport

// Empty collections for the sample trips; three of the services have them when they start.
extension RESTServer {
  /// Adds `trips`, `lodgings`, `activities` and `travelers`.
  public func addTrips() throws {
    switch kind {
    case .odata, .jsonAPI, .drf: break
    case .kinto:
      for name in ["trips", "lodgings", "activities", "travelers"] {
        try send(
          .put, "buckets/larder/collections/\(name)", [:],
          .basic(user: "anna", password: "geheim"))
      }
    case .pocketBase: try addTripsToPocketBase()
    }
  }

  private func addTripsToPocketBase() throws {
    let superuser = try superuser()
    func add(_ name: String, _ fields: [(name: String, type: String)], _ links: JSONValue...) throws
    {
      let fields = fields.map { Self.field($0.name, $0.type) }
      try send(
        .post, "api/collections",
        [
          "name": .text(name), "type": "base", "fields": .array([Self.plainKey] + fields + links),
          "listRule": "", "viewRule": "", "createRule": "", "updateRule": "", "deleteRule": "",
        ], superuser)
    }
    func link(_ name: String, _ collection: String) throws -> JSONValue {
      [
        "name": .text(name), "type": "relation", "maxSelect": 1,
        "collectionId": try text("id", of: collection, superuser),
      ]
    }
    try add("lodgings", [("name", "text"), ("stars", "number"), ("address", "json")])
    try add("travelers", [("name", "text"), ("email", "email")])
    try add(
      "trips",
      [
        ("destination", "text"), ("country", "text"), ("startDate", "date"), ("endDate", "date"),
        ("price", "number"), ("isBooked", "bool"), ("rating", "number"), ("notes", "text"),
        ("tags", "json"),
      ], link("lodging", "lodgings"), link("traveler", "travelers"))
    try add(
      "activities",
      [("title", "text"), ("kind", "text"), ("price", "number"), ("minutes", "number")],
      link("trip", "trips"))
  }

  /// A key that may be shorter than the 15 characters of its kind.
  private static let plainKey: JSONValue = [
    "name": "id", "type": "text", "primaryKey": true, "required": true, "system": true, "min": 1,
    "max": 15, "pattern": "^[A-Za-z0-9]+$", "autogeneratePattern": "[a-z0-9]{15}",
  ]
}
