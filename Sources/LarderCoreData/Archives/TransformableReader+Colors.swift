import LarderCore

extension TransformableReader {
  /// The components of a colour of red, green and blue or of grey, from 0 to 1; `nil` for patterns,
  /// catalogue colours and other spaces.
  static func color(_ object: ArchivedObject) -> AttributeValue? {
    if let red = number(object, "UIRed"), let green = number(object, "UIGreen"),
      let blue = number(object, "UIBlue")
    {
      return components(["red", "green", "blue", "alpha"], [red, green, blue, alpha(object)])
    }
    if let white = number(object, "UIWhite") {
      return components(["white", "alpha"], [white, alpha(object)])
    }
    if let values = numbers(object, "NSRGB"), values.count >= 3 {
      return components(
        ["red", "green", "blue", "alpha"], values.count == 3 ? values + [1] : values)
    }
    if let values = numbers(object, "NSWhite"), let white = values.first {
      return components(["white", "alpha"], [white, values.count > 1 ? values[1] : 1])
    }
    return nil
  }

  private static func alpha(_ object: ArchivedObject) -> Double { number(object, "UIAlpha") ?? 1 }

  private static func number(_ object: ArchivedObject, _ key: String) -> Double? {
    switch object[key] {
    case .plain(.real(let number)): number
    case .plain(.integer(let number)): Double(number)
    case .plain(.string(let text)): Double(text)
    default: nil
    }
  }

  /// Numbers as text with spaces between, which may end in a zero byte.
  private static func numbers(_ object: ArchivedObject, _ key: String) -> [Double]? {
    guard let bytes = object[key]?.bytes else { return nil }
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let words = text.split(separator: " ")
    let numbers = words.compactMap { Double($0) }
    return numbers.count == words.count ? numbers : nil
  }

  private static func components(_ names: [String], _ values: [Double]) -> AttributeValue {
    .object(
      AttributeObject(
        zip(names, values).map {
          AttributeObject.Member(name: AttributeName($0), value: .real($1))
        }))
  }
}
