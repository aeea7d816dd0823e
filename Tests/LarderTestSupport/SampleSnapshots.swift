import FoundationEssentials
public import LarderCore

/// A few objects of the sample schema, linked to each other both ways.
public enum SampleSnapshots {
  public static let storeIdentifier = "sample"

  /// Three trips, two lodgings, three activities and three travelers, entity by entity.
  public static let all: [EntitySnapshot] = trips + lodgings + activities + travelers

  /// The identifier of an object of the sample, whose keys count from 1 in each entity.
  public static func identifier(_ entity: EntityName, _ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: entity, primaryKey: .integer(key))
  }

  /// A snapshot of an entity of the sample; properties not named are null, or none for a collection.
  public static func snapshot(
    _ entity: EntityName, _ key: Int64, _ values: [AttributeName: AttributeValue?]
  ) -> EntitySnapshot {
    let schema = EntitySchema.sample
    guard let layout = schema.layout(of: entity) else {
      preconditionFailure("The sample has no such entity.")
    }
    let slots = layout.names.map { name -> AttributeValue? in
      if let given = values[name] { return given }
      return schema.relationship(name, of: entity)?.isToMany == true ? .array([]) : .null
    }
    return EntitySnapshot(identifier: identifier(entity, key), layout: layout, values: slots)
  }

  public static let trips = [
    snapshot(
      "Trip", 1,
      [
        "id": .uuid(uuid(1)), "name": "Café tour".asText, "destination": "Paris".asText,
        "startDate": day(8_900), "endDate": day(8_907), "rating": .integer(5),
        "price": .real(899.5),
        "budget": .integer(1_000), "isFavorite": .bool(true),
        "tags": .array(["food".asText, "art".asText]), "cover": .data(Data([0, 255, 1])),
        "address": .object(
          AttributeObject([
            AttributeObject.Member(name: "street", value: "Rue de l’Été 1".asText),
            AttributeObject.Member(name: "city", value: "Paris".asText),
            AttributeObject.Member(name: "zip", value: .integer(75_001)),
          ])),
        "status": "over".asText, "lodging": link("Lodging", 1),
        "activities": links("Activity", 1, 2), "travelers": links("Traveler", 1, 2),
      ]),
    snapshot(
      "Trip", 2,
      [
        "id": .uuid(uuid(2)), "name": "Cafe\u{301} crawl".asText, "destination": .null,
        "startDate": day(9_000), "endDate": .null, "rating": .null, "price": .real(0),
        "isFavorite": .bool(false), "tags": .array([]), "cover": nil, "address": nil,
        "status": "planned".asText, "activities": links("Activity", 3),
        "travelers": links("Traveler", 2),
      ]),
    snapshot(
      "Trip", 3,
      [
        "id": .uuid(uuid(3)), "name": "🏔️ Matterhorn".asText, "destination": "Zermatt".asText,
        "startDate": day(9_100), "endDate": day(9_102), "rating": .integer(3),
        "price": .real(1_200), "isFavorite": .bool(true), "tags": .array(["hike".asText]),
        "status": "live".asText, "lodging": link("Lodging", 2),
      ]),
  ]

  public static let lodgings = [
    snapshot(
      "Lodging", 1,
      [
        "name": "Hôtel du Nord".asText, "stars": .integer(4), "pricePerNight": .real(120.25),
        "trip": link("Trip", 1),
      ]),
    snapshot(
      "Lodging", 2,
      ["name": "Hut".asText, "pricePerNight": .real(45), "trip": link("Trip", 3)]),
  ]

  public static let activities = [
    snapshot(
      "Activity", 1,
      [
        "title": "Louvre".asText, "at": day(8_901), "minutes": .integer(180), "cost": .real(22),
        "trip": link("Trip", 1),
      ]),
    snapshot(
      "Activity", 2,
      ["title": "Walk".asText, "minutes": .integer(60), "trip": link("Trip", 1)]),
    snapshot(
      "Activity", 3,
      [
        "title": "Tasting".asText, "at": day(9_001), "minutes": .integer(90), "cost": .real(35.5),
        "trip": link("Trip", 2),
      ]),
  ]

  public static let travelers = [
    snapshot(
      "Traveler", 1,
      [
        "name": "Ada".asText, "email": "ada@example.org".asText, "born": day(-4_000),
        "age": .integer(36), "trips": links("Trip", 1), "mentees": links("Traveler", 2),
      ]),
    snapshot(
      "Traveler", 2,
      [
        "name": "Zoë".asText, "age": .integer(17), "trips": links("Trip", 1, 2),
        "mentor": link("Traveler", 1),
      ]),
    snapshot("Traveler", 3, ["name": "Łukasz".asText, "email": "l@example.org".asText]),
  ]

  private static func link(_ entity: EntityName, _ key: Int64) -> AttributeValue {
    .identifier(identifier(entity, key))
  }

  private static func links(_ entity: EntityName, _ keys: Int64...) -> AttributeValue {
    .array(keys.map { link(entity, $0) })
  }

  /// Midnight so many days after 2001-01-01.
  private static func day(_ number: Int) -> AttributeValue {
    .date(Date(timeIntervalSinceReferenceDate: Double(number) * 86_400))
  }

  private static func uuid(_ number: UInt8) -> UUID {
    UUID(uuid: (0xA0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }
}

extension String {
  fileprivate var asText: AttributeValue { .text(self) }
}
