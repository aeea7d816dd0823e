import SwiftData
import Testing

/// What classes below others have of histories, batch deletes and storage.
@Suite struct InheritedHistoryTests {
  private func makeContext() throws -> ModelContext {
    let context = ModelContext(
      try ModelContainer(
        for: Animal.self, Dog.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Dog(name: "Rex", breed: "terrier"))
    context.insert(Animal(name: "Tom"))
    try context.save()
    return context
  }

  @Test func anUpdateNamesInheritedPropertiesAsTheClassBelowDoes() throws {
    let context = try makeContext()
    let dog = try #require(try context.fetch(FetchDescriptor<Dog>()).first)
    dog.legs = 3
    dog.breed = "pug"
    try context.save()

    let last = try #require(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
    guard case .update(let change) = last.changes.first,
      let update = change as? DefaultHistoryUpdate<Dog>
    else {
      Issue.record("the last change is no update of a dog: \(last.changes)")
      return
    }
    #expect(Set(update.updatedAttributes.map { $0 as AnyKeyPath }) == [\Dog.legs, \Dog.breed])
    #expect(update.containsAttribute(\Dog.legs))
    #expect(!update.containsAttribute(\Dog.name))
  }

  @Test(arguments: [false, true])
  func aBatchDeleteCanLeaveTheClassesBelowAlone(_ isOwnStore: Bool) throws {
    let context: ModelContext
    if isOwnStore {
      context = ModelContext(
        try ModelContainer(
          for: Animal.self, Dog.self, configurations: CarelessConfiguration(care: [])))
      context.insert(Dog(name: "Rex", breed: "terrier"))
      context.insert(Animal(name: "Tom"))
      try context.save()
    } else {
      context = try makeContext()
    }
    try context.delete(
      model: Animal.self, where: #Predicate { $0.legs == 4 }, includeSubclasses: false)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Animal>()).map(\.name) == ["Rex"])
  }

  @Test func aBatchingStoreIsToldToLeaveTheClassesBelowAlone() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Animal.self, Dog.self, configurations: ProbeConfiguration(desk: Desk())))
    context.insert(Dog(name: "Rex", breed: "terrier"))
    context.insert(Animal(name: "Tom"))
    try context.save()
    try context.delete(model: Animal.self, includeSubclasses: false)
    #expect(try context.fetch(FetchDescriptor<Animal>()).map(\.name) == ["Rex"])
  }

  @Test func aBatchDeleteIsUndone() throws {
    let context = try makeContext()
    context.undoManager = UndoManager()
    try context.delete(model: Animal.self)
    context.processPendingChanges()
    #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 0)
    context.undoManager?.undo()
    #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 2)
    context.undoManager?.redo()
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 0)
    context.undoManager?.undo()
    try context.save()
    let names = try context.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]))
    #expect(names.map(\.name) == ["Rex", "Tom"])
  }

  @Test func storageGivesComposites() throws {
    let trip = Trip("north", code: 1)
    trip.home = Address(street: "High Street", city: "Oslo")
    trip.tags = ["a", "b"]
    trip.mood = .wild
    let backing: any BackingData<Trip> = trip.persistentBackingData
    #expect(backing.getValue(forKey: \.home) == Address(street: "High Street", city: "Oslo"))
    #expect(backing.getValue(forKey: \.tags) == ["a", "b"])
    #expect(backing.getValue(forKey: \.mood) == .wild)
    #expect(backing.getValue(forKey: \.note) == nil)
    backing.setValue(forKey: \.home, to: Address(street: "", city: "Bergen"))
    #expect(trip.home?.city == "Bergen")
  }
}
