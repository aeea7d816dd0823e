import HTTPTransport
import JSONTree

@testable import LarderREST

extension FakeService {
  /// The collection and the key of an address; `nil` for another one.
  private func place(_ path: String) -> (collection: String, id: String?)? {
    var parts = path.split(separator: "/").map(String.init)
    switch kind {
    case .drf: break
    case .kinto, .pocketbase:
      guard let start = parts.firstIndex(of: "collections"), parts.count > start + 2 else {
        return nil
      }
      parts = [parts[start + 1]] + parts.dropFirst(start + 3)
    }
    guard let collection = parts.first, ["people", "cities"].contains(collection) else {
      return nil
    }
    return (collection, parts.count > 1 ? parts[1] : nil)
  }

  func read(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
    guard let place = place(request.url.path) else { return reply(request, 200, listing) }
    guard let id = place.id else {
      let rows = (state.rows[place.collection] ?? [:]).sorted { $0.key < $1.key }.map(\.value.text)
      let name = kind == .drf ? "results" : kind == .kinto ? "data" : "items"
      let total = "\"totalItems\":\(rows.count)"
      return reply(
        request, 200, "{\(total),\"\(name)\":[\(rows.joined(separator: ","))]}")
    }
    guard let row = state.rows[place.collection]?[id] else { return reply(request, 404, "{}") }
    return shown(request, 200, row, place.collection + "/" + id, state)
  }

  private var listing: String {
    switch kind {
    case .drf: #"{"people":"http://h/people/","cities":"http://h/cities/"}"#
    case .kinto: #"{"data":[{"id":"people"},{"id":"cities"}]}"#
    case .pocketbase:
      #"{"items":[{"name":"people","type":"base","fields":[]},{"name":"cities","type":"base","fields":[]}]}"#
    }
  }

  private func shown(
    _ request: HTTPRequest, _ status: Int, _ row: JSONNode, _ key: String, _ state: State
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [:]
    if kind != .pocketbase, state.sendsETags {
      headers["ETag"] = "\"\(state.versions[key] ?? 0)\""
    }
    if request.method != .get, !state.answersWithBodies {
      if status == 201 { headers["Location"] = "/\(key)/" }
      return reply(request, 204, "", headers)
    }
    return reply(request, status, kind == .kinto ? "{\"data\":\(row.text)}" : row.text, headers)
  }

  func write(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
    let body = (try? JSONReader.read(request.body ?? []).node) ?? .null
    if request.url.path.hasSuffix("/batch") { return batch(request, body, &state) }
    return write(
      request, request.method.rawValue, request.url.path, request.headers,
      kind == .kinto ? body.member("data") ?? .null : body, &state)
  }

  private func write(
    _ request: HTTPRequest, _ method: String, _ path: String, _ headers: HTTPHeaders,
    _ body: JSONNode, _ state: inout State
  ) -> HTTPResponse {
    guard let place = place(path) else { return reply(request, 404, "{}") }
    var members = Self.members(body)
    if let name = body.member("name"), name.plainText == state.refusesName {
      return reply(request, 400, refusal)
    }
    if state.trims {
      members = members.map {
        $0.name == "nick" ? .init(name: "nick", value: .text("trimmed")) : $0
      }
    }
    switch method {
    case "POST":
      let given = kind == .drf || state.ignoresKeys ? nil : body.member("id")?.plainText
      let id = given ?? String(900 + (state.rows[place.collection]?.count ?? 0))
      if state.rows[place.collection]?[id] != nil {
        return reply(
          request, 400, #"{"data":{"id":{"code":"validation_not_unique","message":"not unique"}}}"#)
      }
      store(place.collection, id, members, &state)
      return shown(
        request, 201, state.rows[place.collection]?[id] ?? .null, "\(place.collection)/\(id)", state
      )
    case "PUT":
      guard let id = place.id else { return reply(request, 405, "{}") }
      if headers["If-None-Match"] == "*", let row = state.rows[place.collection]?[id] {
        return reply(request, 412, #"{"details":{"existing":\#(row.text)}}"#)
      }
      store(place.collection, id, members, &state)
      return shown(
        request, 201, state.rows[place.collection]?[id] ?? .null, "\(place.collection)/\(id)", state
      )
    default: return change(request, method, headers, place, members, &state)
    }
  }

  private var refusal: String {
    switch kind {
    case .drf: #"{"name":["This name is refused."]}"#
    case .kinto: #"{"message":"name in body: refused"}"#
    case .pocketbase: #"{"data":{"name":{"code":"x","message":"Refused."}},"status":400}"#
    }
  }

  private func change(
    _ request: HTTPRequest, _ method: String, _ headers: HTTPHeaders,
    _ place: (collection: String, id: String?), _ members: [JSONNode.Member],
    _ state: inout State
  ) -> HTTPResponse {
    guard let id = place.id, let row = state.rows[place.collection]?[id] else {
      return reply(request, 404, "{}")
    }
    let key = "\(place.collection)/\(id)"
    if kind == .kinto, let wanted = headers["If-Match"],
      wanted != "\"\(state.versions[key] ?? 0)\""
    {
      return reply(request, 412, #"{"details":{"existing":\#(row.text)}}"#)
    }
    guard method == "PATCH" else {
      state.rows[place.collection]?[id] = nil
      return reply(request, 204, "")
    }
    var all = Self.members(row)
    for member in members {
      all.removeAll { $0.name == member.name }
      all.append(member)
    }
    store(place.collection, id, all, &state)
    return shown(request, 200, state.rows[place.collection]?[id] ?? .null, key, state)
  }

  private func batch(
    _ request: HTTPRequest, _ body: JSONNode, _ state: inout State
  ) -> HTTPResponse {
    guard state.takesBatches else { return reply(request, 403, #"{"message":"not allowed"}"#) }
    let before = state
    var answers: [String] = []
    for (number, item) in (body.member("requests")?.elements ?? []).enumerated() {
      let inner = item.member("body") ?? .null
      let answer = write(
        request, item.member("method")?.plainText ?? "",
        (item.member("path") ?? item.member("url"))?.plainText ?? "",
        item.member("headers")?.headers ?? [:],
        kind == .kinto ? inner.member("data") ?? .null : inner, &state)
      let text = answer.body.isEmpty ? "null" : String(decoding: answer.body, as: UTF8.self)
      if kind == .pocketbase, !answer.isSuccess {
        (state.rows, state.versions) = (before.rows, before.versions)
        return reply(
          request, 400,
          #"{"data":{"requests":{"\#(number)":{"code":"x","response":\#(text)}}},"status":400}"#)
      }
      answers.append(#"{"status":\#(answer.status),"headers":{},"body":\#(text)}"#)
    }
    let list = "[\(answers.joined(separator: ","))]"
    return reply(request, 200, kind == .kinto ? "{\"responses\":\(list)}" : list)
  }
}
