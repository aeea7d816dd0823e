import HTTPTransport
import JSONTree

/// The extension *atomic operations* of JSON:API, as its specification has it; no server of ours speaks it.
struct AtomicBatch: BatchForm {
  let name = "atomic operations"
  let isUnit = true

  private static let mediaType =
    "application/vnd.api+json; ext=\"https://jsonapi.org/ext/atomic\""

  func reference(to number: Int) -> String? { "o\(number + 1)" }

  func request(_ writes: [WriteRequest], _ client: ServiceClient) throws -> HTTPRequest {
    let items = try writes.enumerated().map { number, write -> JSONNode in
      let data = write.body?.member("data")
      switch write.method {
      case .post: return operation("add", data.map { named($0, number) })
      case .delete:
        let href = JSONNode.text(try client.url(write.path).target)
        return .object([
          .init(name: "op", value: .text("remove")), .init(name: "href", value: href),
        ])
      default: return operation("update", data)
      }
    }
    var request = try post(
      .object([.init(name: "atomic:operations", value: .array(items))]), client)
    request.headers["Content-Type"] = Self.mediaType
    request.headers["Accept"] = Self.mediaType
    return request
  }

  private func operation(_ name: String, _ data: JSONNode?) -> JSONNode {
    .object([.init(name: "op", value: .text(name)), .init(name: "data", value: data ?? .null)])
  }

  /// A new object without a key gets a name of its own for the others.
  private func named(_ data: JSONNode, _ number: Int) -> JSONNode {
    guard case .object(var members) = data, data.member("id") == nil,
      let lid = reference(to: number)
    else { return data }
    members.append(.init(name: "lid", value: .text(lid)))
    return .object(members)
  }

  func answer(_ response: HTTPResponse, count: Int) -> BatchAnswer {
    let answer = WriteAnswer(response)
    if answer.status == 204 {
      return .each(Array(repeating: WriteAnswer(status: 204), count: count))
    }
    if answer.isSuccess, case .array(let results)? = answer.body.member("atomic:results"),
      results.count == count
    {
      return .each(results.map { WriteAnswer(status: 200, body: $0) })
    }
    if answer.status == 400, answer.words.isEmpty { return .unavailable }
    let pointer = answer.body.member("errors")?.elements.first?.member(at: ["source", "pointer"])
    let place = pointer?.plainText?.split(separator: "/").dropFirst().first.flatMap { Int($0) }
    guard !answer.isSuccess, let place, (0..<count).contains(place) else { return whole(answer) }
    return .undone(because: place, answer)
  }
}
