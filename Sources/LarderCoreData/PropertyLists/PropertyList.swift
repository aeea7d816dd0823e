/// A value of a property list, as binary and XML lists and keyed archives hold it.
enum PropertyList: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer that needs more than 64 bits with sign.
  case largeInteger(high: Int64, low: UInt64)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data([UInt8])
  case string(String)
  /// The number of an object in a keyed archive.
  case uid(Int)
  case array([PropertyList])
  case set([PropertyList])
  case dictionary([String: PropertyList])
}

extension PropertyList {
  /// What a damaged list could make of memory or of the stack is refused at these limits.
  enum Limit {
    static let depth = 200

    /// Values, each counted as often as the list refers to it.
    static let values = 1 << 22
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var data: [UInt8]? {
    if case .data(let bytes) = self { bytes } else { nil }
  }

  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  var array: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var dictionary: [String: PropertyList]? {
    if case .dictionary(let members) = self { members } else { nil }
  }
}

/// Why bytes are no property list.
struct PropertyListError: Error, Hashable, Sendable {
  var problem: Problem

  /// Where in the bytes, as far as it is known.
  var offset: Int?

  enum Problem: Hashable, Sendable {
    case unknownFormat
    case cutShort
    case danglingReference
    case cycle
    case tooDeep
    case tooLarge
    case badText
    case badNumber
    case unknownKind(UInt8)
    case keyIsNoText
    case badMarkup(String)
  }
}

extension PropertyListError: CustomStringConvertible {
  var description: String {
    guard let offset else { return problem.description }
    return "\(problem) at byte \(offset)"
  }
}

extension PropertyListError.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownFormat: "neither a binary nor an XML property list"
    case .cutShort: "the property list ends too early"
    case .danglingReference: "the property list refers to a value that it does not have"
    case .cycle: "a value of the property list contains itself"
    case .tooDeep: "the property list is nested more than \(PropertyList.Limit.depth) deep"
    case .tooLarge: "the property list has more than \(PropertyList.Limit.values) values"
    case .badText: "a text of the property list is damaged"
    case .badNumber: "a number of the property list is damaged"
    case .unknownKind(let marker): "the property list has a value of unknown kind \(marker)"
    case .keyIsNoText: "a key of the property list is no text"
    case .badMarkup(let what): what
    }
  }
}
