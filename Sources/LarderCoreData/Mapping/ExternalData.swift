import FoundationEssentials
import Glibc
import LarderCore
import LarderSQLite
import SQLiteDriver

/// Data that may stand in a file of its own: a first byte in the column tells.
struct ExternalData {
  /// The folder `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store.
  let folder: String

  private static let inlineMark: UInt8 = 1
  private static let fileMark: UInt8 = 2

  /// The folder of a store at a path.
  static func folder(ofStoreAt path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let parent = path.dropLast(name.count)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return "\(parent).\(stem)_SUPPORT/_EXTERNAL_DATA"
  }

  /// Data that is stored elsewhere is read from there; where its file is missing, the value is an
  /// object that names the file.
  var codec: ValueCodec {
    ValueCodec(
      name: ValueCodec.externalName + folder,
      decode: { stored in
        guard case .blob(let bytes) = stored, let mark = bytes.first else { return nil }
        if mark == Self.inlineMark { return .data(Data(bytes.dropFirst())) }
        guard let name = Self.fileName(in: bytes) else { return nil }
        if let content = Self.content(of: "\(folder)/\(name)") { return .data(Data(content)) }
        return .object(AttributeObject([.init(name: "missing file", value: .text(name))]))
      },
      encode: { value in
        guard case .data(let bytes) = value else { return nil }
        return .blob([Self.inlineMark] + bytes)
      })
  }

  /// The name of the file that a stored value refers to; `nil` for one that stands in its column.
  static func fileName(in stored: [UInt8]) -> String? {
    guard stored.first == fileMark, stored.count == 38, stored.last == 0 else { return nil }
    let name = String(decoding: stored.dropFirst().dropLast(), as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }

  private static func content(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}

extension ValueCodec {
  fileprivate static let externalName = "external "

  /// The values may stand in files of their own.
  var isExternal: Bool { name.hasPrefix(ValueCodec.externalName) }
}
