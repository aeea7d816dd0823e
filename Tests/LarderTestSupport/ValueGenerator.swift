public import FoundationEssentials
public import LarderCore

/// Random values of an attribute's type, with the awkward ones among them.
public struct ValueGenerator: Sendable {
  public var generator: SeededGenerator
  public var options: GeneratorOptions

  public init(using generator: SeededGenerator, options: GeneratorOptions = .all) {
    self.generator = generator
    self.options = options
  }

  /// A non-null value of a type.
  public mutating func value(of type: EntitySchema.AttributeType) -> AttributeValue {
    switch type {
    case .mixed: value(of: scalarType())
    case .bool: .bool(Bool.random(using: &generator))
    case .integer: .integer(integer())
    case .real: .real(real())
    case .decimal: decimal()
    case .text: .text(text())
    case .date: .date(date())
    case .uuid: .uuid(uuid())
    case .data: .data(data())
    case .array(let element): array(of: element)
    case .composite(let members): object(of: members)
    case .enumeration(_, _, let cases): generator.pick(from: cases)?.rawValue ?? .null
    }
  }

  /// A value of an attribute, which may be null, or missing (`nil`) where the options allow.
  public mutating func value(of attribute: EntitySchema.Attribute) -> AttributeValue? {
    if attribute.isOptional, generator.chance(percent: 20) {
      return options.contains(.missing) && Bool.random(using: &generator) ? nil : .null
    }
    return value(of: attribute.type)
  }

  public mutating func integer() -> Int64 {
    switch generator.integer(in: 0...9) {
    case 0: generator.choose(.max, .min, 9_007_199_254_740_993, -9_007_199_254_740_993)
    case 1...2: Int64.random(in: -1_000_000...1_000_000, using: &generator)
    default: Int64.random(in: -3...12, using: &generator)
    }
  }

  /// Finite, and never a negative zero.
  public mutating func real() -> Double {
    switch generator.integer(in: 0...9) {
    case 0:
      generator.choose(1e300, Double.leastNonzeroMagnitude, 0.1, -2.5e-7, 9_007_199_254_740_992)
    case 1...3: Double(generator.integer(in: -300...1_200)) / 100
    default: Double(generator.integer(in: -12...48)) / 4
    }
  }

  /// An integer, or a number beyond `Int64` and `Double` where the options allow.
  public mutating func decimal() -> AttributeValue {
    guard options.contains(.hugeNumbers), generator.chance(percent: 20) else {
      return .integer(integer())
    }
    let digits = (0..<generator.integer(in: 20...30)).map { _ in
      UInt8.random(in: 1...9, using: &generator)
    }
    let exponent = generator.choose(0, 0, 400)
    return .decimal(
      ExactDecimal(
        isNegative: Bool.random(using: &generator), digits: digits, exponent: exponent))
  }

  public mutating func text() -> String {
    let words = (0..<generator.integer(in: 0...3)).compactMap { _ in
      generator.pick(from: options.contains(.unicode) ? Self.words : Self.plainWords)
    }
    return words.joined(separator: generator.choose(" ", "", "-"))
  }

  /// A whole or a quarter second between 1900 and 2100.
  public mutating func date() -> Date {
    let seconds = generator.integer(in: -3_187_000_000...3_124_000_000)
    switch generator.integer(in: 0...3) {
    case 0: return Date(timeIntervalSinceReferenceDate: Double(seconds / 86_400 * 86_400))
    case 1: return Date(timeIntervalSinceReferenceDate: Double(seconds) + 0.25)
    default: return Date(timeIntervalSinceReferenceDate: Double(seconds))
    }
  }

  public mutating func uuid() -> UUID {
    let high = generator.next()
    let low = generator.next()
    func byte(_ word: UInt64, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }

  public mutating func data() -> Data {
    Data(
      (0..<generator.integer(in: 0...9)).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private mutating func array(of element: EntitySchema.AttributeType) -> AttributeValue {
    .array((0..<generator.integer(in: 0...4)).map { _ in value(of: element) })
  }

  private mutating func object(of members: [EntitySchema.Attribute]) -> AttributeValue {
    .object(
      AttributeObject(
        members.compactMap { member in
          value(of: member).map { AttributeObject.Member(name: member.name, value: $0) }
        }))
  }

  private mutating func scalarType() -> EntitySchema.AttributeType {
    generator.choose(.bool, .integer, .real, .text)
  }

  private static let plainWords = [
    "Oslo", "rome", "a", "Trip", "x1", "file9", "file10", "%", "_", "*",
  ]

  private static let words =
    plainWords + [
      "Café", "Cafe\u{301}", "CAFÉ", "\u{212B}ngström", "Ångström", "Straße", "STRASSE", "ΣΊΣΥΦΟΣ",
      "σίσυφος", "İstanbul", "ﬁn", "🏔️", "👩‍👩‍👧", "日本", "が", "か", "\"", "\\", "'", "\n", "\t", "?",
      "\u{7F}",
    ]
}

/// What generated schemas, values and conditions may hold, for stores that cannot take everything.
public struct GeneratorOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let relationships = Self(rawValue: 1)
  public static let composites = Self(rawValue: 2)
  public static let arrays = Self(rawValue: 4)
  public static let dates = Self(rawValue: 8)
  public static let uuids = Self(rawValue: 16)
  public static let data = Self(rawValue: 32)
  /// Numbers beyond `Int64` and `Double`.
  public static let hugeNumbers = Self(rawValue: 64)
  /// Optional attributes may be absent from a record, not only null.
  public static let missing = Self(rawValue: 128)
  /// Text beyond ASCII, quotes and control characters.
  public static let unicode = Self(rawValue: 256)
  /// Names that need backticks.
  public static let oddNames = Self(rawValue: 512)
  /// Regular expressions in conditions.
  public static let patterns = Self(rawValue: 1024)
  public static let enumerations = Self(rawValue: 2048)
  /// Conditions over other objects' relationships and over collections.
  public static let quantifiers = Self(rawValue: 4096)

  /// Everything but inheritance, which not every store has a place for.
  public static let all = Self(rawValue: 8191)
  /// Entities below others, some of them abstract, and conditions on what only those below have.
  public static let inheritance = Self(rawValue: 8192)
}
