import CCurl

/// A handle of libcurl that sends one request at a time, and keeps its connections for the next.
///
/// Each has a multi handle of its own: only that can be woken from another thread.
final class CurlLane: @unchecked Sendable {  // Used by who took it; others call only `wake`.
  let functions: UnsafePointer<ccurl_functions>
  let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer

  /// libcurl's own words about the last failure.
  let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// `nil` where there is no memory.
  init?(_ library: CurlLibrary) {
    functions = library.functions
    guard let easy = functions.pointee.easy_init() else { return nil }
    guard let multi = functions.pointee.multi_init() else {
      functions.pointee.easy_cleanup(easy)
      return nil
    }
    self.easy = easy
    self.multi = multi
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    functions.pointee.easy_cleanup(easy)
    _ = functions.pointee.multi_cleanup(multi)
    message.deallocate()
  }

  /// Makes the thread that waits for a reply look whether it was stopped.
  func wake() { _ = functions.pointee.multi_wakeup(multi) }
}

extension CurlLane {
  /// Sends a request and waits for the reply, at most for the time of the whole.
  func perform(
    _ request: HTTPRequest, _ settings: HTTPSettings, whole: Duration,
    isInterrupted: () -> Bool
  ) throws(HTTPError) -> HTTPResponse {
    let start = ContinuousClock.now
    let reception = CurlReception(
      limits: settings.limits, maySendAgain: request.repetition == .safe)
    message.pointee = 0
    let headers = try CurlHeaders(request, settings, functions)
    defer { withExtendedLifetime((reception, headers)) {} }
    try setOptions(of: request, settings, headers: headers.list, reception: reception)
    let body = request.body ?? []
    let ending = body.withUnsafeBytes { bytes in
      setBody(bytes, of: request)
      return BlockedPipeSignal.during {
        drive(
          reception, idle: settings.timeouts.idle, deadline: start + whole,
          isInterrupted: isInterrupted)
      }
    }
    let duration = start.duration(to: .now)
    if let failure = failure(ending, reception, request, duration: duration) { throw failure }
    return HTTPResponse(
      status: reception.status, headers: HTTPHeaders(reception.headers), body: reception.body,
      url: request.url, duration: duration)
  }

  /// How a transfer ended.
  enum Ending {
    case code(CURLcode)
    case idle
    case deadline
    case interrupted
  }

  private func drive(
    _ reception: CurlReception, idle: Duration, deadline: ContinuousClock.Instant,
    isInterrupted: () -> Bool
  ) -> Ending {
    guard functions.pointee.multi_add_handle(multi, easy) == CURLM_OK else {
      return .code(CURLE_FAILED_INIT)
    }
    defer { _ = functions.pointee.multi_remove_handle(multi, easy) }
    var sent: curl_off_t = 0
    while true {
      if isInterrupted() { return .interrupted }
      var running: Int32 = 0
      guard functions.pointee.multi_perform(multi, &running) == CURLM_OK else {
        return .code(CURLE_FAILED_INIT)
      }
      let result = ccurl_take_result(functions, multi)
      if result >= 0 { return .code(CURLcode(UInt32(result))) }
      let sentNow = ccurl_offset(functions, easy, CURLINFO_SIZE_UPLOAD_T)
      if sentNow != sent { reception.noteActivity() }
      sent = sentNow
      let now = ContinuousClock.now
      guard now < deadline else { return .deadline }
      var next = deadline
      if reception.sendings > 0 {
        next = min(next, reception.lastActivity + idle)
        guard now < next else { return .idle }
      }
      var ready: Int32 = 0
      let wait = min(now.duration(to: next), .seconds(1)).wholeMilliseconds
      _ = functions.pointee.multi_poll(multi, nil, 0, Int32(clamping: wait), &ready)
    }
  }
}

extension Duration {
  /// In milliseconds, rounded up; the largest integer where that is too small.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let (sum, overflowToo) = product.addingReportingOverflow(rest)
    return overflow || overflowToo ? .max : Int(sum)
  }
}
