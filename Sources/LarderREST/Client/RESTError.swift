import HTTPTransport
import JSONTree
import LarderCore

/// Why a service's reply is of no use.
enum RESTError: Error, Hashable {
  /// The service refused: the status, and its own words, cut short.
  case refused(status: Int, method: String, url: String, words: String)
  /// A reply that is no JSON, or not the JSON that was expected.
  case unreadable(url: String, problem: String)
}

extension RESTError: CustomStringConvertible {
  var description: String {
    switch self {
    case .refused(let status, let method, let url, let words):
      "the service answered \(status) to \(method) \(url)" + (words.isEmpty ? "" : ": \(words)")
    case .unreadable(let url, let problem): "the reply of \(url) cannot be read: \(problem)"
    }
  }

  /// The status, where the service refused.
  var status: Int? {
    if case .refused(let status, _, _, _) = self { status } else { nil }
  }

  init(_ response: HTTPResponse, to request: HTTPRequest) {
    self = .refused(
      status: response.status, method: request.method.rawValue, url: request.url.description,
      words: Self.words(of: response.body))
  }

  /// What a body says went wrong: the usual members of JSON, else the start of the text.
  static func words(of body: [UInt8]) -> String {
    guard let node = try? JSONReader.read(body).node else {
      let text = String(decoding: body.prefix(2000), as: UTF8.self)
      return text.contains("<") ? "" : short(text)
    }
    var found: [String] = []
    collect(node, &found, depth: 0)
    return short(found.joined(separator: "; "))
  }

  private static let telling: Set = [
    "message", "detail", "title", "error", "description", "reason", "errors", "non_field_errors",
    "details", "data",
  ]

  private static func collect(_ node: JSONNode, _ found: inout [String], depth: Int) {
    guard depth < 4, found.count < 5 else { return }
    switch node {
    case .text(let text): if !found.contains(text), !text.isEmpty { found.append(text) }
    case .array(let elements):
      for element in elements { collect(element, &found, depth: depth + 1) }
    case .object(let members):
      for member in members where telling.contains(member.name) {
        collect(member.value, &found, depth: depth + 1)
      }
    case .null, .bool, .number: break
    }
  }

  private static func short(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}

extension PersistenceError {
  /// The one place where a failure of a service crosses to the store's callers.
  init(_ error: any Error, entity: EntityName? = nil) {
    switch error {
    case let error as PersistenceError: self = error
    case let error as HTTPError:
      let code: Code =
        switch error.code {
        case .cancelled: .cancelled
        case .unreachable, .connectTimeout, .libraryMissing, .insecure, .invalidURL: .unavailable
        default: .failed
        }
      self.init(code, entity: entity, detail: "\(error)", underlyingError: error)
    case let error as RESTError:
      let help =
        error.status == 401
        ? "; credentials come from --auth-file, the variable LARDER_AUTH or a netrc file" : ""
      self.init(
        error.code, entity: entity, detail: error.description + help, underlyingError: error)
    default: self.init(.failed, entity: entity, underlyingError: error)
    }
  }
}

extension RESTError {
  fileprivate var code: PersistenceError.Code {
    switch self {
    case .unreadable: .corrupt
    case .refused(let status, _, _, _): status == 401 || status == 403 ? .unavailable : .failed
    }
  }
}
