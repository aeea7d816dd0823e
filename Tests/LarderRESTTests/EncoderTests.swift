import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

/// Each way to spell conditions, from a description in a file to the rows of a service that reads them.
@Suite struct EncoderTests {
  /// Notes with a number; what the service is asked it must understand itself.
  private static let rows = (1...20).map { (id: $0, number: $0 * 3 % 10) }

  /// `number > LIMIT` and `number != OTHER`, as the service was asked.
  private struct Wanted { var above: Int?, below: Int? }

  private static func reply(_ wanted: Wanted, skip: Int = 0, limit: Int = 5) -> String {
    let found = rows.filter { $0.number > wanted.above ?? -1 && $0.number < wanted.below ?? 99 }
    let page = found.dropFirst(skip).prefix(limit)
    let list = page.map { #"{"id":\#($0.id),"number":\#($0.number)}"# }.joined(separator: ",")
    return #"{"docs":[\#(list)],"total":\#(found.count)}"#
  }

  /// A description with some filter, read from a file as `--dialect` does.
  private static func dialect(_ filter: String) throws -> Dialect {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      text: """
        {
          "name": "notes",
          "envelope": {"rows": "docs", "total": "total"},
          "filter": \(filter),
          "paging": {"kind": "offset", "size": "limit", "position": "skip", "defaultSize": 5}
        }
        """, to: "notes.json")
    return try Dialect(path: path)
  }

  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "notes",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true), .init(name: "number", type: .integer),
      ])
  ])

  private static func fetch(
    _ dialect: Dialect, _ transport: ScriptedTransport
  ) throws -> [Int64] {
    let store = try RESTStore(
      base: HTTPURL("http://h.example/api/"), dialect: dialect, transport: transport,
      options: .init(schema: schema))
    let descriptor = EntityFetchDescriptor(
      entity: "notes",
      predicate: .and([
        .comparison(.greaterThan, RESTFixtures.path("number"), .value(.integer(2))),
        .comparison(.lessThan, RESTFixtures.path("number"), .value(.integer(8))),
      ]))
    let found = try store.fetch(descriptor, environment: .standard)
    #expect(store.memory.notes.isEmpty)
    #expect(try store.count(descriptor) == found.count)
    return found.compactMap {
      if case .integer(let key) = $0.identifier.primaryKey { key } else { nil }
    }
  }

  private static let expected = rows.filter { $0.number > 2 && $0.number < 8 }.map { Int64($0.id) }

  private static func parameters(_ request: HTTPRequest) -> [String: String] {
    (request.url.query ?? "").split(separator: "&").reduce(into: [:]) { result, part in
      let pair = part.split(separator: "=", maxSplits: 1)
      result[String(pair[0]).percentDecoded] = pair.count > 1 ? String(pair[1]).percentDecoded : ""
    }
  }

  private static func page(_ parameters: [String: String]) -> (skip: Int, limit: Int) {
    (parameters["skip"].flatMap { Int($0) } ?? 0, parameters["limit"].flatMap { Int($0) } ?? 5)
  }

  @Test func parametersOfTheirOwn() throws {
    let dialect = try Self.dialect(
      #"""
      {"encoder": "parameters", "operators": {
        "greaterThan": {"class": "exact", "key": "{path}.above", "value": "{value}"},
        "lessThan": {"class": "exact", "key": "{path}.below", "value": "{value}"}}}
      """#)
    let transport = ScriptedTransport { request in
      let parameters = Self.parameters(request)
      let (skip, limit) = Self.page(parameters)
      let wanted = Wanted(
        above: parameters["number.above"].flatMap { Int($0) },
        below: parameters["number.below"].flatMap { Int($0) })
      return .init(body: Self.reply(wanted, skip: skip, limit: limit))
    }

    #expect(try Self.fetch(dialect, transport) == Self.expected)
    #expect(
      transport.targets.first?.percentDecoded
        == "/api/notes?number.above=2&number.below=8&limit=5")
  }

  @Test func oneExpression() throws {
    let dialect = try Self.dialect(
      #"""
      {"encoder": "infix", "parameter": "q", "and": {"separator": " AND ", "group": "({conditions})"}, "operators": {
        "greaterThan": {"class": "exact", "text": "{path} > {value}"},
        "lessThan": {"class": "exact", "text": "{path} < {value}"}}}
      """#)
    let transport = ScriptedTransport { request in
      let parameters = Self.parameters(request)
      let (skip, limit) = Self.page(parameters)
      guard parameters["q"] == "number > 2 AND number < 8" else { return .init(status: 400) }
      return .init(body: Self.reply(Wanted(above: 2, below: 8), skip: skip, limit: limit))
    }

    #expect(try Self.fetch(dialect, transport) == Self.expected)
  }

  /// The tree of a parameter or a body, as this service reads it.
  private static func wanted(_ tree: JSONNode?) -> Wanted? {
    guard case .array(let conditions)? = tree?.member("$and") else { return nil }
    return Wanted(
      above: conditions.compactMap { $0.member("number")?.member("$gt")?.integer }.first,
      below: conditions.compactMap { $0.member("number")?.member("$lt")?.integer }.first)
  }

  private static let tree = #"""
    "and": {"tree": {"$and": ["{conditions}"]}}, "operators": {
      "greaterThan": {"class": "exact", "tree": {"{path}": {"$gt": "{value}"}}},
      "lessThan": {"class": "exact", "tree": {"{path}": {"$lt": "{value}"}}}}
    """#

  @Test func aTreeInAParameter() throws {
    let dialect = try Self.dialect(
      #"{"encoder": "tree", "parameter": "where", \#(Self.tree)}"#)
    let transport = ScriptedTransport { request in
      let parameters = Self.parameters(request)
      let (skip, limit) = Self.page(parameters)
      guard let wanted = Self.wanted(JSONReader.node(parameters["where"] ?? "")) else {
        return .init(status: 400)
      }
      return .init(body: Self.reply(wanted, skip: skip, limit: limit))
    }

    #expect(try Self.fetch(dialect, transport) == Self.expected)
  }

  @Test func aTreeInABody() throws {
    let dialect = try Self.dialect(
      #"""
      {"encoder": "body", "bodyPath": "{collection}/_find", "bodyMember": "selector", \#(Self.tree)}
      """#)
    let transport = ScriptedTransport { request in
      guard request.method == .post, request.url.path == "/api/notes/_find",
        request.repetition == .safe, request.url.query == nil,
        let body = JSONReader.node(String(decoding: request.body ?? [], as: UTF8.self)),
        let wanted = Self.wanted(body.member("selector"))
      else { return .init(status: 400) }
      return .init(
        body: Self.reply(
          wanted, skip: body.member("skip")?.integer ?? 0,
          limit: body.member("limit")?.integer ?? 5))
    }

    #expect(try Self.fetch(dialect, transport) == Self.expected)
    // Two pages twice: the number of objects is not asked for in a body.
    #expect(transport.requests.count { $0.method == .post } == 4)
    #expect(
      transport.requests.last.map { String(decoding: $0.body ?? [], as: UTF8.self) }
        == #"{"selector":{"$and":[{"number":{"$gt":2}},{"number":{"$lt":8}}]},"limit":5,"skip":5}"#)
  }

  /// Addresses are cut somewhere; bodies are not.
  @Test func aLongConditionGoesInABody() throws {
    let dialect = try Self.dialect(
      #"""
      {"encoder": "body", "bodyMember": "selector", "operators": {
        "isIn": {"class": "exact", "tree": {"{path}": {"$in": "{values}"}}}}}
      """#)
    let transport = ScriptedTransport { request in
      .init(body: Self.reply(Wanted(), limit: request.body?.count ?? 0 > 2000 ? 20 : 0))
    }
    let store = try RESTStore(
      base: HTTPURL("http://h.example/"), dialect: dialect, transport: transport,
      options: .init(schema: Self.schema))
    let numbers = (0..<1000).map { AttributeValue.integer(Int64($0)) }

    let found = try store.fetch(
      EntityFetchDescriptor(
        entity: "notes",
        predicate: .membership(RESTFixtures.path("number"), in: .value(.array(numbers)))),
      environment: .standard)

    #expect(found.count == 20)
    #expect(transport.requests.count { $0.method == .post } == 1)
  }
}
