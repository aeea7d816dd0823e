import CCurl
import Glibc

extension CurlLane {
  /// Sets everything about a request but its body.
  func setOptions(
    of request: HTTPRequest, _ settings: HTTPSettings, headers: UnsafeMutablePointer<curl_slist>?,
    reception: CurlReception
  ) throws(HTTPError) {
    functions.pointee.easy_reset(easy)
    ccurl_set_quick_exit(functions, easy)
    var codes: [CURLcode] = []
    codes.append(ccurl_set_pointer(functions, easy, CURLOPT_ERRORBUFFER, message))
    codes.append(ccurl_set_text(functions, easy, CURLOPT_URL, request.url.text))
    codes.append(ccurl_set_pointer(functions, easy, CURLOPT_HTTPHEADER, headers))
    codes += setManners(connect: settings.timeouts.connect)
    codes += setReception(reception)
    codes += setSecurity(settings.security)
    codes += setProxy(settings.proxy, for: request.url.origin)
    guard codes.allSatisfy({ $0 == CURLE_OK }) else {
      throw HTTPError(
        .failed, method: request.method, url: request.url,
        detail: "this libcurl lacks an option that is needed")
    }
  }

  /// The method and the body, whose bytes must live until the transfer has ended.
  func setBody(_ bytes: UnsafeRawBufferPointer, of request: HTTPRequest) {
    if request.method == .head {
      _ = ccurl_set_long(functions, easy, CURLOPT_NOBODY, 1)
      return
    }
    let needsLength = [.post, .put, .patch].contains(request.method)
    if request.body != nil || needsLength {
      let start: UnsafeRawPointer? = bytes.baseAddress
      _ = ccurl_set_offset(
        functions, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      if let start, !bytes.isEmpty {
        _ = ccurl_set_pointer(functions, easy, CURLOPT_POSTFIELDS, start)
      } else {
        _ = ccurl_set_text(functions, easy, CURLOPT_COPYPOSTFIELDS, "")
      }
    }
    _ = ccurl_set_text(functions, easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  /// What holds for every request: no signals, no redirects, the path as it is, compression.
  private func setManners(connect: Duration) -> [CURLcode] {
    let web = Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)
    return [
      ccurl_set_long(functions, easy, CURLOPT_NOSIGNAL, 1),
      ccurl_set_long(functions, easy, CURLOPT_FOLLOWLOCATION, 0),
      ccurl_set_long(functions, easy, CURLOPT_PATH_AS_IS, 1),
      ccurl_set_long(functions, easy, CURLOPT_PROTOCOLS, web),
      ccurl_set_long(functions, easy, CURLOPT_HTTP09_ALLOWED, 0),
      ccurl_set_text(functions, easy, CURLOPT_ACCEPT_ENCODING, "gzip"),
      ccurl_set_long(functions, easy, CURLOPT_CONNECTTIMEOUT_MS, max(1, connect.wholeMilliseconds)),
      // A connection that rested long is likely to be closed by the service at the wrong moment.
      ccurl_set_long(functions, easy, CURLOPT_MAXAGE_CONN, 30),
      ccurl_set_socket(functions, easy) { _, socket, _ in
        fcntl(socket, F_SETFD, FD_CLOEXEC) < 0 ? 1 : 0
      },
    ]
  }

  private func setReception(_ reception: CurlReception) -> [CURLcode] {
    let context = Unmanaged.passUnretained(reception).toOpaque()
    return [
      ccurl_set_receive(functions, easy, CURLOPT_WRITEFUNCTION, CurlReception.receivesBody),
      ccurl_set_pointer(functions, easy, CURLOPT_WRITEDATA, context),
      ccurl_set_receive(functions, easy, CURLOPT_HEADERFUNCTION, CurlReception.receivesHeader),
      ccurl_set_pointer(functions, easy, CURLOPT_HEADERDATA, context),
      ccurl_set_prepare(functions, easy, CurlReception.prepares),
      ccurl_set_pointer(functions, easy, CURLOPT_PREREQDATA, context),
    ]
  }

  private func setSecurity(_ security: HTTPSecurity) -> [CURLcode] {
    let version =
      switch security.minimumVersion {
      case .tls12: Int(CURL_SSLVERSION_TLSv1_2)
      case .tls13: Int(CURL_SSLVERSION_TLSv1_3)
      }
    var codes = [
      ccurl_set_long(functions, easy, CURLOPT_SSL_VERIFYPEER, 1),
      ccurl_set_long(functions, easy, CURLOPT_SSL_VERIFYHOST, 2),
      ccurl_set_long(functions, easy, CURLOPT_SSLVERSION, version),
    ]
    if let path = security.authorities {
      codes.append(ccurl_set_text(functions, easy, CURLOPT_CAINFO, path))
    }
    if let certificate = security.certificate {
      codes.append(ccurl_set_text(functions, easy, CURLOPT_SSLCERT, certificate.path))
      let key = certificate.keyPath ?? certificate.path
      codes.append(ccurl_set_text(functions, easy, CURLOPT_SSLKEY, key))
    }
    return codes
  }

  private func setProxy(_ proxy: HTTPProxy, for origin: HTTPOrigin) -> [CURLcode] {
    if origin.isLoopback { return [ccurl_set_text(functions, easy, CURLOPT_NOPROXY, "*")] }
    switch proxy {
    case .environment: return []
    case .none: return [ccurl_set_text(functions, easy, CURLOPT_PROXY, "")]
    case .url(let url, let exceptions):
      return [
        ccurl_set_text(functions, easy, CURLOPT_PROXY, url),
        ccurl_set_text(functions, easy, CURLOPT_NOPROXY, exceptions.joined(separator: ",")),
      ]
    }
  }
}
