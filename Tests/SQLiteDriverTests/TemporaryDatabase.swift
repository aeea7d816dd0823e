import Glibc
import SQLiteDriver

/// A folder for one test, removed with everything in it.
final class TemporaryDatabase {
  let folder: String
  let path: String

  init() throws {
    var template = Array("/tmp/larder-driver-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
    guard let made else { throw SQLiteError(code: .cannotOpen, message: "no temporary folder") }
    folder = String(cString: made)
    path = folder + "/test 100%?#.db"
  }

  /// The names in the folder, sorted.
  var files: [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  deinit {
    for name in files { unlink(folder + "/" + name) }
    rmdir(folder)
  }
}
