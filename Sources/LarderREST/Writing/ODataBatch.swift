import HTTPTransport
import JSONTree

/// A change set of OData as a JSON batch: one atomicity group, in which `$1` is what request 1 makes.
struct ODataBatch: BatchForm {
  let name = "a change set of JSON"
  let isUnit = true

  func reference(to number: Int) -> String? { "$\(number + 1)" }

  func request(_ writes: [WriteRequest], _ client: ServiceClient) throws -> HTTPRequest {
    let writing = client.dialect.writing
    let items = writes.enumerated().map { number, write -> JSONNode in
      var headers = writing.headers.map { HTTPHeader($0.name, $0.value) } + write.conditions
      if write.body != nil { headers.insert(HTTPHeader("Content-Type", writing.mediaType), at: 0) }
      var members: [JSONNode.Member] = [
        .init(name: "id", value: .text(String(number + 1))),
        .init(name: "atomicityGroup", value: .text("save")),
        .init(name: "method", value: .text(write.method.rawValue)),
        .init(name: "url", value: .text(write.path)),
        .init(name: "headers", value: JSONNode(headers: headers)),
      ]
      if let body = write.body { members.append(.init(name: "body", value: body)) }
      return .object(members)
    }
    return try post(.object([.init(name: "requests", value: .array(items))]), client)
  }

  func answer(_ response: HTTPResponse, count: Int) -> BatchAnswer {
    let answer = WriteAnswer(response)
    guard answer.isSuccess, case .array(let items)? = answer.body.member("responses") else {
      return answer.status == 400 ? .unavailable : whole(answer)
    }
    var answers = [WriteAnswer?](repeating: nil, count: count)
    for item in items {
      guard let id = item.member("id")?.integer, (1...count).contains(id),
        let status = item.member("status")?.integer
      else { return .unreadable("an answer of the batch names no request") }
      answers[id - 1] = WriteAnswer(
        status: status, headers: item.member("headers")?.headers ?? [:],
        body: item.member("body") ?? .null)
    }
    if let place = answers.firstIndex(where: { $0.map { !$0.isSuccess } ?? false }),
      let refusal = answers[place]
    {
      return .undone(because: place, refusal)
    }
    return .each(answers)
  }
}
