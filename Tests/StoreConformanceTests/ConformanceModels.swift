import Foundation
import Larder
import LarderCore

// What the `@Model` macro would write, by hand: the classes of the conformance schema.

final class Trip: PersistentModel {
  var identifierNumber = 0
  var name = ""
  var note: String?
  var price: Double?
  var count = 0
  var isBooked = false
  var startDate: Date?
  var owner: Owner?
  var persistentBackingData: any BackingData<Trip>

  init(backingData: any BackingData<Trip>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "id", keypath: \Trip.identifierNumber, metadata: Schema.Attribute(.unique)),
      .init(name: "name", keypath: \Trip.name),
      .init(name: "note", keypath: \Trip.note),
      .init(name: "price", keypath: \Trip.price),
      .init(name: "count", keypath: \Trip.count),
      .init(name: "isBooked", keypath: \Trip.isBooked),
      .init(name: "startDate", keypath: \Trip.startDate),
      .init(
        name: "owner", keypath: \Trip.owner, metadata: Schema.Relationship(inverse: \Owner.trips)),
    ]
  }
}

final class Owner: PersistentModel {
  var identifierNumber = 0
  var name = ""
  var age: Int?
  var trips: [Trip] = []
  var persistentBackingData: any BackingData<Owner>

  init(backingData: any BackingData<Owner>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "id", keypath: \Owner.identifierNumber, metadata: Schema.Attribute(.unique)),
      .init(name: "name", keypath: \Owner.name),
      .init(name: "age", keypath: \Owner.age),
      // Named as the SQLite store names the inverse of a foreign key: after the table.
      .init(
        name: "Trip", keypath: \Owner.trips, metadata: Schema.Relationship(inverse: \Trip.owner)),
    ]
  }
}
