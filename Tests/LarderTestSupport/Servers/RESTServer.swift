import FoundationEssentials
import Glibc
public import HTTPTransport

/// A real service on a loopback port, with the rows of ``ServiceRows``.
public final class RESTServer: Sendable {
  public let kind: Kind
  public let port: Int
  private let process: ServerProcess
  private let folder: TemporaryFolder

  public enum Kind: String, CaseIterable, Sendable {
    /// odatapy: `People` and `Cities`; changes of people need If-Match.
    case odata

    /// PocketBase, with batches and a superuser.
    case pocketBase

    /// Flask-Restless-NG: `people` and `city`.
    case jsonAPI

    /// Kinto in memory: the collections `people` and `cities` of the bucket `larder`.
    case kinto

    /// Django REST framework: `people`, `cities`, and people paged in other ways.
    case drf
  }

  /// Starts a service of a test's own; where only the shared rows are read, take ``shared(_:)``.
  ///
  /// - Throws: ``NoServer``.
  public init(_ kind: Kind, pageSize: Int = 5) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    try folder.write(ServiceRows.json.bytes, to: "rows.json")
    // Another program may take the port before the server does.
    var last = NoServer(reason: "")
    for _ in 0..<3 {
      do {
        (process, port) = try Self.start(kind, folder, pageSize: pageSize)
      } catch let failure as NoServer {
        last = failure
        continue
      }
      try fill()
      return
    }
    throw last
  }

  /// Where the service's paths start, with a final slash.
  public var url: String {
    switch kind {
    case .odata, .pocketBase, .drf: "http://127.0.0.1:\(port)/"
    case .jsonAPI: "http://127.0.0.1:\(port)/api/"
    case .kinto: "http://127.0.0.1:\(port)/v1/"
    }
  }

  /// What the service knows its callers by; `nil` where it lets anyone in.
  ///
  /// PocketBase's superuser logs in with them.
  public var account: (user: String, password: String)? {
    switch kind {
    case .odata, .jsonAPI, .drf: nil
    case .pocketBase: ("admin@example.com", "password1234")
    case .kinto: ("anna", "geheim")
    }
  }

  /// The URL of a path of the service.
  public func url(_ path: String) throws -> HTTPURL { try HTTPURL(url + path) }
}

extension RESTServer {
  private typealias Started = Result<RESTServer, any Error>
  private static let sharedOData = Started { try RESTServer(.odata) }
  private static let sharedPocketBase = Started { try RESTServer(.pocketBase) }
  private static let sharedJSONAPI = Started { try RESTServer(.jsonAPI) }
  private static let sharedKinto = Started { try RESTServer(.kinto) }
  private static let sharedDRF = Started { try RESTServer(.drf) }

  /// The service that all tests of this process share; for tests that change nothing, or only what is theirs.
  public static func shared(_ kind: Kind) throws -> RESTServer {
    switch kind {
    case .odata: try sharedOData.get()
    case .pocketBase: try sharedPocketBase.get()
    case .jsonAPI: try sharedJSONAPI.get()
    case .kinto: try sharedKinto.get()
    case .drf: try sharedDRF.get()
    }
  }

  /// The servers' programs are installed; says so loudly where they are not.
  public static let areInstalled: Bool = {
    guard access(program("python"), X_OK) == 0, access("/usr/bin/setpriv", X_OK) == 0 else {
      let line =
        "== NOT RUN: tests against real services. Scripts/install-test-servers installs them.\n"
      _ = line.withCString { write(2, $0, strlen($0)) }
      return false
    }
    return true
  }()

  /// A program of the servers' environment.
  static func program(_ name: String) -> String {
    let environment = ProcessInfo.processInfo.environment["LARDER_TEST_SERVERS"]
    return (environment ?? root + "/.build/test-servers") + "/bin/" + name
  }

  private static let root: String = {
    var url = URL(filePath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path(percentEncoded: false).droppingFinalSlash
  }()

  private static func start(
    _ kind: Kind, _ folder: TemporaryFolder, pageSize: Int
  ) throws -> (ServerProcess, Int) {
    let port = try LoopbackSocket.freePort()
    let rows = folder.path(of: "rows.json")
    func script(_ name: String) -> [String] {
      [program("python"), "\(root)/Tests/Servers/\(name)", "\(port)", rows]
    }
    let arguments: [String]
    switch kind {
    case .odata: arguments = script("odata.py") + ["\(pageSize)"]
    case .jsonAPI: arguments = script("jsonapi.py") + [folder.path]
    case .drf: arguments = script("drf.py") + [folder.path]
    case .kinto:
      let settings = try Data(contentsOf: URL(filePath: root + "/Tests/Servers/kinto.ini"))
      let text = String(decoding: settings, as: UTF8.self).replacing("PORT", with: "\(port)")
      let path = try folder.write(text: text, to: "kinto.ini")
      arguments = [program("kinto"), "start", "--ini", path, "--port", "\(port)"]
    case .pocketBase:
      let data = folder.path(of: "data")
      let superuser = ["superuser", "upsert", "admin@example.com", "password1234", "--dir", data]
      guard ChildProcess.run([program("pocketbase")] + superuser) == 0 else {
        throw NoServer(reason: "pocketbase makes no superuser")
      }
      arguments =
        [program("pocketbase"), "serve", "--http=127.0.0.1:\(port)", "--dir", data]
        + ["--automigrate=false"]
    }
    let process = try ServerProcess(arguments, log: folder.path(of: "log"))
    try process.waitUntilListening(on: port)
    return (process, port)
  }
}

extension String {
  fileprivate var droppingFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
