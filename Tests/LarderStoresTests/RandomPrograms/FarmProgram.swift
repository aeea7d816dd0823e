import LarderCore
import LarderTestSupport
import ModelFixtures
import SwiftData

/// A program of random statements on models, and what it should have done.
final class FarmProgram {
  private(set) var current = FarmState()
  private(set) var saved = FarmState()
  private(set) var statements: [String] = []
  private let context: ModelContext
  private let undoManager = UndoManager()
  private var generator: SeededGenerator
  private var undoStates: [FarmState] = []
  private var redoStates: [FarmState] = []
  private var number = 0

  init(_ context: ModelContext, seed: UInt64) {
    self.context = context
    generator = SeededGenerator(seed: seed)
    context.undoManager = undoManager
  }

  /// Runs one statement that does something; false where the one that was drawn would not.
  func step() throws -> Bool {
    let models = try FarmModels(context)
    switch generator.integer(in: 0...99) {
    case 0..<24: insert()
    case 24..<70: return edit(models)
    case 70..<78: return delete(models)
    case 78..<86: return undo()
    case 86..<91: return redo()
    case 91..<97: try save()
    case 97..<98: return try tryDeniedDelete(models)
    default: rollback()
    }
    return true
  }

  private func insert() {
    number += 1
    var next = current
    let name = "\(number)"
    switch generator.integer(in: 0...5) {
    case 0:
      next.farms[name] = .some(nil)
      perform("insert farm \(name)", next) { context.insert(Farm(name: name)) }
    case 1:
      next.people.insert(name)
      perform("insert person \(name)", next) { context.insert(Person(name: name)) }
    case 2:
      next.deeds[number] = .some(nil)
      perform("insert deed \(name)", next) { context.insert(Deed(number: number)) }
    case 3:
      next.animals[name] = FarmState.AnimalState(isDog: true)
      perform("insert dog \(name)", next) { context.insert(Dog(name: name, tricks: [])) }
    default:
      next.animals[name] = FarmState.AnimalState(isDog: false)
      perform("insert animal \(name)", next) { context.insert(Animal(name: name)) }
    }
  }

  private func edit(_ models: FarmModels) -> Bool {
    switch generator.integer(in: 0...6) {
    case 0, 1: editFarm(models)
    case 2, 3: editAnimal(models)
    case 4, 5: editPerson(models)
    default: editDeed(models)
    }
  }

  private func editFarm(_ models: FarmModels) -> Bool {
    guard let farm = pick(models.farms) else { return false }
    var next = current
    switch generator.integer(in: 0...5) {
    case 0, 1:
      let animals = subset(models.animals)
      next.setAnimals(Set(animals.map(\.name)), of: farm.name)
      return perform("\(farm.name).animals = \(animals.map(\.name))", next) {
        farm.animals = animals
      }
    case 2:
      guard let animal = pick(models.animals), animal.home?.name != farm.name else { return false }
      next.animals[animal.name]?.home = farm.name
      return perform("\(farm.name).animals.append(\(animal.name))", next) {
        farm.animals.append(animal)
      }
    case 3:
      let people = subset(models.people)
      next.setWorkers(Set(people.map(\.name)), of: farm.name)
      return perform("\(farm.name).workers = \(people.map(\.name))", next) { farm.workers = people }
    case 4:
      let owner = generator.chance(percent: 40) ? pick(models.people) : nil
      next.farms[farm.name] = .some(owner?.name)
      return perform("\(farm.name).owner = \(owner?.name ?? "nil")", next) { farm.owner = owner }
    default:
      let deed = generator.chance(percent: 70) ? pick(models.deeds) : nil
      next.setDeed(deed?.number, of: farm.name)
      return perform("\(farm.name).deed = \(deed?.number ?? -1)", next) { farm.deed = deed }
    }
  }

  private func editAnimal(_ models: FarmModels) -> Bool {
    guard let animal = pick(models.animals) else { return false }
    var next = current
    switch generator.integer(in: 0...4) {
    case 0:
      let age = generator.integer(in: 0...9)
      next.animals[animal.name]?.age = age
      return perform("\(animal.name).age = \(age)", next) { animal.age = age }
    case 1:
      let farm = generator.chance(percent: 80) ? pick(models.farms) : nil
      next.animals[animal.name]?.home = farm?.name
      return perform("\(animal.name).home = \(farm?.name ?? "nil")", next) { animal.home = farm }
    case 2:
      let mother = generator.chance(percent: 80) ? pick(models.animals) : nil
      next.animals[animal.name]?.mother = mother?.name
      return perform("\(animal.name).mother = \(mother?.name ?? "nil")", next) {
        animal.mother = mother
      }
    case 3:
      let young = subset(models.animals)
      next.setYoung(Set(young.map(\.name)), of: animal.name)
      return perform("\(animal.name).young = \(young.map(\.name))", next) { animal.young = young }
    default:
      guard let dog = animal as? Dog else { return false }
      let master = generator.chance(percent: 80) ? pick(models.people) : nil
      next.animals[dog.name]?.master = master?.name
      return perform("\(dog.name).master = \(master?.name ?? "nil")", next) { dog.master = master }
    }
  }

  private func editPerson(_ models: FarmModels) -> Bool {
    guard let person = pick(models.people) else { return false }
    var next = current
    if generator.chance(percent: 50) {
      let farms = subset(models.farms)
      next.setFarms(Set(farms.map(\.name)), of: person.name)
      return perform("\(person.name).farms = \(farms.map(\.name))", next) { person.farms = farms }
    }
    let friends = subset(models.people)
    next.setFriends(Set(friends.map(\.name)), of: person.name)
    return perform("\(person.name).friends = \(friends.map(\.name))", next) {
      person.friends = friends
    }
  }

  private func editDeed(_ models: FarmModels) -> Bool {
    guard let deed = pick(models.deeds) else { return false }
    var next = current
    let farm = generator.chance(percent: 70) ? pick(models.farms) : nil
    next.deeds[deed.number] = .some(nil)
    if let farm { next.setDeed(deed.number, of: farm.name) }
    return perform("deed \(deed.number).farm = \(farm?.name ?? "nil")", next) { deed.farm = farm }
  }

  private func delete(_ models: FarmModels) -> Bool {
    var next = current
    switch generator.integer(in: 0...3) {
    case 0:
      guard let farm = pick(models.farms), current.farms[farm.name] == .some(nil) else {
        return false
      }
      next.deleteFarm(farm.name)
      return perform("delete farm \(farm.name)", next) { context.delete(farm) }
    case 1:
      guard let animal = pick(models.animals) else { return false }
      next.deleteAnimal(animal.name)
      return perform("delete animal \(animal.name)", next) { context.delete(animal) }
    case 2:
      guard let person = pick(models.people) else { return false }
      next.deletePerson(person.name)
      return perform("delete person \(person.name)", next) { context.delete(person) }
    default:
      guard let deed = pick(models.deeds) else { return false }
      next.deeds[deed.number] = nil
      return perform("delete deed \(deed.number)", next) { context.delete(deed) }
    }
  }

  /// Runs an edit that leads to another state, as a step that can be undone.
  @discardableResult
  private func perform(_ text: String, _ next: FarmState, _ body: () -> Void) -> Bool {
    guard next != current else { return false }
    statements.append(text)
    body()
    context.processPendingChanges()
    undoStates.append(current)
    redoStates = []
    current = next
    return true
  }

  private func undo() -> Bool {
    guard let state = undoStates.popLast() else { return false }
    statements.append("undo")
    undoManager.undo()
    redoStates.append(current)
    current = state
    return true
  }

  private func redo() -> Bool {
    guard let state = redoStates.popLast() else { return false }
    statements.append("redo")
    undoManager.redo()
    undoStates.append(current)
    current = state
    return true
  }

  private func save() throws {
    statements.append("save")
    try context.save()
    saved = current
  }

  private func rollback() {
    statements.append("rollback")
    context.rollback()
    current = saved
    (undoStates, redoStates) = ([], [])
  }

  private func tryDeniedDelete(_ models: FarmModels) throws -> Bool {
    guard
      let farm = models.farms.values.sorted(by: { $0.name < $1.name }).first(
        where: { $0.owner != nil })
    else { return false }
    statements.append("delete farm \(farm.name), which is denied")
    context.delete(farm)
    do {
      try context.save()
      statements.append("and was not")
    } catch PersistenceError.Code.deleteDenied {}
    rollback()
    return true
  }

  private func pick<Key: Comparable, Model>(_ models: [Key: Model]) -> Model? {
    generator.pick(from: models.keys.sorted()).flatMap { models[$0] }
  }

  /// Up to three of them.
  private func subset<Model>(_ models: [String: Model]) -> [Model] {
    let names = models.keys.sorted().shuffled(using: &generator)
    return names.prefix(generator.integer(in: 0...3)).compactMap { models[$0] }
  }
}
