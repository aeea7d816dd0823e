// The object benchmark on Larder's engine: ObjectBenchmark FILE.db
//
// Prints the seconds of: fetching every trip as a snapshot known to a context; changing the price of every
// tenth and saving, in one transaction. The database is changed.
import LarderCore
import LarderSQLite
import LarderStore

let context = EntityContext()
let store = try SQLiteStore.open(path: CommandLine.arguments[1], options: SQLiteStore.Options())
try context.attach(store, as: "trips")

let clock = ContinuousClock()
let start = clock.now
let result = try context.run(
  EntityQuery(descriptor: EntityFetchDescriptor(entity: "trip")), in: "trips")
guard case .objects(let trips) = result else { preconditionFailure("A fetch gives objects.") }
let fetched = clock.now

let tenth = stride(from: 0, to: trips.count, by: 10).map { trips[$0].identifier }
let price = AttributePath("price")
_ = try context.perform(
  .update(
    .objects(tenth),
    [.init(price, .arithmetic(.add, .path(price), .value(.integer(1))))]), in: "trips")
_ = try context.save()
let saved = clock.now

func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
print(
  """
  {"count": \(trips.count), "fetch": \(seconds(fetched - start)), "change": \(seconds(saved - fetched))}
  """)
