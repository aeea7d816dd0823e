/// A certificate authority of a test's own, with a certificate for this machine and one for a client.
public final class PrivateAuthority: Sendable {
  private let folder: TemporaryFolder

  /// The authority's certificate, in PEM form, as are the others.
  public var certificate: String { folder.path(of: "authority.pem") }
  public var serverCertificate: String { folder.path(of: "server.pem") }
  public var serverKey: String { folder.path(of: "server.key") }
  public var clientCertificate: String { folder.path(of: "client.pem") }
  public var clientKey: String { folder.path(of: "client.key") }

  /// Makes the certificates, valid for two days.
  ///
  /// - Throws: ``NoServer`` where openssl is not here.
  public init() throws {
    folder = try TemporaryFolder()
    try make("authority", "/CN=Larder tests", ["basicConstraints=critical,CA:TRUE"], signed: false)
    try make("server", "/CN=localhost", ["subjectAltName=DNS:localhost,IP:127.0.0.1"], signed: true)
    try make("client", "/CN=client", ["extendedKeyUsage=clientAuth"], signed: true)
  }

  private func make(_ name: String, _ subject: String, _ extensions: [String], signed: Bool) throws
  {
    var arguments =
      [
        "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
      ]
      + ["-nodes", "-days", "2", "-subj", subject, "-keyout", folder.path(of: name + ".key")]
      + ["-out", folder.path(of: name + ".pem")]
    if signed {
      arguments += ["-CA", certificate, "-CAkey", folder.path(of: "authority.key")]
    }
    for text in extensions { arguments += ["-addext", text] }
    guard ChildProcess.run(arguments) == 0 else { throw NoServer(reason: "openssl fails") }
  }
}
