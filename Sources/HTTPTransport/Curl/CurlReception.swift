import CCurl

/// What libcurl's callbacks gather of one reply.
final class CurlReception {
  private let limits: HTTPLimits

  /// libcurl may send the request again by itself, where a connection that it reused turns out dead.
  private let maySendAgain: Bool

  /// 0 before a reply began; interim ones do not count.
  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  private(set) var body: [UInt8] = []

  /// Why a callback stopped the transfer.
  private(set) var fault: (code: HTTPError.Code, detail: String)?

  /// How often the request was about to be sent.
  private(set) var sendings = 0

  /// When a byte last came, or the connection was ready.
  private(set) var lastActivity = ContinuousClock.now

  private var headerBytes = 0

  /// The empty line behind the headers has come.
  private(set) var headersEnded = false

  init(limits: HTTPLimits, maySendAgain: Bool) {
    self.limits = limits
    self.maySendAgain = maySendAgain
  }

  /// Notes that bytes went to the service.
  func noteActivity() { lastActivity = .now }

  /// Allows the request to be sent, a second time only where that does no harm.
  private func allowsSending() -> Bool {
    noteActivity()
    sendings += 1
    return sendings == 1 || maySendAgain
  }
}

extension CurlReception {
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    guard bytes.count <= limits.body - body.count else {
      fault = (.tooLarge, "its body has more than \(limits.body) bytes")
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  private func takeHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    headerBytes += bytes.count
    guard headerBytes <= limits.headers else {
      fault = (.tooLarge, "its headers have more than \(limits.headers) bytes")
      return false
    }
    let line = Self.trimmed(bytes[...])
    if bytes.starts(with: "HTTP/".utf8) { return beginReply(line) }
    guard !headersEnded else { return true }  // A trailer.
    if line.isEmpty {
      headersEnded = status >= 200
    } else if let first = bytes.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      continueLastHeader(line)
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let value = Self.trimmed(line[line.index(after: colon)...])
      return add(HTTPHeader(Self.text(Self.trimmed(line[..<colon])), Self.text(value)))
    }
    return true
  }

  /// Reads `HTTP/1.1 200 OK`, and drops what an interim reply said before.
  private func beginReply(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let number = line.split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first
    guard let number, let status = Int(Self.text(number)), (100...999).contains(status) else {
      fault = (.malformed, "its first line has no status")
      return false
    }
    self.status = status < 200 ? 0 : status
    headers = []
    return true
  }

  /// Adds a header, unless it tells another length than one before: who is right cannot be known.
  private func add(_ header: HTTPHeader) -> Bool {
    if header.isNamed("Content-Length"),
      headers.contains(where: { $0.isNamed("Content-Length") && $0.value != header.value })
    {
      fault = (.malformed, "it tells two lengths")
      return false
    }
    headers.append(header)
    return true
  }

  private func continueLastHeader(_ line: Slice<UnsafeRawBufferPointer>) {
    guard let last = headers.popLast() else { return }
    headers.append(
      HTTPHeader(last.name, last.value + " " + Self.text(line), isSecret: last.isSecret))
  }

  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
    return start[..<end]
  }
}

// What libcurl calls, with the reception as the context.
extension CurlReception {
  static let receivesBody: ccurl_receive = { bytes, size, count, context in
    of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      ? size * count : 0
  }

  static let receivesHeader: ccurl_receive = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return of(context).takeHeaderLine(line) ? size * count : 0
  }

  static let prepares: ccurl_prepare = { context, _, _, _, _ in
    of(context).allowsSending() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlReception {
    guard let context else { preconditionFailure("A callback of libcurl lacks its context.") }
    return Unmanaged<CurlReception>.fromOpaque(context).takeUnretainedValue()
  }
}
