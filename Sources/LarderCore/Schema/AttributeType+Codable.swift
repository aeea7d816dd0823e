/// A plain type is its name; others are objects: `{"array": "text"}`, `{"composite": […]}`,
/// `{"enumeration": "Color", "raw": "text", "cases": […]}`.
extension EntitySchema.AttributeType: Codable {
  private enum CodingKeys: String, CodingKey { case array, composite, enumeration, raw, cases }

  private static let plain: [(name: String, type: Self)] = [
    ("mixed", .mixed), ("bool", .bool), ("integer", .integer), ("real", .real),
    ("decimal", .decimal), ("text", .text), ("date", .date), ("uuid", .uuid), ("data", .data),
  ]

  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard let found = Self.plain.first(where: { $0.name == name }) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "\(name.quotedLiteral) is no type of an attribute"))
      }
      self = found.type
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.array) {
      self = .array(of: try container.decode(Self.self, forKey: .array))
    } else if container.contains(.composite) {
      self = .composite(try container.decode([EntitySchema.Attribute].self, forKey: .composite))
    } else {
      self = .enumeration(
        name: try container.decode(String.self, forKey: .enumeration),
        rawType: try container.decode(Self.self, forKey: .raw),
        cases: try container.decode([EntitySchema.EnumerationCase].self, forKey: .cases))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let found = Self.plain.first(where: { $0.type == self }) {
      var container = encoder.singleValueContainer()
      return try container.encode(found.name)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .array(let element): try container.encode(element, forKey: .array)
    case .composite(let members): try container.encode(members, forKey: .composite)
    case .enumeration(let name, let rawType, let cases):
      try container.encode(name, forKey: .enumeration)
      try container.encode(rawType, forKey: .raw)
      try container.encode(cases, forKey: .cases)
    case .mixed, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data: break
    }
  }
}
