/// What models of farms should look like, in dictionaries and sets alone.
struct FarmState: Equatable {
  struct AnimalState: Equatable {
    var isDog: Bool
    var age = 0
    var home: String?
    var mother: String?
    var master: String?
  }

  /// Two objects of a relationship from many to many.
  struct Link: Hashable {
    var from: String
    var to: String
  }

  /// The owner of each farm.
  var farms: [String: String?] = [:]
  var animals: [String: AnimalState] = [:]
  var people: Set<String> = []

  /// The farm of each deed.
  var deeds: [Int: String?] = [:]

  /// From farms to people.
  var workers: Set<Link> = []
  var friends: Set<Link> = []
}

extension FarmState {
  /// A line for every object, with every relationship from both its ends.
  var lines: [String] {
    farms.keys.map(farmLine).sorted() + animals.keys.map(animalLine).sorted()
      + people.map(personLine).sorted() + deeds.keys.sorted().map(deedLine)
  }

  private func farmLine(_ name: String) -> String {
    Self.farmLine(
      name, owner: farms[name] ?? nil, deed: deeds.first { $0.value == name }?.key,
      animals: animals.filter { $0.value.home == name }.keys.map(\.self),
      workers: workers.filter { $0.from == name }.map(\.to))
  }

  private func animalLine(_ name: String) -> String {
    let animal = animals[name] ?? AnimalState(isDog: false)
    return Self.animalLine(
      name, animal, young: animals.filter { $0.value.mother == name }.map(\.key))
  }

  private func personLine(_ name: String) -> String {
    Self.personLine(
      name, farms: workers.filter { $0.to == name }.map(\.from),
      friends: friends.filter { $0.from == name }.map(\.to))
  }

  private func deedLine(_ number: Int) -> String {
    Self.deedLine(number, farm: deeds[number] ?? nil)
  }
}

extension FarmState {
  static func farmLine(
    _ name: String, owner: String?, deed: Int?, animals: [String], workers: [String]
  ) -> String {
    "farm \(name): owner \(owner ?? "-"), deed \(deed.map(String.init) ?? "-"), animals "
      + "\(list(animals)), workers \(list(workers))"
  }

  static func animalLine(_ name: String, _ animal: AnimalState, young: [String]) -> String {
    "\(animal.isDog ? "dog" : "animal") \(name): age \(animal.age), home \(animal.home ?? "-"), "
      + "mother \(animal.mother ?? "-"), master \(animal.master ?? "-"), young \(list(young))"
  }

  static func personLine(_ name: String, farms: [String], friends: [String]) -> String {
    "person \(name): farms \(list(farms)), friends \(list(friends))"
  }

  static func deedLine(_ number: Int, farm: String?) -> String {
    "deed \(number): farm \(farm ?? "-")"
  }

  private static func list(_ names: [String]) -> String {
    names.sorted().joined(separator: " ")
  }
}

/// What an edit does to a state.
extension FarmState {
  mutating func setAnimals(_ names: Set<String>, of farm: String) {
    for (name, animal) in animals {
      if names.contains(name) {
        animals[name]?.home = farm
      } else if animal.home == farm {
        animals[name]?.home = nil
      }
    }
  }

  mutating func setYoung(_ names: Set<String>, of mother: String) {
    for (name, animal) in animals {
      if names.contains(name) {
        animals[name]?.mother = mother
      } else if animal.mother == mother {
        animals[name]?.mother = nil
      }
    }
  }

  mutating func setDeed(_ number: Int?, of farm: String) {
    for (other, holder) in deeds where holder == farm { deeds[other] = .some(nil) }
    if let number { deeds[number] = .some(farm) }
  }

  mutating func setWorkers(_ people: Set<String>, of farm: String) {
    workers = workers.filter { $0.from != farm }
      .union(people.map { Link(from: farm, to: $0) })
  }

  mutating func setFarms(_ farms: Set<String>, of person: String) {
    workers = workers.filter { $0.to != person }
      .union(farms.map { Link(from: $0, to: person) })
  }

  mutating func setFriends(_ people: Set<String>, of person: String) {
    friends = friends.filter { $0.from != person }
      .union(people.map { Link(from: person, to: $0) })
  }

  /// Of a farm without an owner: one that has one is denied.
  mutating func deleteFarm(_ name: String) {
    for animal in animals.filter({ $0.value.home == name }).keys { deleteAnimal(animal) }
    for deed in deeds.filter({ $0.value == name }).keys { deeds[deed] = nil }
    workers = workers.filter { $0.from != name }
    farms[name] = nil
  }

  mutating func deleteAnimal(_ name: String) {
    animals[name] = nil
    setYoung([], of: name)
  }

  mutating func deletePerson(_ name: String) {
    people.remove(name)
    for (farm, owner) in farms where owner == name { farms[farm] = .some(nil) }
    for (dog, animal) in animals where animal.master == name { animals[dog]?.master = nil }
    workers = workers.filter { $0.to != name }
    friends = friends.filter { $0.to != name && $0.from != name }
  }
}
