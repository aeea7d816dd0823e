import HTTPTransport
import JSONTree

/// What a service answered to a read.
struct ServiceReply: Sendable {
  var url: HTTPURL
  var headers: HTTPHeaders
  var body: JSONNode
}

extension JSONNode {
  /// The value that a path of members leads to; an empty path is the value itself.
  func member(at path: MemberPath) -> JSONNode? {
    var node = self
    for name in path {
      guard let next = node.member(name) else { return nil }
      node = next
    }
    return node
  }

  /// A whole number, also as text.
  var integer: Int? {
    switch self {
    case .number(let text), .text(let text): Int(text)
    default: nil
    }
  }

  /// The elements of an array; none for anything else.
  var elements: [JSONNode] { if case .array(let elements) = self { elements } else { [] } }

  var plainText: String? { if case .text(let text) = self { text } else { nil } }
}
