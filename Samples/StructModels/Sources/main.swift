// Three ways to keep structs in the mix: a struct inside a model, a struct beside a model, and a protocol over
// both.
import SwiftData

try withTemporaryFolder { folder in
  let configuration = ModelConfiguration(url: folder.appending(path: "hotels.store"))
  let context = ModelContext(try ModelContainer(for: Hotel.self, configurations: configuration))
  let harbour = Address(street: "Harbour 1", city: "Oslo")
  context.insert(Hotel(name: "Sea", address: harbour, rating: 4))
  context.insert(
    Hotel(name: "Hill", address: Address(street: "Top 2", city: "Bergen"), rating: 2))
  try context.save()

  let inOslo = FetchDescriptor<Hotel>(predicate: #Predicate { $0.address.city == "Oslo" })
  let sea = try context.fetch(inOslo)
  try check("a struct inside a model can be asked for", sea.map(\.name) == ["Sea"])
  try check("and is read as a whole", sea.first?.address == harbour)
  sea.first?.address.street = "Harbour 3"
  try context.save()

  let other = ModelContext(try ModelContainer(for: Hotel.self, configurations: configuration))
  let values = try other.fetch(FetchDescriptor<Hotel>(sortBy: [SortDescriptor(\.name)]))
    .map { HotelValue($0) }
  try check(
    "an edit inside the struct is saved", values.last?.address.street == "Harbour 3")
  guard var hill = values.first else { throw BrokenPromise(claim: "there is a hotel") }
  hill.rating = 5
  try check("an edit of a value changes no model", !other.hasChanges)
  hill.write(to: other)
  HotelValue(id: nil, name: "Lake", address: harbour, rating: 1).write(to: other)
  try other.save()
  try check(
    "a value is written back",
    try context.fetchCount(
      FetchDescriptor<Hotel>(predicate: #Predicate { $0.rating == 5 })) == 1)
  try check(
    "a value without a model becomes one", try context.fetchCount(FetchDescriptor<Hotel>()) == 3)
  let text = try JSONEncoder().encode(hill)
  try check(
    "a value keeps its identity through JSON",
    try JSONDecoder().decode(HotelValue.self, from: text) == hill)

  let places: [any Place] = try context.fetch(inOslo) + [hill]
  try check(
    "a protocol takes both",
    Set(places.map(\.label)) == ["Sea, Oslo ****", "Lake, Oslo *", "Hill, Bergen *****"])
}
