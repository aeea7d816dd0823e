import ModelFixtures
import SwiftData

/// The models of a context by name, fetched anew.
struct FarmModels {
  let farms: [String: Farm]
  let animals: [String: Animal]
  let people: [String: Person]
  let deeds: [Int: Deed]

  init(_ context: ModelContext) throws {
    farms = Dictionary(
      try context.fetch(FetchDescriptor<Farm>()).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    animals = Dictionary(
      try context.fetch(FetchDescriptor<Animal>()).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    people = Dictionary(
      try context.fetch(FetchDescriptor<Person>()).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    deeds = Dictionary(
      try context.fetch(FetchDescriptor<Deed>()).map { ($0.number, $0) }, uniquingKeysWith: { $1 })
  }

  /// As ``FarmState/lines`` says it.
  var lines: [String] {
    farms.values.map(line).sorted() + animals.values.map(line).sorted()
      + people.values.map(line).sorted() + deeds.sorted { $0.key < $1.key }.map { line($0.value) }
  }

  private func line(_ farm: Farm) -> String {
    FarmState.farmLine(
      farm.name, owner: farm.owner?.name, deed: farm.deed?.number,
      animals: farm.animals.map(\.name), workers: farm.workers.map(\.name))
  }

  private func line(_ animal: Animal) -> String {
    let dog = animal as? Dog
    return FarmState.animalLine(
      animal.name,
      FarmState.AnimalState(
        isDog: dog != nil, age: animal.age, home: animal.home?.name, mother: animal.mother?.name,
        master: dog?.master?.name), young: animal.young.map(\.name))
  }

  private func line(_ person: Person) -> String {
    FarmState.personLine(
      person.name, farms: person.farms.map(\.name), friends: person.friends.map(\.name))
  }

  private func line(_ deed: Deed) -> String {
    FarmState.deedLine(deed.number, farm: deed.farm?.name)
  }
}
