// The model benchmark through SwiftData's API: ModelBenchmark FILE.store COUNT
//
// Prints the seconds, by the clock and of the processor, of: making so many models and saving them;
// fetching them all in another container and reading every property. The file must not be there.
import Foundation
import SwiftData

@Model
final class Trip {
  var code: String
  var destination: String
  var country: String
  var start: Date
  var price: Double
  var rating: Int
  var isBooked: Bool
  var notes: String?

  init(
    code: String, destination: String, country: String, start: Date, price: Double, rating: Int,
    isBooked: Bool, notes: String?
  ) {
    self.code = code
    self.destination = destination
    self.country = country
    self.start = start
    self.price = price
    self.rating = rating
    self.isBooked = isBooked
    self.notes = notes
  }
}

let url = URL(filePath: CommandLine.arguments[1])
guard let count = Int(CommandLine.arguments[2]) else {
  preconditionFailure("The count must be a number.")
}

func makeContext() throws -> ModelContext {
  ModelContext(
    try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url)))
}

func create() throws {
  let context = try makeContext()
  for number in 0..<count {
    context.insert(
      Trip(
        code: "T\(number)", destination: "City \(number % 1000)", country: "C\(number % 40)",
        start: Date(timeIntervalSinceReferenceDate: Double(number) * 3600),
        price: Double(number % 5000) + 0.5, rating: number % 5, isBooked: number % 2 == 0,
        notes: number % 3 == 0 ? "note \(number)" : nil))
  }
  try context.save()
}

/// The number of trips, and a sum over every property, so that all are read.
func read() throws -> (count: Int, sum: Double) {
  let trips = try makeContext().fetch(FetchDescriptor<Trip>())
  var sum = 0.0
  for trip in trips {
    sum += Double(
      trip.code.utf8.count + trip.destination.utf8.count + trip.country.utf8.count + trip.rating
        + (trip.notes?.utf8.count ?? 0) + (trip.isBooked ? 1 : 0))
    sum += trip.price + trip.start.timeIntervalSinceReferenceDate
  }
  return (trips.count, sum)
}

/// Runs something and returns its seconds by the clock and of the processor, those of all threads.
func measured<Result>(
  _ body: () throws -> Result
) rethrows -> (result: Result, wall: Double, processor: Double) {
  var result: Result?
  let processorStart = clock()
  let wall = try ContinuousClock().measure { result = try body() }
  let processor = Double(clock() - processorStart) / Double(CLOCKS_PER_SEC)
  guard let result else { preconditionFailure("What was measured gave no result.") }
  return (result, wall / .seconds(1), processor)
}

let created = try measured(create)
let fetched = try measured(read)
let found = fetched.result
print(
  """
  {"count": \(found.count), "sum": \(found.sum), "create": \(created.wall), \
  "fetch": \(fetched.wall), \
  "create_cpu": \(created.processor), "fetch_cpu": \(fetched.processor)}
  """)
