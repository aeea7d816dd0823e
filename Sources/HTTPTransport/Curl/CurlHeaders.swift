import CCurl

/// The headers of a request as libcurl's list, freed with the value's last use.
final class CurlHeaders {
  private(set) var list: UnsafeMutablePointer<curl_slist>?
  private let functions: UnsafePointer<ccurl_functions>

  /// - Throws: ``HTTPError`` with code `http.invalid-request` for a name or value that would break the message.
  init(
    _ request: HTTPRequest, _ settings: HTTPSettings, _ functions: UnsafePointer<ccurl_functions>
  ) throws(HTTPError) {
    self.functions = functions
    let name = request.method.rawValue
    guard !name.isEmpty, name.utf8.allSatisfy(HTTPBytes.isToken) else {
      throw HTTPError(.invalidRequest, url: request.url, detail: "`\(name)` is no method")
    }
    for header in request.headers.fields {
      if let fault = Self.fault(of: header) {
        throw HTTPError(.invalidRequest, method: request.method, url: request.url, detail: fault)
      }
      append(header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)")
    }
    if request.headers["User-Agent"] == nil { append("User-Agent: " + settings.userAgent) }
    // libcurl adds these where they are not taken away: a form's type, and a wait of a second before a body.
    if request.headers["Content-Type"] == nil { append("Content-Type:") }
    append("Expect:")
  }

  deinit { functions.pointee.slist_free_all(list) }

  private func append(_ line: String) {
    if let longer = functions.pointee.slist_append(list, line) { list = longer }
  }

  private static let ownNames: Set = [
    "accept-encoding", "connection", "content-length", "expect", "host", "transfer-encoding",
  ]

  private static func fault(of header: HTTPHeader) -> String? {
    if header.name.isEmpty || !header.name.utf8.allSatisfy(HTTPBytes.isToken) {
      return "`\(header.name)` is no name of a header"
    }
    if ownNames.contains(header.name.lowercased()) {
      return "the header \(header.name) is the transport's own"
    }
    let isBroken = header.value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    return isBroken ? "the value of the header \(header.name) holds control characters" : nil
  }
}
