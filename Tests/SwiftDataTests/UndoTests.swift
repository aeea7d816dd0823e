import SwiftData
import Testing

@Suite struct UndoTests {
  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
    context.undoManager = manager
  }

  private func savedTrip() throws -> Trip {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    try context.save()
    return trip
  }

  @Test func everyEventIsAStep() throws {
    let trip = try savedTrip()
    trip.name = "south"
    context.processPendingChanges()
    trip.name = "east"
    context.processPendingChanges()

    manager.undo()
    #expect(trip.name == "south")
    manager.undo()
    #expect(trip.name == "north")
  }

  @Test func aStepIsUndoneAndDoneAgain() throws {
    let trip = try savedTrip()
    trip.name = "south"
    trip.price = 2
    context.processPendingChanges()

    manager.undo()
    #expect(trip.name == "north")
    #expect(trip.price == 0)
    #expect(!context.hasChanges)
    manager.redo()
    #expect(trip.name == "south")
    #expect(trip.price == 2)
  }

  @Test func anUndoneInsertCanComeBack() throws {
    let trip = Trip("north", code: 1)
    context.insert(trip)
    context.processPendingChanges()

    manager.undo()
    #expect(trip.modelContext == nil)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    manager.redo()
    #expect(trip.modelContext === context)
    #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
  }

  @Test func aSavedDeleteIsUndoneInTheSameInstance() throws {
    let trip = try savedTrip()
    context.delete(trip)
    try context.save()
    #expect(trip.modelContext == nil)

    manager.undo()
    #expect(trip.modelContext === context)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
  }

  @Test func aRollbackForgetsTheSteps() throws {
    let trip = try savedTrip()
    trip.name = "south"
    context.processPendingChanges()
    context.rollback()
    #expect(trip.name == "north")
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
  }

  @Test func groupsNestAndHaveNames() {
    let manager = UndoManager()
    let log = Log()
    manager.beginUndoGrouping()
    manager.registerUndo(withTarget: log) { $0.entries.append("first") }
    manager.beginUndoGrouping()
    manager.registerUndo(withTarget: log) { $0.entries.append("second") }
    manager.endUndoGrouping()
    manager.setActionName("Both")
    manager.endUndoGrouping()

    #expect(manager.undoActionName == "Both")
    manager.undo()
    #expect(log.entries == ["second", "first"])
    #expect(!manager.canUndo)
  }

  @Test func onlySoManyLevelsAreKept() {
    let manager = UndoManager()
    let log = Log()
    manager.levelsOfUndo = 2
    for number in 1...3 {
      manager.registerUndo(withTarget: log) { $0.entries.append("\(number)") }
      manager.endEventGroup()
    }
    while manager.canUndo { manager.undo() }
    #expect(log.entries == ["3", "2"])
  }

  private final class Log {
    var entries: [String] = []
  }
}
