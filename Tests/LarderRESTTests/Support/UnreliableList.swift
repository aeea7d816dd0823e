import HTTPTransport
import LarderCore
import LarderStore

@testable import LarderREST

/// A list of people as a service of some dialect gives it, page by page, with one fault.
///
/// It knows no conditions: whatever it is asked, it gives everyone.
struct UnreliableList: Sendable {
  enum Fault: String, CaseIterable, Sendable {
    case ignoresConditions
    case ignoresOrders
    /// Sorts by the key alone, as Django does where an attribute is not to be sorted by.
    case sortsByKeyOnly
    case ignoresLimits
    case givesTheSamePage
    case givesARowTwice
    case losesARow
  }

  let dialect: Dialect
  var fault: Fault

  /// Those that it has, by key; ages have ties.
  static let people = (1...23).map { (id: $0, age: $0 * 7 % 10, name: "P\($0 * 5 % 23)") }

  /// The most that a traversal by pages of a size may ask, with all of its attempts.
  static func mostRequests(pageSize: Int) -> Int { 4 * (people.count / pageSize + 2) + 8 }

  func transport() -> ScriptedTransport {
    ScriptedTransport { request in
      request.url.path.contains("people") ? reply(to: request) : .init(status: 404)
    }
  }

  private func reply(to request: HTTPRequest) -> ScriptedTransport.Reply {
    var parameters: [String: String] = [:]
    for part in (request.url.query ?? "").split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters[String(pair[0]).percentDecoded] =
        pair.count > 1 ? String(pair[1]).percentDecoded : ""
    }
    if request.url.path.hasSuffix("$count") { return .init(body: "\(Self.people.count)") }
    var rows = sorted(parameters)
    let form = dialect.paging
    if fault != .ignoresLimits {
      rows.removeFirst(min(rows.count, number(form.offset, parameters) ?? 0))
      rows = Array(rows.prefix(number(form.limit, parameters) ?? rows.count))
    }
    let size = pageSize(request, parameters)
    let start = min(rows.count, self.start(parameters, size))
    let first = fault == .givesTheSamePage ? 0 : start
    var page = Array(rows[first..<min(rows.count, first + size)])
    switch fault {
    case .givesARowTwice where start > 0: page[page.startIndex..<page.startIndex] = rows[0...0]
    case .losesARow where start == 0: page = Array(page.dropLast())
    default: break
    }
    let end = start + size
    return envelope(page, total: rows.count, end: end < rows.count ? end : nil, request)
  }

  private func number(_ name: String?, _ parameters: [String: String]) -> Int? {
    name.flatMap { parameters[$0] }.flatMap { Int($0) }
  }

  private func pageSize(_ request: HTTPRequest, _ parameters: [String: String]) -> Int {
    let header = dialect.paging.sizeHeader.flatMap { request.headers[$0.name] }
    let size = header?.split(separator: "=").last.flatMap { Int($0) }
    return max(1, number(dialect.paging.size, parameters) ?? size ?? 100)
  }

  private func start(_ parameters: [String: String], _ size: Int) -> Int {
    if let mark = parameters["mark"].flatMap({ Int($0) }) { return mark }
    guard let position = number(dialect.paging.position, parameters) else { return 0 }
    return dialect.paging.kind == .page
      ? (position - dialect.paging.firstPage) * size : position
  }

  private func sorted(_ parameters: [String: String]) -> [(id: Int, age: Int, name: String)] {
    let rows = Self.people
    guard fault != .ignoresOrders, let sort = dialect.sort, let order = parameters[sort.parameter]
    else { return rows.reversed() }
    let steps = order.split(separator: sort.separator).map(String.init)
    return rows.sorted { left, right in
      for step in steps {
        for (name, a, b) in [("id", left.id, right.id), ("age", left.age, right.age)] where a != b {
          if fault == .sortsByKeyOnly, name != "id" { continue }
          if step == sort.ascending.filled(["path": name]) { return a < b }
          if step == sort.descending.filled(["path": name]) { return a > b }
        }
      }
      return false
    }
  }
}

extension UnreliableList {
  private func envelope(
    _ page: [(id: Int, age: Int, name: String)], total: Int, end: Int?, _ request: HTTPRequest
  ) -> ScriptedTransport.Reply {
    let rows = page.map { row -> String in
      let own = #""name":"\#(row.name)","age":\#(row.age)"#
      guard dialect.identifier.isOutside else { return #"{"id":\#(row.id),\#(own)}"# }
      return #"{"id":\#(row.id),"attributes":{\#(own)}}"#
    }
    let form = dialect.envelope
    let query = (request.url.query ?? "").split(separator: "&").filter { !$0.hasPrefix("mark=") }
    let link = end.map {
      request.url.path + "?" + (query.map(String.init) + ["mark=\($0)"]).joined(separator: "&")
    }
    var reply = ScriptedTransport.Reply()
    if let name = form.totalHeader { reply.headers[name] = "\(total)" }
    if let name = form.nextHeader, let link {
      reply.headers[name] = name == "Link" ? "<\(link)>; rel=\"next\"" : link
    }
    let list = "[\(rows.joined(separator: ","))]"
    guard let name = form.rows.first else {
      reply.body = list
      return reply
    }
    var members = ["\"\(name)\":\(list)"]
    members += member(form.total, "\(total)")
    if let link { members += member(form.next, "\"\(link)\"") }
    reply.body = "{\(members.joined(separator: ","))}"
    return reply
  }

  private func member(_ path: MemberPath?, _ value: String) -> [String] {
    guard let path, let first = path.first else { return [] }
    let inner = path.dropFirst().reversed().reduce(value) { "{\"\($1)\":\($0)}" }
    return ["\"\(first)\":\(inner)"]
  }
}
