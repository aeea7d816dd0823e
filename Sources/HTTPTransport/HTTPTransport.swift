/// Something that sends requests over HTTP and brings back the replies.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole reply, on the caller's thread; any number of threads may send.
  ///
  /// A reply with any status is a response, also 4xx and 5xx; only what kept a reply away is an error.
  ///
  /// - Throws: ``HTTPError``; its ``HTTPError/delivery`` says whether the service may have done what
  ///   was asked.
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse

  /// Stops, from any thread, what is being sent: those calls throw `http.cancelled` within 200 ms.
  ///
  /// What is sent after is not stopped.
  func interrupt()
}
