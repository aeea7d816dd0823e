// The sample trips as SwiftData models: give it to the shell with --schema, or use it in an app.
import Foundation
import SwiftData

@Model
final class Trip {
  @Attribute(.unique) var id: String
  var destination: String
  var country: String
  var startDate: Date
  var endDate: Date
  var price: Double
  var isBooked: Bool = false
  var rating: Int?
  var notes: String?
  var tags: [String] = []
  @Relationship(inverse: \Lodging.trips) var lodging: Lodging?
  @Relationship(inverse: \Traveler.trips) var traveler: Traveler?
  @Relationship(deleteRule: .cascade, inverse: \Activity.trip) var activities: [Activity] = []
}

@Model
final class Lodging {
  @Attribute(.unique) var id: String
  var name: String
  var stars: Int?
  var address: Address
  var trips: [Trip] = []
}

struct Address: Codable {
  var city: String
  var street: String
  var postalCode: String
}

@Model
final class Activity {
  @Attribute(.unique) var id: Int
  var title: String
  var kind: String
  var price: Double
  var minutes: Int
  var trip: Trip?
}

@Model
final class Traveler {
  @Attribute(.unique) var id: Int
  var name: String
  var email: String
  @Relationship(deleteRule: .deny) var trips: [Trip] = []
}
