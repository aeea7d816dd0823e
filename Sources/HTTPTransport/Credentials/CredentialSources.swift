import Glibc

/// The places where credentials may be kept; never the command line itself.
public struct CredentialSources: Sendable {
  /// The file that the user names, a ``CredentialList``; `nil` for none.
  public var file: String?

  /// A ``CredentialList`` from the environment, under ``variableName``; `nil` for none.
  public var variable: String?

  /// The netrc file, which need not exist; `nil` for none.
  public var netrc: String?

  /// The name of the variable that may hold a list.
  public static let variableName = "LARDER_AUTH"

  public init(file: String? = nil, variable: String? = nil, netrc: String? = nil) {
    self.file = file
    self.variable = variable
    self.netrc = netrc
  }

  /// The sources that a process's environment tells: its own variable, and `NETRC` or `~/.netrc`.
  public init(file: String?, environment: [String: String]) {
    self.init(
      file: file, variable: environment[Self.variableName],
      netrc: environment["NETRC"] ?? environment["HOME"].map { $0 + "/.netrc" })
  }

  /// The credentials for an origin: from the file, else the variable, else netrc; `nil` where none has any.
  ///
  /// - Throws: ``CredentialsError`` where a source cannot be read, or the file could be read by others.
  public func credentials(for origin: HTTPOrigin) throws(CredentialsError) -> Credentials? {
    if let file {
      let list = try CredentialList(try Self.text(ofPrivateFile: file), source: file)
      if let found = list.credentials.first(where: { $0.origin == origin }) { return found }
    }
    if let variable {
      let list = try CredentialList(variable, source: Self.variableName)
      if let found = list.credentials.first(where: { $0.origin == origin }) { return found }
    }
    guard let netrc, access(netrc, F_OK) == 0 else { return nil }
    return Netrc(try Self.text(of: netrc, isPrivate: false)).credentials(for: origin)
  }

  private static func text(ofPrivateFile path: String) throws(CredentialsError) -> String {
    try text(of: path, isPrivate: true)
  }

  private static let mostBytes = 1 << 20

  private static func text(of path: String, isPrivate: Bool) throws(CredentialsError) -> String {
    func fault(_ message: String) -> CredentialsError {
      CredentialsError(source: path, line: nil, message: message)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(String(cString: strerror(errno))) }
    if isPrivate, status.st_mode & 0o077 != 0 {
      throw fault("others can read it: run chmod 600 on it")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault(String(cString: strerror(errno))) }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
      guard bytes.count <= mostBytes else { throw fault("it is too large") }
    }
  }
}
