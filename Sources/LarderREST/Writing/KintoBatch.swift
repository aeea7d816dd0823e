import HTTPTransport
import JSONTree

/// Kinto's batch: each request by itself, with an answer for each.
struct KintoBatch: BatchForm {
  let name = "batches"
  let isUnit = false

  func request(_ writes: [WriteRequest], _ client: ServiceClient) throws -> HTTPRequest {
    let items = try writes.map { write -> JSONNode in
      var members: [JSONNode.Member] = [
        .init(name: "method", value: .text(write.method.rawValue)),
        .init(name: "path", value: .text(try client.url(write.path).target)),
        .init(name: "headers", value: JSONNode(headers: write.conditions)),
      ]
      if let body = write.body { members.append(.init(name: "body", value: body)) }
      return .object(members)
    }
    return try post(.object([.init(name: "requests", value: .array(items))]), client)
  }

  func answer(_ response: HTTPResponse, count: Int) -> BatchAnswer {
    let answer = WriteAnswer(response)
    guard answer.isSuccess, case .array(let items)? = answer.body.member("responses"),
      items.count == count
    else { return whole(answer) }
    return .each(
      items.map { item in
        WriteAnswer(
          status: item.member("status")?.integer ?? 0,
          headers: item.member("headers")?.headers ?? [:], body: item.member("body") ?? .null)
      })
  }
}
