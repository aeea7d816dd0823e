import Glibc

/// Real files beside the package; where they are absent, the tests on them do not run.
enum SampleFiles {
  static let folder: String = {
    let package = #filePath.split(separator: "/").dropLast(4).map(String.init)
    let candidates = ["../shared/data/json", "../../shared/data/json"]
    let paths = candidates.map { "/" + package.joined(separator: "/") + "/" + $0 }
    return paths.first { access($0, R_OK) == 0 } ?? ""
  }()

  static let names: [String] = {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.contains(".json") { names.append(name) }
    }
    return names.sorted()
  }()

  static func path(_ name: String) -> String { folder + "/" + name }
}
