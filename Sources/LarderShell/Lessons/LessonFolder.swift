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
    for name in Directory.names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }
}
