// One client over every kind of store: RESTClient [BACKEND]
//
// The container is switched by one line, in Backend.swift. Without a name, every backend takes its turn; the service
// where TASK_SERVICE says where one is.
import SwiftData

let name = CommandLine.arguments.dropFirst().first
let chosen =
  name.map { name in Backend.available.filter { $0.rawValue == name } } ?? Backend.available
try check("there is a backend of that name", !chosen.isEmpty)

for backend in chosen {
  try withTemporaryFolder { folder in
    let client = try Client(backend, folder: folder)
    try client.plan()
    try client.finish("door")
    try check(
      "\(backend.rawValue): tasks are found in order",
      try client.openTasks() == [
        "shed of garden", "path of garden", "roof of house", "fence of garden",
      ]
        || client.openTasks() == [
          "shed of garden", "path of garden", "fence of garden", "roof of house",
        ])
    let again = try Client(backend, folder: folder)
    try again.drop("garden")
    try check(
      "\(backend.rawValue): another client deletes a project with its tasks",
      try Client(backend, folder: folder).openTasks() == ["roof of house"])
  }
}
