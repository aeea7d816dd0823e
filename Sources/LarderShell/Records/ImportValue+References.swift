import JSONTree

extension ImportValue {
  /// The texts that name the objects a relationship leads to; `nil` where the value names none.
  func keys(isToMany: Bool) -> [String]? {
    switch self {
    case .null, .json(.null): []
    case .text(let text) where text.isEmpty: []
    case .text(let text) where isToMany: JSONReader.node(text).flatMap(Self.keys)
    case .json(let node) where isToMany: Self.keys(node)
    case .text(let text): [text]
    case .json(let node): Self.key(node).map { [$0] }
    }
  }

  private static func keys(_ node: JSONNode) -> [String]? {
    guard case .array(let elements) = node else { return nil }
    let keys = elements.compactMap(key)
    return keys.count == elements.count ? keys : nil
  }

  private static func key(_ node: JSONNode) -> String? {
    switch node {
    case .text(let text), .number(let text): text
    default: nil
    }
  }
}
