import LarderCore

/// What Swift source declares, before names are looked up.
struct SwiftDeclarations {
  var models: [Model] = []

  /// By qualified name, such as `Trip.Status`.
  var structs: [String: Body] = [:]
  var enums: [String: Enumeration] = [:]

  /// A class with `@Model`.
  struct Model {
    var name: String

    /// The names of the types around it, outermost first.
    var path: [String]
    var inheritedNames: [String]
    var body: Body
    var span: Range<Int>
  }

  /// The members of a type that matter here.
  struct Body {
    var path: [String] = []
    var properties: [Property] = []
    var cases: [EnumerationCase] = []
    var uniquenessConstraints: [[String]] = []
    var indices: [[String]] = []
  }

  /// A stored property.
  struct Property {
    var name: String
    var type: SwiftType?
    var defaultValue: SwiftValue?
    var attributes: [Macro]
    var span: Range<Int>
  }

  struct Enumeration {
    var rawTypeName: String?
    var cases: [EnumerationCase]
  }

  struct EnumerationCase {
    var name: String
    var rawValue: SwiftValue?
    var hasAssociatedValues: Bool
  }

  /// An attribute such as `@Relationship(deleteRule: .cascade)`.
  struct Macro {
    var name: String
    var arguments: [Argument]
    var span: Range<Int>
  }

  struct Argument {
    var label: String?

    /// Of tokens.
    var range: Range<Int>
  }
}

/// A type as it is written.
indirect enum SwiftType {
  case named(String, span: Range<Int>)
  case optional(SwiftType)
  /// An array or a set.
  case array(SwiftType)
  case dictionary
  /// A tuple, a function or another type that no attribute can have.
  case other(span: Range<Int>)
}

/// A default value as it is written.
indirect enum SwiftValue: Equatable {
  case literal(AttributeValue)
  case null
  /// `.live` or `Status.live`.
  case member(ofType: String?, String)
  case array([SwiftValue])
  /// `Date(timeIntervalSince1970: 0)`, with labels, which may be empty.
  case call(String, [Argument])
  /// `[String]()`: an empty collection, with the name of its element's type.
  case emptyArray(of: String)
  /// Something computed.
  case other

  struct Argument: Equatable {
    var label: String
    var value: SwiftValue
  }
}
