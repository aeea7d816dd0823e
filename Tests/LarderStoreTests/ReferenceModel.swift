import LarderCore

/// A small model of what a context should do, in the plainest way: whole states, copied on every edit.
///
/// It has people with an employer, friends and a badge, and knows objects by numbers of its own.
struct ReferenceModel {
  struct Object: Hashable {
    var entity: EntityName
    var name: String
    var age: Int64?
    /// To-one: at most one number.
    var links: [AttributeName: [Int]] = [:]
  }

  enum Refusal: Error { case denied, notUnique, nothingToUndo }

  typealias State = [Int: Object]

  private(set) var state: State = [:]
  private var undoStack: [(before: State, after: State)] = []
  private var redoStack: [(before: State, after: State)] = []
  private var saved:
    (state: State, undo: [(before: State, after: State)], redo: [(before: State, after: State)]) =
      ([:], [], [])

  var undoCount: Int { undoStack.count }
  var redoCount: Int { redoStack.count }

  mutating func edit(_ change: (inout State) throws -> Void) throws {
    var new = state
    try change(&new)
    guard new != state else { return }
    undoStack.append((state, new))
    redoStack = []
    state = new
  }

  /// Makes one step of those since a number of steps.
  mutating func group(since count: Int) {
    let steps = undoStack[count...]
    guard let first = steps.first, let last = steps.last else { return }
    undoStack.removeSubrange(count...)
    if first.before != last.after { undoStack.append((first.before, last.after)) }
  }

  mutating func undo() throws {
    guard let step = undoStack.popLast() else { throw Refusal.nothingToUndo }
    redoStack.append(step)
    state = step.before
  }

  mutating func redo() throws {
    guard let step = redoStack.popLast() else { throw Refusal.nothingToUndo }
    undoStack.append(step)
    state = step.after
  }

  mutating func save() { saved = (state, undoStack, redoStack) }

  mutating func rollback() { (state, undoStack, redoStack) = saved }
}

extension ReferenceModel.State {
  /// Each relationship, its inverse, and whether it leads to many.
  private static let inverses: [AttributeName: (inverse: AttributeName, isToMany: Bool)] = [
    "employer": ("staff", false), "staff": ("employer", true), "friends": ("friends", true),
    "badge": ("owner", false), "owner": ("badge", false),
  ]

  mutating func insert(_ number: Int, _ object: ReferenceModel.Object) throws {
    self[number] = object
    try checkNames()
  }

  mutating func rename(_ number: Int, _ name: String) throws {
    self[number]?.name = name
    try checkNames()
  }

  /// Links two objects, which leave others where a relationship leads to one.
  mutating func link(_ name: AttributeName, _ from: Int, _ to: Int) {
    guard let (inverse, isToMany) = Self.inverses[name],
      self[from]?.links[name]?.contains(to) != true
    else { return }
    if !isToMany { unlinkAll(name, from) }
    if Self.inverses[inverse]?.isToMany == false { unlinkAll(inverse, to) }
    self[from]?.links[name, default: []].append(to)
    if self[to]?.links[inverse]?.contains(from) != true {
      self[to]?.links[inverse, default: []].append(from)
    }
  }

  mutating func unlink(_ name: AttributeName, _ from: Int, _ to: Int) {
    guard let inverse = Self.inverses[name]?.inverse else { return }
    self[from]?.links[name]?.removeAll { $0 == to }
    self[to]?.links[inverse]?.removeAll { $0 == from }
    normalise(from)
    normalise(to)
  }

  mutating func unlinkAll(_ name: AttributeName, _ from: Int) {
    for other in self[from]?.links[name] ?? [] { unlink(name, from, other) }
  }

  /// A person takes the badge along; a company with staff stays.
  mutating func delete(_ number: Int) throws {
    guard let object = self[number] else { return }
    if !(object.links["staff"] ?? []).isEmpty { throw ReferenceModel.Refusal.denied }
    let badges = object.links["badge"] ?? []
    for name in object.links.keys { unlinkAll(name, number) }
    self[number] = nil
    for badge in badges { self[badge] = nil }
  }

  private mutating func normalise(_ number: Int) {
    let links = self[number]?.links.filter { !$0.value.isEmpty }
    self[number]?.links = links ?? [:]
  }

  private func checkNames() throws {
    let names = values.filter { $0.entity == "Company" }.map(\.name)
    if Set(names).count < names.count { throw ReferenceModel.Refusal.notUnique }
  }
}
