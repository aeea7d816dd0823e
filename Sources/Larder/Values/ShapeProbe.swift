import Foundation
import LarderCore

/// A decoder that writes down what is asked of it, and answers with empty values.
final class ShapeProbe: Decoder {
  enum Finding {
    case nothing
    case members([Member])
    case value(EntitySchema.AttributeType)
  }

  struct Member {
    let name: AttributeName
    let type: EntitySchema.AttributeType
    let isOptional: Bool
    let swiftType: any Any.Type
  }

  /// Structs inside structs are looked into so deep.
  private static let maximumDepth = 8

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var finding = Finding.nothing
  private let types: [ObjectIdentifier]
  private let isRecursive: Bool

  /// The key that was asked for nil last, which makes its member optional.
  private var optionalKey: String?

  init(of type: any Decodable.Type, inside outer: [ObjectIdentifier]) {
    let key = ObjectIdentifier(type)
    isRecursive = outer.contains(key) || outer.count >= Self.maximumDepth
    types = outer + [key]
  }

  /// Lets a type read; nothing is found where it does not come to its end.
  func run(_ type: any Decodable.Type) -> Finding {
    guard let sample = try? read(type) as? any Encodable,
      let written = try? AttributeValue(encoding: sample)
    else { return .nothing }
    // A type may read otherwise than it writes.
    switch finding {
    case .members(let members):
      let isOnce = Set(members.map(\.name)).count == members.count
      return isOnce && EntitySchema.AttributeType(members).describes(written) ? finding : .nothing
    case .value(let type): return type.describes(written) ? finding : .nothing
    case .nothing: return .nothing
    }
  }

  private func read<T: Decodable>(_ type: T.Type) throws -> T {
    guard !isRecursive else { throw NotProbeable() }
    return try T(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if case .members = finding {} else { finding = .members([]) }
    return KeyedDecodingContainer(KeyedProbe<Key>(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { EmptyElements() }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleProbe(probe: self) }

  fileprivate func noteNil(_ key: any CodingKey) { optionalKey = key.stringValue }

  fileprivate func note<T: Decodable>(_ type: T.Type, _ key: any CodingKey) {
    guard case .members(let members) = finding else { return }
    let wrapped = (type as? any OptionalType.Type)?.wrappedType
    let member = Member(
      name: AttributeName(key.stringValue),
      type: EntitySchema.AttributeType(lowering: wrapped ?? type, inside: types),
      isOptional: wrapped != nil || optionalKey == key.stringValue, swiftType: type)
    finding = .members(members + [member])
    optionalKey = nil
  }

  fileprivate func note<T: Decodable>(_ type: T.Type) {
    finding = .value(EntitySchema.AttributeType(lowering: type, inside: types))
  }

  /// An empty value of a type; `nil` where it does not take what is empty.
  static func sample<T: Decodable>(_ type: T.Type) -> T? { try? sample(type, inside: []) }

  /// Some value of a type.
  fileprivate func sample<T: Decodable>(_ type: T.Type) throws -> T {
    try Self.sample(type, inside: types)
  }

  private static func sample<T: Decodable>(
    _ type: T.Type, inside outer: [ObjectIdentifier]
  ) throws -> T {
    if let convertible = type as? any AttributeConvertible.Type {
      let sample = samples.lazy.compactMap { convertible.init(attributeValue: $0) }.first
      guard let sample = sample as? T else { throw NotProbeable() }
      return sample
    }
    if type is any RawRepresentable.Type, MemoryLayout<T>.size <= 1 { return firstCase(of: type) }
    return try ShapeProbe(of: type, inside: outer).read(type)
  }

  private static let samples: [AttributeValue] = [
    .null, .bool(false), .integer(0), .text(""), .text("file:///"), .data(Data()),
    .date(Date(timeIntervalSinceReferenceDate: 0)), .uuid(UUID()), .array([]),
  ]

  /// The case with tag zero of an enum that is no larger than a byte; of `false` and zero the same.
  private static func firstCase<T>(of type: T.Type) -> T {
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return bytes.load(as: type)
    }
  }
}

extension EntitySchema.AttributeType {
  init(_ members: [ShapeProbe.Member]) {
    self = .composite(
      members.map {
        EntitySchema.Attribute(name: $0.name, type: $0.type, isOptional: $0.isOptional)
      })
  }

  /// Whether a value is of the type, or nothing.
  fileprivate func describes(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (.mixed, _), (_, .null), (.bool, .bool), (.integer, .integer), (.real, .real),
      (.decimal, .decimal), (.text, .text), (.date, .date), (.uuid, .uuid), (.data, .data):
      true
    case (.array(let element), .array(let values)): values.allSatisfy(element.describes)
    case (.composite(let members), .object(let object)):
      object.members.allSatisfy { member in
        members.first { $0.name == member.name }?.type.describes(member.value) ?? false
      }
    case (.enumeration(_, let rawType, _), _): rawType.describes(value)
    default: false
    }
  }
}

/// A type asks for something that nothing can be said of.
private struct NotProbeable: Error {}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: ShapeProbe

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    probe.noteNil(key)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    probe.note(type, key)
    return try probe.sample(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw NotProbeable() }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw NotProbeable()
  }

  func superDecoder() throws -> any Decoder { throw NotProbeable() }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw NotProbeable() }
}

private struct SingleProbe: SingleValueDecodingContainer {
  let probe: ShapeProbe

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    probe.note(type)
    return try probe.sample(type)
  }
}

private struct EmptyElements: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() throws -> Bool { throw NotProbeable() }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { throw NotProbeable() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { throw NotProbeable() }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotProbeable() }

  func superDecoder() throws -> any Decoder { throw NotProbeable() }
}
