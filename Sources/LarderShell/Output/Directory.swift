import Glibc

/// What a folder holds.
enum Directory {
  /// The names of its files and folders, in no order, the latter with `/` at their end where `marksFolders`;
  /// none where it cannot be read.
  static func names(in path: String, marksFolders: Bool = false) -> [String] {
    guard let directory = opendir(path.isEmpty ? "." : path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      names.append(marksFolders && isFolder ? name + "/" : name)
    }
    return names
  }
}
