import Foundation
@testable import Larder
import LarderCore
import Observation
import Testing

@Model
class Vehicle {
  var name: String
  var wheels: Int

  init(name: String, wheels: Int) {
    self.name = name
    self.wheels = wheels
  }
}

@Model
class Car: Vehicle {
  #Unique<Car>([\.name, \.seats])
  #Index<Car>([\.wheels])

  var seats: Int

  init(name: String, seats: Int) {
    self.seats = seats
    super.init(name: name, wheels: 4)
  }
}

@Model
final class Racer: Car {
  var topSpeed: Double = 300
}

@Model
final class Tagged {
  var id: Int

  init(id: Int) { self.id = id }
}

@Suite struct InheritedPropertyTests {
  private let schema = Schema([Vehicle.self, Car.self, Racer.self])

  private func lowered<T: PersistentModel>(_ predicate: Predicate<T>) -> EntityPredicate? {
    PredicateLowering.condition(of: predicate, schema: schema)
  }

  @Test func aConditionOnWhatIsInheritedHasAForm() {
    let expected = EntityPredicate.and([
      .comparison(.greaterThan, .path(AttributePath(["wheels"])), .value(.integer(3))),
      .comparison(.equal, .path(AttributePath(["seats"])), .value(.integer(2))),
    ])
    #expect(lowered(#Predicate<Racer> { $0.wheels > 3 && $0.seats == 2 }) == expected)
    #expect(lowered(#Predicate<Car> { $0.wheels > 3 && $0.seats == 2 }) == expected)
  }

  @Test func anOrderByWhatIsInheritedHasAForm() {
    let descriptor = FetchDescriptor<Racer>(sortBy: [SortDescriptor(\.name)])
    #expect(ModelFetchPlan(descriptor, schema: schema).isWhole)
  }

  @Test func identityIsKnownInEveryClass() throws {
    let wanted = Vehicle(name: "a", wheels: 1).persistentModelID
    let expected = EntityPredicate.comparison(
      .equal, .path(AttributePath()), .value(.identifier(wanted)))
    #expect(lowered(#Predicate<Vehicle> { $0.id == wanted }) == expected)
    #expect(lowered(#Predicate<Racer> { $0.id == wanted }) == expected)
    #expect(lowered(#Predicate<Racer> { $0.persistentModelID == wanted }) == expected)
  }

  @Test func anIdOfOnesOwnIsAPropertyLikeAnyOther() {
    let condition = PredicateLowering.condition(
      of: #Predicate<Tagged> { $0.id == 5 }, schema: Schema([Tagged.self]))
    #expect(
      condition == .comparison(.equal, .path(AttributePath(["id"])), .value(.integer(5))))
  }

  @Test func constraintsNameWhatIsInherited() throws {
    let car = try #require(schema.lowered.entity("Car"))
    #expect(car.uniquenessConstraints == [["name", "seats"]])
    #expect(car.indices == [["wheels"]])
    #expect(schema.lowered.entity("Racer")?.uniquenessConstraints == [])
  }

  @Test func eachClassHasItsOwnProperties() {
    #expect(schema.lowered.entity("Vehicle")?.attributes.map(\.name) == ["name", "wheels"])
    #expect(schema.lowered.entity("Car")?.attributes.map(\.name) == ["seats"])
    #expect(schema.lowered.entity("Racer")?.attributes.map(\.name) == ["topSpeed"])
    #expect(schema.lowered.entity("Racer")?.superentity == "Car")
  }

  @Test func theKindIsACondition() {
    #expect(lowered(#Predicate<Vehicle> { $0 is Car }) == .isKind(level: 0, "Car"))
  }
}
