// The classic custom store, in the two forms in which its protocols have been shown: each writes an array of
// snapshots to a JSON file, and leaves predicates and orders to its caller.
import SwiftData

try withTemporaryFolder { folder in
  let cards = SessionConfiguration(
    name: "cards", schema: Schema([Postcard.self]), fileURL: folder.appending(path: "cards.json"))
  let first = ModelContext(try ModelContainer(for: Postcard.self, configurations: cards))
  for (text, stamps) in [("from Rome", 2), ("from Oslo", 1), ("from Nice", 3)] {
    first.insert(Postcard(text: text, stamps: stamps))
  }
  try first.save()
  for card in try first.fetch(FetchDescriptor<Postcard>()) where card.stamps == 3 {
    card.text = "from far away"
    card.stamps = 0
  }
  try first.save()
  let second = ModelContext(try ModelContainer(for: Postcard.self, configurations: cards))
  let stamped = FetchDescriptor<Postcard>(
    predicate: #Predicate { $0.stamps > 0 }, sortBy: [SortDescriptor(\.text)])
  try check(
    "the session's form keeps, filters and sorts",
    try second.fetch(stamped).map(\.text) == ["from Oslo", "from Rome"])
  try second.delete(model: Postcard.self, where: #Predicate { $0.stamps == 0 })
  try second.save()
  try check("the session's form deletes", try first.fetchCount(FetchDescriptor<Postcard>()) == 2)
}

try withTemporaryFolder { folder in
  let trips = ShippedConfiguration(name: "trips", fileURL: folder.appending(path: "trips.json"))
  let first = ModelContext(try ModelContainer(for: Trip.self, configurations: trips))
  let start = Date(timeIntervalSince1970: 1_700_000_000)
  for (name, nights) in [("north", 9), ("south", 2), ("east", 5)] {
    let trip = Trip(name: name, destination: "the \(name)", start: start, nights: nights)
    trip.wishes = [Wish("see the \(name)"), Wish("sleep")]
    first.insert(trip)
  }
  try first.save()

  let second = ModelContext(try ModelContainer(for: Trip.self, configurations: trips))
  var longest = FetchDescriptor<Trip>(
    predicate: #Predicate { $0.nights > 2 }, sortBy: [SortDescriptor(\.nights, order: .reverse)])
  longest.fetchLimit = 1
  let found = try second.fetch(longest)
  try check("a limit counts what the predicate leaves", found.map(\.name) == ["north"])
  try check("dates are kept", found.first?.start == start)
  try check(
    "new objects that refer to each other are saved together",
    Set(found.first?.wishes.map(\.text) ?? []) == ["see the north", "sleep"])
  if let trip = found.first { second.delete(trip) }
  try second.save()

  let third = ModelContext(try ModelContainer(for: Trip.self, configurations: trips))
  try check("a delete takes along what it owns", try third.fetchCount(FetchDescriptor<Wish>()) == 4)
}
