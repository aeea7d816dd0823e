import HTTPTransport
import JSONTree
import LarderCore

/// How several writes go to a service in one request.
protocol BatchForm {
  /// In words: `a batch of JSON`.
  var name: String { get }

  /// All of them are done, or none.
  var isUnit: Bool { get }

  /// An object that the request of a number makes can be named by the others; `nil` where it cannot.
  func reference(to number: Int) -> String?

  func request(_ writes: [WriteRequest], _ client: ServiceClient) throws -> HTTPRequest

  /// What the service answered; the number of writes tells how many answers there must be.
  func answer(_ response: HTTPResponse, count: Int) -> BatchAnswer
}

/// What a service answered to a batch.
enum BatchAnswer {
  /// One answer a write; `nil` for one that the service did not come to.
  case each([WriteAnswer?])
  /// Nothing was done, because of the write of a number where the service says which.
  case undone(because: Int?, WriteAnswer)
  /// The service takes no batches.
  case unavailable
  /// No answer that can be read.
  case unreadable(String)
}

extension BatchForm {
  func reference(to number: Int) -> String? { nil }

  /// The answer to a batch that is none of its own forms.
  func whole(_ answer: WriteAnswer) -> BatchAnswer {
    switch answer.status {
    case 404, 405, 406, 415, 501: .unavailable
    case 200...299: .unreadable("the answer to a batch is not one")
    default: .undone(because: nil, answer)
    }
  }

  /// The request that carries a body of JSON.
  func post(_ body: JSONNode, _ client: ServiceClient) throws -> HTTPRequest {
    HTTPRequest(
      .post, try client.url(client.dialect.writing.batchPath ?? ""),
      headers: ["Content-Type": "application/json"], body: Array(body.text.utf8),
      repetition: .ifNeverDone, followsRedirects: true)
  }
}

extension JSONNode {
  /// Headers as an object of texts.
  init(headers: [HTTPHeader]) {
    self = .object(headers.map { .init(name: $0.name, value: .text($0.value)) })
  }

  /// The headers that an object of texts stands for.
  var headers: HTTPHeaders {
    guard case .object(let members) = self else { return [:] }
    return HTTPHeaders(
      members.compactMap { member in
        member.value.plainText.map { HTTPHeader(member.name, $0) }
      })
  }
}
