extension CarefulTransport {
  /// The request to send where a reply points elsewhere; `nil` where the reply is the caller's.
  ///
  /// - Throws: `http.redirect-refused` where following would change or leak what is sent.
  func redirected(
    _ request: HTTPRequest, by response: HTTPResponse, after redirects: Int
  ) throws(HTTPError) -> HTTPRequest? {
    let isRead = request.method.isSafe
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"], request.followsRedirects || !isRead
    else { return nil }
    let target: HTTPURL
    do { target = try response.url.resolving(location) } catch {
      throw refusal(request, response, location, "\(response.status) leads to no usable URL")
    }
    let refused = Self.reason(against: target, for: request, response.status)
    let way = "\(response.status) leads to \(target)"
    if let refused { throw refusal(request, response, location, "\(way), \(refused)") }
    guard redirects < policy.redirects else {
      throw refusal(request, response, location, "\(way), after \(redirects) others")
    }
    var next = request
    next.url = target
    if target.origin != request.url.origin { next.headers = request.headers.withoutSecrets }
    return next
  }

  /// Why a request does not go where it is led; `nil` where it may.
  private static func reason(
    against target: HTTPURL, for request: HTTPRequest, _ status: Int
  ) -> String? {
    if !request.url.origin.mayRedirect(to: target.origin) { return "an open connection" }
    guard !request.method.isSafe else { return nil }
    if status == 303 { return "where the result of the write would be" }
    if status == 301 || status == 302 {
      return "where a write could lose its body: address it there"
    }
    if !request.followsRedirects { return "and a write is not sent on unasked: address it there" }
    return target.origin == request.url.origin ? nil : "another origin"
  }

  private func refusal(
    _ request: HTTPRequest, _ response: HTTPResponse, _ location: String, _ detail: String
  ) -> HTTPError {
    HTTPError(
      .redirectRefused, delivery: .answered, method: request.method, url: request.url,
      status: response.status, location: location, detail: detail, tries: response.tries,
      duration: response.duration)
  }
}
