import Glibc

/// The lessons of some folders.
struct LessonCatalogue {
  let lessons: [Lesson]

  /// What is wrong with files that are no lessons, by their names.
  let failures: [String: ShellError]

  /// Reads every `.lesson` file of the folders; of two with one name the first counts.
  init(folders: [String]) {
    var found: [Lesson] = []
    var failures: [String: ShellError] = [:]
    for folder in folders {
      for file in Directory.names(in: folder).sorted() where file.hasSuffix(".lesson") {
        let name = String(file.dropLast(".lesson".count))
        guard !found.contains(where: { $0.name == name }), failures[name] == nil else { continue }
        do {
          let source = try ScriptSource(path: folder + "/" + file)
          found.append(try LessonReader.read(source.text, name: name, folder: folder))
        } catch {
          failures[name] =
            error as? ShellError
            ?? ShellError(.unreadable, "the lesson `\(name)` cannot be read: \(error)")
        }
      }
    }
    lessons = found
    self.failures = failures
  }

  func lesson(named name: String) -> Lesson? {
    lessons.first { $0.name == name }
      ?? lessons.first { $0.name.drop { $0.isNumber || $0 == "-" } == name }
      ?? lessons.first { Int($0.name.prefix { $0.isNumber }).map(String.init) == name }
  }

  /// The folders that lessons are looked for in: the one that was named, those that were installed with the
  /// program, those beside its sources.
  static func folders(named folder: String?) -> [String] {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let program = String(
      decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    var places = [folder].compactMap(\.self)
    var directory = Substring(program)
    for _ in 0..<5 {
      guard let slash = directory.lastIndex(of: "/") else { break }
      directory = directory[..<slash]
      places += [directory + "/share/larder/lessons", directory + "/Samples/lessons"]
    }
    return places
  }
}
