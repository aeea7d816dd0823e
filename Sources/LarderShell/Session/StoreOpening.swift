import Glibc
import LarderCore
import LarderStore

/// A store that cannot be opened; the words say which and why.
struct StoreOpeningError: Error, Hashable {
  var address: String
  var message: String
}

/// Finds the opener for a file by what is in it.
struct StoreOpening {
  let openers: [StoreOpener]

  /// Enough of a file for every opener to know its own.
  static let prefixLength = 4096

  /// The store at a location, and its kind; a store that is not there may be made.
  func open(
    _ location: StoreLocation, _ options: StoreOptions
  ) throws -> (store: any EntityStore, kind: String) {
    let isFile = !location.address.contains("://")
    if isFile, access(location.address, F_OK) != 0, errno == ENOENT, !options.isReadOnly,
      let made = try make(location, options)
    {
      return made
    }
    let prefix = try prefix(of: location)
    guard let opener = openers.first(where: { $0.recognises(location, prefix) }) else {
      throw StoreOpeningError(address: location.shownAddress, message: unrecognised(prefix))
    }
    if let first = options.attached.first, !opener.takesAttachments {
      throw StoreOpeningError(
        address: location.shownAddress,
        message: "`\(first.name)` cannot be attached to a store of kind \(opener.kind)")
    }
    return (try opener.open(location, options), opener.kind)
  }

  private func make(
    _ location: StoreLocation, _ options: StoreOptions
  ) throws -> (store: any EntityStore, kind: String)? {
    for opener in openers {
      if let store = try opener.make?(location, options) { return (store, opener.kind) }
    }
    return nil
  }

  private func unrecognised(_ prefix: [UInt8]?) -> String {
    let sought = openers.map(\.sought).joined(separator: ", ")
    guard let prefix else { return "no store answers at such an address; looked for \(sought)" }
    guard !prefix.isEmpty else { return "the file is empty; looked for \(sought)" }
    return
      "its content is none that larder knows (\(Self.description(of: prefix))); looked for \(sought)"
  }

  /// The first bytes, as text where they are.
  private static func description(of prefix: [UInt8]) -> String {
    let start = prefix.prefix(16)
    if start.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      return "it begins with " + String(decoding: start, as: UTF8.self).quotedLiteral
    }
    let digits = start.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "it begins with the bytes " + digits.joined(separator: " ")
  }

  /// The first bytes of a file; `nil` for an address with a scheme.
  private func prefix(of location: StoreLocation) throws -> [UInt8]? {
    if location.address.contains("://") { return nil }
    // A pipe is opened without waiting for somebody to write to it.
    let descriptor = Glibc.open(location.address, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(location, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(location, errno) }
    guard status.st_mode & S_IFMT != S_IFIFO else {
      throw StoreOpeningError(
        address: location.shownAddress,
        message: "it is a pipe; a store is a file that can be read again"
      )
    }
    var bytes = [UInt8](repeating: 0, count: Self.prefixLength)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw failure(location, errno) }
    return Array(bytes.prefix(count))
  }

  private func failure(_ location: StoreLocation, _ code: Int32) -> StoreOpeningError {
    StoreOpeningError(address: location.shownAddress, message: SystemError.words(for: code))
  }
}
