extension HTTPError: CustomStringConvertible {
  /// One line: the request, what happened, and how far it came where that is not plain.
  public var description: String {
    let request = [method?.rawValue, url?.description].compactMap(\.self).joined(separator: " ")
    let text = [request.isEmpty ? nil : request, summary].compactMap(\.self).joined(separator: ": ")
    return text + (tries > 1 ? " (tried \(tries) times)" : "")
  }

  /// What happened, without the request.
  public var summary: String {
    let detail = self.detail.map { ": " + $0 } ?? ""
    let isDoubtful = delivery == .unknown && method?.isSafe == false
    return words + detail + (isDoubtful ? "; whether it was done is unknown" : "")
  }

  private var words: String {
    switch code {
    case .libraryMissing: "libcurl cannot be used"
    case .invalidURL: "not a usable URL"
    case .invalidRequest: "not a request that can be sent"
    case .unreachable: "the service cannot be reached"
    case .connectTimeout: "no connection in time"
    case .idleTimeout: "the service fell silent"
    case .deadline: "no whole reply in time"
    case .connectionLost: "the connection broke before a reply"
    case .truncated: "the reply is cut off"
    case .malformed: "the reply is not HTTP as it should be"
    case .tooLarge: "the reply is too large"
    case .insecure: "no secure connection"
    case .redirectRefused: "a redirect that is not followed"
    case .pauseTooLong: "the service asks for a longer pause than there is time"
    case .cancelled: "stopped"
    default: "the request failed"
    }
  }
}
