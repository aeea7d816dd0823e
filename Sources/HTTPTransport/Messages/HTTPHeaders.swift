/// One header of a request or reply.
public struct HTTPHeader: Hashable, Sendable {
  public let name: String

  /// Without white space around it.
  public let value: String

  /// The value is shown to nobody, and sent to no other origin than that of the request.
  public let isSecret: Bool

  /// Makes a header; those that carry credentials by their name are secret anyway.
  public init(_ name: String, _ value: String, isSecret: Bool = false) {
    self.name = name
    self.value = value
    self.isSecret = isSecret || Self.secretNames.contains(name.lowercased())
  }

  private static let secretNames: Set = [
    "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key", "x-auth-token",
    "x-csrf-token",
  ]

  /// The value, or stars for a secret one.
  public var shownValue: String { isSecret ? "***" : value }

  /// Compares as headers are: letters of ASCII by either case.
  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy {
        HTTPBytes.lowercase($0) == HTTPBytes.lowercase($1)
      }
  }
}

/// The headers of a request or reply, in order; a name may come more than once.
public struct HTTPHeaders: Hashable, Sendable {
  public private(set) var fields: [HTTPHeader]

  public init(_ fields: [HTTPHeader] = []) { self.fields = fields }

  /// The value of the first header of a name, in any case of letters; `nil` where there is none.
  ///
  /// Setting replaces every header of that name, or removes them by `nil`.
  public subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      let kept = fields.firstIndex { $0.isNamed(name) } ?? fields.endIndex
      fields.removeAll { $0.isNamed(name) }
      if let newValue { fields.insert(HTTPHeader(name, newValue), at: min(kept, fields.count)) }
    }
  }

  /// The values of every header of a name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.map(\.value)
  }

  /// Adds a header after the others, beside those of its name.
  public mutating func add(_ header: HTTPHeader) { fields.append(header) }

  /// Adds a header, in place of those of its name.
  public mutating func set(_ header: HTTPHeader) {
    fields.removeAll { $0.isNamed(header.name) }
    fields.append(header)
  }

  /// The headers that may go to another origin.
  public var withoutSecrets: HTTPHeaders { HTTPHeaders(fields.filter { !$0.isSecret }) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { HTTPHeader($0, $1) })
  }
}
