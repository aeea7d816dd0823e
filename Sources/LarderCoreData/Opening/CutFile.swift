import Glibc

/// A database file that lacks the pages at its end.
struct CutFile {
  let pageCount: Int
  let remainingPages: Int

  /// `nil` for a file that is whole, and where a `-wal` tells how long it is.
  init?(at path: String) {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: 100)
    var status = stat()
    guard fread(&header, 1, 100, file) == 100, fstat(fileno(file), &status) == 0 else { return nil }
    var log = stat()
    if stat(path + "-wal", &log) == 0, log.st_size > 0 { return nil }
    // The count is only right where whoever wrote it also wrote the file last.
    guard header[24..<28] == header[92..<96] else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    pageCount = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    guard size > 0 else { return nil }
    remainingPages = Int(status.st_size) / (size == 1 ? 65_536 : size)
    guard remainingPages < pageCount else { return nil }
  }

  var words: String {
    "the file was cut: it has \(remainingPages) of \(pageCount) pages, and what stood in the "
      + "others cannot be read"
  }
}
