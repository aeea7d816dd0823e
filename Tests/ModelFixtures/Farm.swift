public import SwiftData

/// Models with relationships of every kind, and a pair that inherits.
@Model
public final class Farm {
  public var name: String
  @Relationship(deleteRule: .cascade, inverse: \Animal.home) public var animals: [Animal] = []
  @Relationship(inverse: \Person.farms) public var workers: [Person] = []
  @Relationship(deleteRule: .deny) public var owner: Person?
  @Relationship(deleteRule: .cascade, inverse: \Deed.farm) public var deed: Deed?

  public init(name: String) { self.name = name }
}

@Model
public class Animal {
  public var name: String
  public var age = 0
  public var home: Farm?
  public var mother: Animal?
  @Relationship(inverse: \Animal.mother) public var young: [Animal] = []

  public init(name: String) { self.name = name }
}

@Model
public final class Dog: Animal {
  public var tricks: [String] = []
  public var master: Person?

  public init(name: String, tricks: [String]) {
    self.tricks = tricks
    super.init(name: name)
  }
}

@Model
public final class Person {
  public var name: String
  public var farms: [Farm] = []
  public var friends: [Person] = []

  public init(name: String) { self.name = name }
}

@Model
public final class Deed {
  public var number: Int
  public var farm: Farm?

  public init(number: Int) { self.number = number }
}
