import SwiftData

@Model
final class Project {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Task.project) var tasks: [Task] = []

  init(name: String) { self.name = name }
}

@Model
final class Task {
  var title: String
  var hours: Double
  var isDone = false
  var due: Date?
  var project: Project?

  init(title: String, hours: Double, due: Date? = nil) {
    self.title = title
    self.hours = hours
    self.due = due
  }
}
