import HTTPTransport
import JSONTree
import LarderCore

/// What a service is asked for one object, on its own or in a batch.
struct WriteRequest: Hashable, Sendable {
  var method: HTTPMethod

  /// Below the service's address, or `$1` for what an earlier request of a batch makes.
  var path: String
  var body: JSONNode?

  /// The ETag that the object must have, as the service sent it.
  var ifMatch: String?

  /// Nothing must be there.
  var ifNoneMatch = false

  /// Done twice it does no more than once, or is refused the second time.
  var isRepeatable = false

  /// The headers of its own.
  var conditions: [HTTPHeader] {
    var headers: [HTTPHeader] = []
    if let ifMatch { headers.append(HTTPHeader("If-Match", ifMatch)) }
    if ifNoneMatch { headers.append(HTTPHeader("If-None-Match", "*")) }
    return headers
  }

  /// The request on its own.
  func alone(_ client: ServiceClient) throws -> HTTPRequest {
    let writing = client.dialect.writing
    var headers = HTTPHeaders()
    if body != nil { headers.add(HTTPHeader("Content-Type", writing.mediaType)) }
    for header in writing.headers { headers.add(HTTPHeader(header.name, header.value)) }
    for header in conditions { headers.add(header) }
    return HTTPRequest(
      method, try client.url(path), headers: headers, body: body.map { Array($0.text.utf8) },
      repetition: isRepeatable ? .conditional : .ifNeverDone, followsRedirects: true)
  }
}

/// What a service answered to it.
struct WriteAnswer: Hashable, Sendable {
  var status: Int
  var headers: HTTPHeaders = [:]

  /// Null where there is none, or none that is JSON.
  var body = JSONNode.null

  /// What the service says, for people.
  var words = ""

  /// An earlier try's reply was lost: a refusal may be of what that one did.
  var mayHaveBeenDoneBefore = false

  var isSuccess: Bool { (200...299).contains(status) }

  init(
    status: Int, headers: HTTPHeaders = [:], body: JSONNode = .null,
    mayHaveBeenDoneBefore: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.mayHaveBeenDoneBefore = mayHaveBeenDoneBefore
    words = RefusalText.words(body)
  }

  init(_ response: HTTPResponse) {
    let read = try? JSONReader.read(response.body)
    self.init(
      status: response.status, headers: response.headers, body: read?.node ?? .null,
      mayHaveBeenDoneBefore: response.mayHaveBeenDoneBefore)
    if read == nil { words = RESTError.words(of: response.body) }
  }
}
