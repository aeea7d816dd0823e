import SwiftData

/// The client: the same models and code, whatever keeps them.
struct Client {
  let context: ModelContext

  init(_ backend: Backend, folder: URL) throws {
    context = ModelContext(
      try ModelContainer(
        for: Schema([Project.self, Task.self]),
        configurations: [backend.configuration(in: folder)]))
  }

  func plan() throws {
    for (name, titles) in [("house", ["roof", "door"]), ("garden", ["fence", "path", "shed"])] {
      let project = Project(name: name)
      project.tasks = titles.enumerated().map { number, title in
        Task(
          title: title, hours: Double(number) + 0.5,
          due: number == 0 ? nil : Date(timeIntervalSince1970: Double(number) * 86_400))
      }
      context.insert(project)
    }
    try context.save()
  }

  func finish(_ title: String) throws {
    for task in try context.fetch(
      FetchDescriptor<Task>(predicate: #Predicate { $0.title == title }))
    {
      task.isDone = true
    }
    try context.save()
  }

  func drop(_ project: String) throws {
    let wanted = FetchDescriptor<Project>(predicate: #Predicate { $0.name == project })
    for found in try context.fetch(wanted) { context.delete(found) }
    try context.save()
  }

  /// What is left to do, the longest first.
  func openTasks() throws -> [String] {
    let open = FetchDescriptor<Task>(
      predicate: #Predicate { !$0.isDone }, sortBy: [SortDescriptor(\.hours, order: .reverse)])
    return try context.fetch(open).map { "\($0.title) of \($0.project?.name ?? "none")" }
  }
}
