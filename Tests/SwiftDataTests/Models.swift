import SwiftData

// As an app's own source would have them: nothing here knows of Larder.

enum Mood: String, Codable {
  case calm, wild
}

struct Address: Codable, Equatable {
  var street: String
  var city: String
}

@Model
final class Trip {
  #Unique<Trip>([\.code])
  #Index<Trip>([\.name], [\.start])

  var name: String
  @Attribute(originalName: "identifier") var code: Int
  var start: Date
  var price: Double = 0
  var note: String?
  var isDone = false
  var tags: [String] = []
  var mood: Mood = Mood.calm
  var home: Address?
  @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []
  var guide: Guide?
  @Transient var taps = 0

  var title: String { "\(name) (\(code))" }

  init(_ name: String, code: Int, start: Date = Date(timeIntervalSince1970: 0)) {
    self.name = name
    self.code = code
    self.start = start
  }
}

@Model
final class Stay {
  var place: String
  var nights: Int
  var trip: Trip?

  init(_ place: String, nights: Int) {
    self.place = place
    self.nights = nights
  }
}

@Model
final class Guide {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .deny) var trips: [Trip] = []

  init(name: String) { self.name = name }
}
