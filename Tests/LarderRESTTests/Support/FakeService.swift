import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import Synchronization

@testable import LarderREST

/// A small service in memory, of the kind of Django REST framework, Kinto or PocketBase, that can be told
/// to lose what it was asked or what it answered.
final class FakeService: HTTPTransport {
  enum Kind: String { case drf, kinto, pocketbase }

  /// What becomes of one write.
  enum Fault {
    /// Done, but the reply is lost.
    case lostReply
    /// Lost on the way: it is not known that it was not done.
    case lostRequest
    /// Surely not sent.
    case unreachable
    /// Done by a first try whose reply was lost, and refused or done again by a second.
    case triedTwice
    /// Stopped by the caller, who cannot know.
    case cancelled
    case status(Int, String)
    case redirect(Int, String)
  }

  struct State {
    var rows: [String: [String: JSONNode]] = [:]
    var versions: [String: Int] = [:]
    var clock = 100
    var faults: [Int: Fault] = [:]
    var writes: [String] = []
    var bodies: [JSONNode] = []
    var requests: [HTTPRequest] = []
    var readsFail = false
    var refusesName: String?
    var ignoresKeys = false
    var answersWithBodies = true
    var takesBatches = true
    var sendsETags = true
    var trims = false
    /// Makes a change by somebody else just before the write of a number.
    var meddles: [Int: (collection: String, id: String, name: String, value: JSONNode)] = [:]
  }

  let kind: Kind
  private let state = Mutex(State())

  init(_ kind: Kind) { self.kind = kind }

  func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// The writes that came, in order: `POST /people/`.
  var writes: [String] { state.withLock { $0.writes } }
  var bodies: [String] { state.withLock { $0.bodies.map(\.text) } }
  var lastRequest: HTTPRequest? { state.withLock { $0.requests.last } }

  func requests(_ method: HTTPMethod) -> [HTTPRequest] {
    state.withLock { $0.requests.filter { $0.method == method } }
  }

  /// The rows of a collection, by key.
  func rows(_ collection: String) -> [String: JSONNode] {
    state.withLock { $0.rows[collection] ?? [:] }
  }

  func put(_ collection: String, _ id: String, _ members: [(String, JSONNode)]) {
    state.withLock { state in
      store(collection, id, members.map { .init(name: $0.0, value: $0.1) }, &state)
    }
  }

  func interrupt() {}

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let result = state.withLock { answer(request, &$0) }
    return try result.get()
  }

  private func answer(
    _ request: HTTPRequest, _ state: inout State
  ) -> Result<HTTPResponse, HTTPError> {
    state.requests.append(request)
    func failure(_ code: HTTPError.Code, _ delivery: HTTPError.Delivery) -> HTTPError {
      HTTPError(code, delivery: delivery, method: request.method, url: request.url)
    }
    if request.method == .get {
      if state.readsFail { return .failure(failure(.unreachable, .notSent)) }
      return .success(read(request, &state))
    }
    let number = state.writes.count
    state.writes.append("\(request.method.rawValue) \(request.url.path)")
    state.bodies.append((try? JSONReader.read(request.body ?? []).node) ?? .null)
    if let meddling = state.meddles[number] {
      var members = Self.members(state.rows[meddling.collection]?[meddling.id] ?? .null)
      members.removeAll { $0.name == meddling.name }
      members.append(.init(name: meddling.name, value: meddling.value))
      store(meddling.collection, meddling.id, members, &state)
    }
    switch state.faults[number] {
    case .unreachable: return .failure(failure(.unreachable, .notSent))
    case .lostRequest: return .failure(failure(.connectionLost, .unknown))
    case .cancelled: return .failure(failure(.cancelled, .unknown))
    case .status(let status, let body): return .success(reply(request, status, body))
    case .redirect(let status, let place):
      return .failure(
        HTTPError(
          .redirectRefused, delivery: .answered, method: request.method, url: request.url,
          status: status, location: place))
    case .lostReply:
      _ = write(request, &state)
      return .failure(failure(.connectionLost, .unknown))
    case .triedTwice:
      _ = write(request, &state)
      var response = write(request, &state)
      response.mayHaveBeenDoneBefore = true
      return .success(response)
    case nil: return .success(write(request, &state))
    }
  }

  func reply(
    _ request: HTTPRequest, _ status: Int, _ body: String, _ headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: request.url)
  }

  static func members(_ node: JSONNode) -> [JSONNode.Member] {
    if case .object(let members) = node { members } else { [] }
  }

  func store(
    _ collection: String, _ id: String, _ members: [JSONNode.Member], _ state: inout State
  ) {
    state.clock += 1
    var members = members.filter { $0.name != "id" && $0.name != "last_modified" }
    let key: JSONNode = kind == .drf ? .number(id) : .text(id)
    members.insert(.init(name: "id", value: key), at: 0)
    if kind == .kinto {
      members.append(.init(name: "last_modified", value: .number(String(state.clock))))
    }
    state.rows[collection, default: [:]][id] = .object(members)
    state.versions[collection + "/" + id] = state.clock
  }
}
