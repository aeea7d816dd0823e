import HTTPTransport
import JSONTree

/// PocketBase's transaction: all of the requests or none; it must be allowed in the service's settings.
struct PocketBaseBatch: BatchForm {
  let name = "a transaction"
  let isUnit = true

  func request(_ writes: [WriteRequest], _ client: ServiceClient) throws -> HTTPRequest {
    let items = try writes.map { write -> JSONNode in
      var members: [JSONNode.Member] = [
        .init(name: "method", value: .text(write.method.rawValue)),
        .init(name: "url", value: .text(try client.url(write.path).target)),
      ]
      if !write.conditions.isEmpty {
        members.append(.init(name: "headers", value: JSONNode(headers: write.conditions)))
      }
      if let body = write.body { members.append(.init(name: "body", value: body)) }
      return .object(members)
    }
    return try post(.object([.init(name: "requests", value: .array(items))]), client)
  }

  func answer(_ response: HTTPResponse, count: Int) -> BatchAnswer {
    let answer = WriteAnswer(response)
    // Not allowed, or not for whoever asks: each write will tell which.
    if answer.status == 403 { return .unavailable }
    if answer.isSuccess, case .array(let items) = answer.body, items.count == count {
      return .each(
        items.map { item in
          WriteAnswer(
            status: item.member("status")?.integer ?? 0, body: item.member("body") ?? .null)
        })
    }
    if answer.status == 400,
      case .object(let faults)? = answer.body.member(at: ["data", "requests"]),
      let fault = faults.first, let place = Int(fault.name), (0..<count).contains(place)
    {
      let inner = fault.value.member("response") ?? fault.value
      return .undone(
        because: place, WriteAnswer(status: inner.member("status")?.integer ?? 400, body: inner))
    }
    return whole(answer)
  }
}
