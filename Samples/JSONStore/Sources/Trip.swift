import SwiftData

@Model
final class Trip {
  var name: String
  var destination: String
  var start: Date
  var nights: Int
  @Relationship(deleteRule: .cascade, inverse: \Wish.trip) var wishes: [Wish] = []

  init(name: String, destination: String, start: Date, nights: Int) {
    self.name = name
    self.destination = destination
    self.start = start
    self.nights = nights
  }
}

@Model
final class Wish {
  var text: String
  var isDone = false
  var trip: Trip?

  init(_ text: String) { self.text = text }
}

/// A model without relationships, for the store of the session's listing: it copies snapshots under a new
/// identifier and nothing else.
@Model
final class Postcard {
  var text: String
  var stamps: Int

  init(text: String, stamps: Int) {
    self.text = text
    self.stamps = stamps
  }
}
