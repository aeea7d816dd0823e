import FoundationEssentials
import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport

/// A store opened on a text, with the folder that holds the file.
struct OpenedText {
  let store: JSONStore
  let folder: TemporaryFolder

  init(_ text: String, named name: String = "trips.json", options: JSONStore.Options = .init())
    throws
  {
    try self.init(bytes: Array(text.utf8), named: name, options: options)
  }

  init(bytes: [UInt8], named name: String = "trips.json", options: JSONStore.Options = .init())
    throws
  {
    folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: name)
    store = try JSONStore.open(path: path, options: options)
  }

  /// All objects of an entity, in the store's order; of the first one without a name.
  func snapshots(_ entity: EntityName? = nil) throws -> [EntitySnapshot] {
    let name = entity ?? store.schema.entities.first?.name ?? "none"
    return try fetch(EntityFetchDescriptor(entity: name))
  }

  func fetch(_ descriptor: EntityFetchDescriptor) throws -> [EntitySnapshot] {
    var snapshots: [EntitySnapshot] = []
    try store.enumerate(descriptor) {
      snapshots.append($0)
      return true
    }
    return snapshots
  }

  /// What a reader without the store's schema would see, in short: `Trip#p1 name="Rome"`.
  func lines(_ entity: EntityName? = nil) throws -> [String] {
    try snapshots(entity).map { snapshot in
      ([snapshot.identifier.description]
        + zip(snapshot.layout.names, snapshot.values).map { "\($0)=\(Self.text($1))" })
        .joined(separator: " ")
    }
  }

  static func text(_ value: AttributeValue?) -> String {
    switch value {
    case nil: "missing"
    case .null?: "nil"
    case .bool(let flag)?: "\(flag)"
    case .integer(let number)?: "\(number)"
    case .real(let number)?: "\(number)"
    case .decimal(let number)?: "decimal \(number)"
    case .text(let text)?: text.quotedLiteral
    case .date(let date)?: "@\(Int(date.timeIntervalSinceReferenceDate))"
    case .uuid(let uuid)?: uuid.uuidString
    case .data?: "data"
    case .array(let elements)?: "[" + elements.map { text($0) }.joined(separator: ",") + "]"
    case .object(let object)?:
      "{" + object.members.map { "\($0.name):\(text($0.value))" }.joined(separator: ",") + "}"
    case .identifier(let identifier)?: identifier.description
    }
  }
}
