import FoundationEssentials
import LarderCore

/// An attribute as a model's archive describes it.
struct ArchivedAttribute {
  private let object: ArchivedObject

  init(_ object: ArchivedObject) { self.object = object }

  /// All but the user info.
  func attribute(
    _ name: String, entity: String
  ) throws(ModelError) -> ManagedObjectModel.Attribute {
    let number = object.integer("NSAttributeType") ?? 0
    guard let type = Int(exactly: number).flatMap(ManagedObjectModel.AttributeType.init) else {
      throw ModelError(.unknownAttributeType("\(number)"), entity: entity, property: name)
    }
    let flags = object.integer("NSFlagsKey") ?? 0
    var attribute = ManagedObjectModel.Attribute(name: name, type: type)
    attribute.isOptional = object.isSet("NSIsOptional")
    attribute.isTransient = object.isSet("NSIsTransient")
    attribute.isDerived = object.classNames.contains("NSDerivedAttributeDescription")
    attribute.allowsExternalStorage = flags & 4 != 0
    attribute.isPreservedOnDeletion = flags & 16 != 0
    attribute.defaultValue = defaultValue(of: type)
    attribute.valueClassName =
      type == .transformable ? object.text("NSAttributeValueClassName") : nil
    attribute.valueTransformerName = object.text("NSValueTransformerName")
    attribute.renamingIdentifier = ArchivedModelReader.renaming(object, from: name)
    return attribute
  }

  /// `nil` also for a default of another kind than the type's.
  private func defaultValue(of type: ManagedObjectModel.AttributeType) -> AttributeValue? {
    guard let value = object["NSDefaultValue"], let plain = object.plain("NSDefaultValue"),
      !value.isNull
    else { return nil }
    switch type {
    case .undefined, .objectID: return nil
    case .integer16, .integer32, .integer64: return value.integer.map(AttributeValue.integer)
    case .boolean: return value.integer.map { .bool($0 != 0) }
    case .double, .float: return real(value).map(AttributeValue.real)
    case .decimal: return decimal(value)
    case .string: return value.text.map(AttributeValue.text)
    case .date: return date(value)
    case .binaryData: return value.bytes.map { .data(Data($0)) }
    case .uuid: return value.object?.plain("NS.uuidbytes")?.data.flatMap(TransformableReader.uuid)
    case .uri:
      return value.object.flatMap { TransformableReader.scalar($0, className: "NSURL") }
    case .transformable: return .data(Data(object.archive.extracting(plain)))
    }
  }

  private func real(_ value: ArchivedValue) -> Double? {
    if case .plain(.real(let number)) = value { return number }
    return value.integer.map(Double.init)
  }

  private func decimal(_ value: ArchivedValue) -> AttributeValue? {
    if let object = value.object {
      return TransformableReader.scalar(object, className: "NSDecimalNumber")
    }
    if let integer = value.integer { return .integer(integer) }
    return real(value).map(AttributeValue.real)
  }

  private func date(_ value: ArchivedValue) -> AttributeValue? {
    if case .plain(.date(let seconds)) = value { return .real(seconds) }
    return value.object.flatMap(TransformableReader.seconds).map(AttributeValue.real)
  }
}

/// What an app, or SwiftData, noted at an entity or a property.
struct ArchivedUserInfo {
  /// The entries of text, numbers and truth values.
  private(set) var texts: [String: String] = [:]

  /// The cases of an enum without raw values, or `nil` where there is no list.
  private(set) var enumerationCases: [String]?

  /// SwiftData marks enums.
  private(set) var isEnumeration = false

  /// The entries, and the elements of the list of cases.
  private(set) var count = 0

  init(_ object: ArchivedObject) {
    for pair in object["NSUserInfo"]?.object?.pairs ?? [] {
      count += 1
      guard let key = pair.key.text else { continue }
      if let text = Self.text(pair.value) { texts[key] = text }
      if key == "enum", let cases = pair.value.elements(in: object.archive) {
        enumerationCases = cases.compactMap(\.text)
        count += cases.count
      }
      if key == "EnumType" { isEnumeration = pair.value.integer == 1 || pair.value.text == "true" }
    }
  }

  private static func text(_ value: ArchivedValue) -> String? {
    switch value {
    case .plain(.boolean(let flag)): flag ? "true" : "false"
    case .plain(.integer(let number)): "\(number)"
    case .plain(.real(let number)): "\(number)"
    default: value.text
    }
  }
}
