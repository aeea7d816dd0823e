import FoundationEssentials
import LarderCore
import XMLTree

extension PropertyList {
  /// Reads a property list, binary or XML.
  init(bytes: [UInt8]) throws(PropertyListError) {
    if bytes.starts(with: Array("bplist".utf8)) {
      self = try BinaryPropertyListReader.read(bytes)
      return
    }
    guard bytes.prefix(64).contains(UInt8(ascii: "<")) else {
      throw PropertyListError(problem: .unknownFormat)
    }
    let root: XMLElement
    do { root = try XMLReader.read(bytes) } catch {
      throw PropertyListError(problem: .badMarkup(error.problem), offset: error.offset)
    }
    guard root.name == "plist", let element = root.children.first, root.children.count == 1 else {
      throw PropertyListError(problem: .badMarkup("expected one value inside `plist`"))
    }
    self = try PropertyList(element)
  }

  private init(_ element: XMLElement) throws(PropertyListError) {
    let text = element.text
    switch element.name {
    case "true": self = .boolean(true)
    case "false": self = .boolean(false)
    case "string": self = .string(text)
    case "integer": self = .integer(try Self.parsed(text, Int64.init))
    case "real": self = .real(try Self.parsed(text, Double.init))
    case "date": self = .date(try Self.parsed(text, Self.seconds))
    case "data": self = .data(try Self.parsed(text.filter { !$0.isWhitespace }, Self.bytes))
    case "array": self = .array(try Self.values(element.children))
    case "dict": self = .dictionary(try Self.members(element.children))
    default:
      throw PropertyListError(problem: .badMarkup("a value of unknown kind `\(element.name)`"))
    }
  }

  private static func parsed<Value>(
    _ text: String, _ parse: (String) -> Value?
  ) throws(PropertyListError) -> Value {
    let trimmed = text.drop(while: \.isWhitespace)
    guard let value = parse(String(trimmed)) else {
      throw PropertyListError(problem: .badMarkup("`\(text.prefix(40))` cannot be read"))
    }
    return value
  }

  private static func seconds(_ text: String) -> Double? {
    DateText.parse(text)?.timeIntervalSinceReferenceDate
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { Array($0) }
  }

  private static func values(_ elements: [XMLElement]) throws(PropertyListError) -> [PropertyList] {
    var values: [PropertyList] = []
    for element in elements { values.append(try PropertyList(element)) }
    return values
  }

  private static func members(
    _ elements: [XMLElement]
  ) throws(PropertyListError) -> [String: PropertyList] {
    var members: [String: PropertyList] = [:]
    for index in stride(from: 0, to: elements.count, by: 2) {
      guard elements[index].name == "key", index + 1 < elements.count else {
        throw PropertyListError(problem: .badMarkup("a key without a value"))
      }
      members[elements[index].text] = try PropertyList(elements[index + 1])
    }
    return members
  }
}
