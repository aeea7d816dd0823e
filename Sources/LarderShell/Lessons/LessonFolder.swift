import Glibc

/// A folder for the files of one lesson, which goes with it.
final class LessonFolder {
  let path: String

  /// - Throws: ``OutputError`` where none can be made.
  init() throws(OutputError) {
    var template = Array("/tmp/larder-lesson-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .failed(errno, name: "/tmp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink(path + "/" + name)
    }
    closedir(directory)
    rmdir(path)
  }
}
