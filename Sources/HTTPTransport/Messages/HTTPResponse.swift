/// A service's whole reply.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: HTTPHeaders

  /// Decompressed; empty where there was none.
  public var body: [UInt8]

  /// Where the reply came from: the request's URL, or the last one that a redirect led to.
  ///
  /// Relative links in the reply are relative to it.
  public var url: HTTPURL

  /// How often the request was sent, with this time.
  public var tries: Int

  /// An earlier try's reply was lost, so the service may have done before what this reply tells of: a
  /// conflict may be with the request itself.
  public var mayHaveBeenDoneBefore: Bool

  /// From the first try to the end of the reply.
  public var duration: Duration

  public init(
    status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: HTTPURL, tries: Int = 1,
    mayHaveBeenDoneBefore: Bool = false, duration: Duration = .zero
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.tries = tries
    self.mayHaveBeenDoneBefore = mayHaveBeenDoneBefore
    self.duration = duration
  }

  /// The status is one of 200 to 299.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// A gateway answers in place of the service, which may have done what was asked.
  public var leavesDoubt: Bool { status == 502 || status == 504 }
}
