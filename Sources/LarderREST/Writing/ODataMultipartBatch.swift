import FoundationEssentials
import HTTPTransport
import JSONTree

/// A change set of OData as `multipart/mixed`, for services that take no JSON batch.
///
/// Each request is an `application/http` part with a number, by which others name what it makes: `$1`.
struct ODataMultipartBatch: BatchForm {
  let name = "a change set of many parts"
  let isUnit = true

  func reference(to number: Int) -> String? { "$\(number + 1)" }

  func request(_ writes: [WriteRequest], _ client: ServiceClient) throws -> HTTPRequest {
    let mark = UUID().uuidString.lowercased()
    let (batch, changes) = ("batch_\(mark)", "changes_\(mark)")
    var body = "--\(batch)\r\nContent-Type: multipart/mixed; boundary=\(changes)\r\n\r\n"
    for (number, write) in writes.enumerated() {
      body += "--\(changes)\r\n" + part(write, number: number + 1, client) + "\r\n"
    }
    body += "--\(changes)--\r\n\r\n--\(batch)--\r\n"
    var request = try post(.null, client)
    request.headers["Content-Type"] = "multipart/mixed; boundary=\(batch)"
    request.headers["Accept"] = "multipart/mixed"
    request.body = Array(body.utf8)
    return request
  }

  private func part(_ write: WriteRequest, number: Int, _ client: ServiceClient) -> String {
    let writing = client.dialect.writing
    let accepted = client.dialect.headers.filter { $0.name == "Accept" }
    var headers =
      (accepted + writing.headers).map { HTTPHeader($0.name, $0.value) } + write.conditions
    if write.body != nil { headers.append(HTTPHeader("Content-Type", writing.mediaType)) }
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n"
      + "Content-ID: \(number)\r\n\r\n\(write.method.rawValue) \(write.path) HTTP/1.1\r\n"
      + "\(lines)\r\n\(write.body?.text ?? "")"
  }

  func answer(_ response: HTTPResponse, count: Int) -> BatchAnswer {
    let whole = WriteAnswer(response)
    guard whole.isSuccess else {
      return whole.status == 400 ? .unavailable : self.whole(whole)
    }
    guard let type = response.headers["Content-Type"],
      let parts = MultipartReader.parts(of: response.body, type: type), let first = parts.first,
      parts.count == 1
    else { return .unreadable("the answer to a batch is not one") }
    guard let inner = first.headers["Content-Type"],
      let answers = MultipartReader.parts(of: Array(first.body), type: inner)
    else {
      // A change set that was not done has one answer, which may say whose it is.
      guard let refusal = EmbeddedReply(first), !refusal.answer.isSuccess else {
        return .unreadable("the answer to a change set is neither one nor a refusal")
      }
      let place = refusal.number.flatMap { (1...count).contains($0) ? $0 - 1 : nil }
      return .undone(because: place, refusal.answer)
    }
    return each(answers, count: count)
  }

  private func each(_ parts: [MultipartReader.Part], count: Int) -> BatchAnswer {
    var answers = [WriteAnswer?](repeating: nil, count: count)
    for (place, part) in parts.enumerated() {
      guard let reply = EmbeddedReply(part) else {
        return .unreadable("a part of the answer is no reply")
      }
      // Some services answer in order without the numbers.
      let number = reply.number ?? place + 1
      guard (1...count).contains(number), answers[number - 1] == nil else {
        return .unreadable("an answer of the batch names no request")
      }
      answers[number - 1] = reply.answer
    }
    if let place = answers.firstIndex(where: { $0.map { !$0.isSuccess } ?? false }),
      let refusal = answers[place]
    {
      return .undone(because: place, refusal)
    }
    return .each(answers)
  }
}

/// A reply inside a part of another.
private struct EmbeddedReply {
  /// The number of the request that it answers, where it says so.
  var number: Int?
  var answer: WriteAnswer

  /// `nil` for what is no reply of HTTP.
  init?(_ part: MultipartReader.Part) {
    let (lines, body) = MultipartReader.head(of: part.body)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]),
      (100...599).contains(status)
    else { return nil }
    let headers = MultipartReader.headers(lines.dropFirst())
    var bytes = Array(body)
    if let length = headers["Content-Length"].flatMap({ Int($0) }) {
      guard length >= 0, length <= bytes.count else { return nil }
      bytes = Array(bytes[..<length])
    }
    let node = try? JSONReader.read(bytes).node
    answer = WriteAnswer(status: status, headers: headers, body: node ?? .null)
    if node == nil { answer.words = RESTError.words(of: bytes) }
    number = (part.headers["Content-ID"] ?? headers["Content-ID"]).flatMap { Int($0) }
  }
}
