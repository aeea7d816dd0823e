import CCurl
import Glibc

extension CurlLane {
  /// The one place where the end of a transfer becomes an error; `nil` where the reply is whole.
  func failure(
    _ ending: Ending, _ reception: CurlReception, _ request: HTTPRequest, duration: Duration
  ) -> HTTPError? {
    let kind: (code: HTTPError.Code, detail: String?)
    switch ending {
    case .interrupted: kind = (.cancelled, nil)
    case .idle: kind = (.idleTimeout, nil)
    case .deadline: kind = (reception.sendings == 0 ? .connectTimeout : .deadline, nil)
    case .code(CURLE_OK) where reception.headersEnded: return nil
    // libcurl takes the end of the connection for that of the headers.
    case .code(CURLE_OK) where reception.status > 0: kind = (.truncated, "its headers break off")
    case .code(CURLE_OK): kind = (.malformed, "it has no status")
    case .code(let code): kind = self.kind(of: code, reception, request)
    }
    return HTTPError(
      kind.code, delivery: delivery(reception), method: request.method, url: request.url,
      status: reception.status > 0 ? reception.status : nil, detail: kind.detail, tries: 1,
      duration: duration)
  }

  private func delivery(_ reception: CurlReception) -> HTTPError.Delivery {
    if reception.status > 0 { return .answered }
    return reception.sendings > 0 ? .unknown : .notSent
  }

  private func kind(
    of code: CURLcode, _ reception: CurlReception, _ request: HTTPRequest
  ) -> (HTTPError.Code, String?) {
    if let fault = reception.fault { return fault }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return (.unreachable, "\(request.url.origin.host) has no address")
    case CURLE_COULDNT_RESOLVE_PROXY: return (.unreachable, "the proxy has no address")
    case CURLE_COULDNT_CONNECT: return (.unreachable, systemWords ?? words(of: code))
    case CURLE_PROXY: return (.unreachable, words(of: code))
    case CURLE_OPERATION_TIMEDOUT:
      return (reception.sendings == 0 ? .connectTimeout : .deadline, nil)
    case CURLE_PARTIAL_FILE: return (.truncated, nil)
    case CURLE_BAD_CONTENT_ENCODING: return (.malformed, "its compression is broken")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return (.malformed, words(of: code))
    case CURLE_URL_MALFORMAT: return (.invalidURL, words(of: code))
    // A header longer than libcurl takes.
    case CURLE_OUT_OF_MEMORY: return (.tooLarge, words(of: code))
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND,
      CURLE_ABORTED_BY_CALLBACK, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return loss(of: code, reception)
    default:
      return (Self.insecureCodes.contains(code.rawValue) ? .insecure : .failed, words(of: code))
    }
  }

  /// A connection that ended at the wrong time; or, in the midst of a body, chunks that make no sense.
  private func loss(of code: CURLcode, _ reception: CurlReception) -> (HTTPError.Code, String?) {
    guard reception.status > 0 else { return (.connectionLost, systemWords) }
    if code == CURLE_RECV_ERROR, systemWords == nil { return (.malformed, "its chunks are broken") }
    return (.truncated, systemWords)
  }

  /// libcurl's words, those about this very failure where it has them.
  private func words(of code: CURLcode) -> String {
    let own = String(cString: message)
    guard own.isEmpty else { return own }
    return functions.pointee.easy_strerror(code).map { String(cString: $0) }
      ?? "error \(code.rawValue)"
  }

  /// The system's words for why the connection failed.
  private var systemWords: String? {
    let number = Int32(clamping: ccurl_long(functions, easy, CURLINFO_OS_ERRNO))
    return number == 0 ? nil : strerror(number).map { String(cString: $0) }
  }

  private static let insecureCodes: Set<UInt32> = Set(
    [
      CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT,
      CURLE_SSL_SHUTDOWN_FAILED,
    ].map(\.rawValue))
}
