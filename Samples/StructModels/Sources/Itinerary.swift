import SwiftData

/// The first way: a Codable struct is the value of an attribute.
struct Address: Codable, Hashable {
  var street: String
  var city: String
}

/// What views and functions ask for: the third way, a protocol over model and struct alike.
protocol Place {
  var name: String { get }
  var address: Address { get }
  var rating: Int { get }
}

extension Place {
  var label: String { "\(name), \(address.city) \(String(repeating: "*", count: rating))" }
}

@Model
final class Hotel: Place {
  var name: String
  var address: Address
  var rating: Int

  init(name: String, address: Address, rating: Int) {
    self.name = name
    self.address = address
    self.rating = rating
  }
}

/// The second way: a struct beside the model, made of it and written back to it.
///
/// It may cross to another actor, and an edit of it changes nothing until it is written back.
struct HotelValue: Place, Codable, Hashable, Sendable {
  var id: PersistentIdentifier?
  var name: String
  var address: Address
  var rating: Int
}

extension HotelValue {
  init(_ hotel: Hotel) {
    self.init(
      id: hotel.persistentModelID, name: hotel.name, address: hotel.address, rating: hotel.rating)
  }

  /// Updates the model that the value was made of, or inserts one where it was made of none.
  @discardableResult
  func write(to context: ModelContext) -> Hotel {
    if let id, let hotel = context.model(for: id) as? Hotel {
      (hotel.name, hotel.address, hotel.rating) = (name, address, rating)
      return hotel
    }
    let hotel = Hotel(name: name, address: address, rating: rating)
    context.insert(hotel)
    return hotel
  }
}
