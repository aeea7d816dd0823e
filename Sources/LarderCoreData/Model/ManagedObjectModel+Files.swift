import Deflate
import FoundationEssentials
import Glibc

extension ManagedObjectModel {
  /// Reads a model from where an app or its source keeps it.
  ///
  /// Taken are a `.mom` file, a `.momd` folder, whose `VersionInfo.plist` names the current version, an
  /// `.xcdatamodel` folder or the document inside it, and an `.xcdatamodeld` folder, whose
  /// `.xccurrentversion` does the same. A folder with one version needs no such file.
  ///
  /// - Throws: ``ModelError``.
  static func read(at path: String) throws(ModelError) -> ManagedObjectModel {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    switch ModelFiles.pathExtension(path) {
    case "mom": return try ManagedObjectModel(compiledModel: try ModelFiles.bytes(path))
    case "momd": return try read(at: try ModelFiles.currentCompiledModel(in: path))
    case "xcdatamodel": return try SourceModelReader.model(try ModelFiles.bytes(path + "/contents"))
    case "xcdatamodeld": return try read(at: try ModelFiles.currentSourceModel(in: path))
    default: break
    }
    let bytes = try ModelFiles.bytes(path)
    if bytes.starts(with: Array("bplist".utf8)) {
      return try ManagedObjectModel(compiledModel: bytes)
    }
    guard bytes.prefix(64).contains(UInt8(ascii: "<")) else {
      throw ModelError(.unknownFile(path: path))
    }
    return try SourceModelReader.model(bytes)
  }
}

private enum ModelFiles {
  static func pathExtension(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
  }

  static func bytes(_ path: String) throws(ModelError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ModelError(.unknownFile(path: path)) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return result }
      result += buffer[..<count]
      guard result.count <= ManagedObjectModel.sizeLimit else {
        throw ModelError(.compression(.tooLarge))
      }
    }
  }

  private static func failure(_ path: String) -> ModelError {
    ModelError(.unreadable(path: path, reason: String(cString: strerror(errno))))
  }

  static func currentCompiledModel(in folder: String) throws(ModelError) -> String {
    if let info = try propertyList(folder + "/VersionInfo.plist"),
      let name = info["NSManagedObjectModel_CurrentVersionName"]?.string
    {
      return try path(name + ".mom", in: folder)
    }
    return try onlyVersion(in: folder, "mom")
  }

  static func currentSourceModel(in folder: String) throws(ModelError) -> String {
    if let info = try propertyList(folder + "/.xccurrentversion"),
      let name = info["_XCCurrentVersionName"]?.string
    {
      return try path(name, in: folder)
    }
    return try onlyVersion(in: folder, "xcdatamodel")
  }

  /// The dictionary in a file, or `nil` where there is no file.
  private static func propertyList(
    _ path: String
  ) throws(ModelError) -> [String: PropertyList]? {
    guard access(path, F_OK) == 0 else { return nil }
    let content = try bytes(path)
    do { return try PropertyList(bytes: content).dictionary ?? [:] } catch {
      throw ModelError(.propertyList(error))
    }
  }

  /// A name that leads out of the folder is none of its versions.
  private static func path(_ name: String, in folder: String) throws(ModelError) -> String {
    guard !name.contains("/"), !name.isEmpty else { throw ModelError(.noVersion(path: folder)) }
    return folder + "/" + name
  }

  private static func onlyVersion(
    in folder: String, _ wanted: String
  ) throws(ModelError) -> String {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw failure(folder)
    }
    let versions = names.filter { pathExtension($0) == wanted }
    guard versions.count == 1, let version = versions.first else {
      throw ModelError(.noVersion(path: folder))
    }
    return folder + "/" + version
  }
}
