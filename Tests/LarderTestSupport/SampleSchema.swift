import FoundationEssentials
public import LarderCore

extension EntitySchema {
  /// Trips with a lodging, activities and travelers: every type, delete rule and kind of inverse.
  public static let sample = EntitySchema(entities: [.trip, .lodging, .activity, .traveler])
}

extension EntitySchema.Entity {
  public static let trip = EntitySchema.Entity(
    name: "Trip",
    attributes: [
      EntitySchema.Attribute(name: "id", type: .uuid, isUnique: true),
      EntitySchema.Attribute(name: "name", type: .text),
      EntitySchema.Attribute(name: "destination", type: .text, isOptional: true),
      EntitySchema.Attribute(name: "startDate", type: .date),
      EntitySchema.Attribute(name: "endDate", type: .date, isOptional: true),
      EntitySchema.Attribute(name: "rating", type: .integer, isOptional: true),
      EntitySchema.Attribute(name: "price", type: .real, defaultValue: .real(0)),
      EntitySchema.Attribute(name: "budget", type: .decimal, isOptional: true),
      EntitySchema.Attribute(name: "isFavorite", type: .bool, defaultValue: .bool(false)),
      EntitySchema.Attribute(name: "tags", type: .array(of: .text), defaultValue: .array([])),
      EntitySchema.Attribute(name: "cover", type: .data, isOptional: true),
      EntitySchema.Attribute(name: "address", type: .address, isOptional: true),
      EntitySchema.Attribute(name: "status", type: .status, defaultValue: .text("planned")),
    ],
    relationships: [
      EntitySchema.Relationship(
        name: "lodging", destination: "Lodging", inverse: "trip", deleteRule: .cascade),
      EntitySchema.Relationship(
        name: "activities", destination: "Activity", isToMany: true, isOptional: false,
        inverse: "trip", deleteRule: .cascade),
      EntitySchema.Relationship(
        name: "travelers", destination: "Traveler", isToMany: true, isOptional: false,
        inverse: "trips"),
    ],
    indices: [["startDate"], ["destination", "name"]])

  public static let lodging = EntitySchema.Entity(
    name: "Lodging",
    attributes: [
      EntitySchema.Attribute(name: "name", type: .text),
      EntitySchema.Attribute(name: "stars", type: .integer, isOptional: true),
      EntitySchema.Attribute(name: "pricePerNight", type: .real),
    ],
    relationships: [
      EntitySchema.Relationship(name: "trip", destination: "Trip", inverse: "lodging")
    ]
  )

  public static let activity = EntitySchema.Entity(
    name: "Activity",
    attributes: [
      EntitySchema.Attribute(name: "title", type: .text),
      EntitySchema.Attribute(name: "at", type: .date, isOptional: true),
      EntitySchema.Attribute(name: "minutes", type: .integer, defaultValue: .integer(60)),
      EntitySchema.Attribute(name: "cost", type: .real, isOptional: true),
    ],
    relationships: [
      EntitySchema.Relationship(name: "trip", destination: "Trip", inverse: "activities")
    ])

  public static let traveler = EntitySchema.Entity(
    name: "Traveler",
    attributes: [
      EntitySchema.Attribute(name: "name", type: .text),
      EntitySchema.Attribute(name: "email", type: .text, isOptional: true, isUnique: true),
      EntitySchema.Attribute(name: "born", type: .date, isOptional: true),
      EntitySchema.Attribute(name: "age", type: .integer, isOptional: true),
    ],
    relationships: [
      EntitySchema.Relationship(
        name: "trips", destination: "Trip", isToMany: true, isOptional: false,
        inverse: "travelers", deleteRule: .deny),
      EntitySchema.Relationship(name: "mentor", destination: "Traveler", inverse: "mentees"),
      EntitySchema.Relationship(
        name: "mentees", destination: "Traveler", isToMany: true, isOptional: false,
        inverse: "mentor"),
    ])
}

extension EntitySchema.AttributeType {
  fileprivate static let address = Self.composite([
    EntitySchema.Attribute(name: "street", type: .text, isOptional: true),
    EntitySchema.Attribute(name: "city", type: .text),
    EntitySchema.Attribute(name: "zip", type: .integer, isOptional: true),
  ])

  fileprivate static let status = Self.enumeration(
    name: "Status", rawType: .text,
    cases: [
      EntitySchema.EnumerationCase(name: "planned", rawValue: .text("planned")),
      EntitySchema.EnumerationCase(name: "live", rawValue: .text("live")),
      EntitySchema.EnumerationCase(name: "over", rawValue: .text("over")),
    ])
}
