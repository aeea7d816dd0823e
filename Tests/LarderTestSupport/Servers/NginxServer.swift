import FoundationEssentials
import Glibc

/// nginx in front of another server, with what gateways do to requests, each under a path of its own.
///
/// * `/up/`: passed on. `/small/`: bodies of more than 100 bytes are refused with 413.
/// * `/busy/`: the second request within a second gets 429 with `Retry-After: 1`.
/// * `/dead/`: nobody listens behind it, 502. `/slow/`: gives up on the server after 100 ms, 504.
/// * Over TLS, at ``secureURL``, only `/up/`; at ``clientURL`` clients need a certificate.
public final class NginxServer: Sendable {
  public let port: Int
  public let securePort: Int
  public let clientPort: Int
  public let authority: PrivateAuthority
  private let process: ServerProcess
  private let folder: TemporaryFolder

  /// nginx and openssl are installed; says so loudly where they are not.
  public static let isInstalled: Bool = {
    guard access(program, X_OK) == 0, access("/usr/bin/openssl", X_OK) == 0 else {
      let line =
        "== NOT RUN: tests behind nginx. Scripts/install-dependencies nginx-light openssl\n"
      _ = line.withCString { write(2, $0, strlen($0)) }
      return false
    }
    return true
  }()

  private static let program = "/usr/sbin/nginx"

  /// Starts nginx in front of a loopback port.
  public init(to upstream: Int) throws {
    folder = try TemporaryFolder()
    authority = try PrivateAuthority()
    (port, securePort, clientPort) = (
      try LoopbackSocket.freePort(), try LoopbackSocket.freePort(), try LoopbackSocket.freePort()
    )
    let settings = Self.settings(
      folder: folder.path, ports: (port, securePort, clientPort), upstream: upstream,
      dead: try LoopbackSocket.freePort(), authority)
    let path = try folder.write(text: settings, to: "nginx.conf")
    process = try ServerProcess(
      [Self.program, "-p", folder.path, "-c", path], log: folder.path(of: "log"))
    for port in [port, securePort, clientPort] { try process.waitUntilListening(on: port) }
  }

  public var url: String { "http://127.0.0.1:\(port)" }
  public var secureURL: String { "https://localhost:\(securePort)" }
  public var clientURL: String { "https://localhost:\(clientPort)" }

  private static func settings(
    folder: String, ports: (Int, Int, Int), upstream: Int, dead: Int, _ authority: PrivateAuthority
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
    let secure = """
      ssl_certificate \(authority.serverCertificate); ssl_certificate_key \(authority.serverKey);
          ssl_protocols TLSv1.2;
          location /up/ { proxy_pass http://127.0.0.1:\(upstream)/; }
      """
    return """
      daemon off; master_process off; pid \(folder)/pid; error_log stderr error;
      events { worker_connections 64; }
      http {
        access_log off; \(temporary)
        limit_req_zone $server_port zone=busy:64k rate=1r/s; limit_req_status 429;
        server {
          listen 127.0.0.1:\(ports.0);
          location /up/ { proxy_pass http://127.0.0.1:\(upstream)/; }
          location /small/ { client_max_body_size 100; proxy_pass http://127.0.0.1:\(upstream)/; }
          location /busy/ {
            limit_req zone=busy; error_page 429 @busy; proxy_pass http://127.0.0.1:\(upstream)/;
          }
          location @busy { add_header Retry-After 1 always; return 429 "busy"; }
          location /dead/ { proxy_pass http://127.0.0.1:\(dead)/; }
          location /slow/ { proxy_read_timeout 100ms; proxy_pass http://127.0.0.1:\(upstream)/; }
        }
        server {
          listen 127.0.0.1:\(ports.1) ssl;
          \(secure)
        }
        server {
          listen 127.0.0.1:\(ports.2) ssl;
          ssl_client_certificate \(authority.certificate); ssl_verify_client on;
          \(secure)
        }
      }

      """
  }
}
