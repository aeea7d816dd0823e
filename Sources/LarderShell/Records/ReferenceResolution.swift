import LarderCore
import LarderQuery
import LarderStore

/// Finds the objects that the references of an import name.
///
/// A text is the identifier of a record of the file, else an identifier as the shell writes it, else the value of
/// a unique attribute: of a record of the file, or of an object that is there already.
struct ReferenceResolution {
  let session: Session
  let store: OpenStore
  let schema: EntitySchema

  /// What a reference leads to.
  enum Found {
    case record(Int)
    case object(PersistentIdentifier)
  }

  /// The unique attributes of an entity, one of which is enough to name an object.
  func uniqueAttributes(of entity: EntityName) -> [EntitySchema.Attribute] {
    let single = schema.ancestry(of: entity).flatMap(\.uniquenessConstraints)
      .filter { $0.count == 1 }.joined()
    return schema.allAttributes(of: entity).filter { $0.isUnique || single.contains($0.name) }
  }

  /// What texts name, for a relationship that leads to `destination`.
  func find(
    _ keys: Set<String>, for destination: EntityName, in importing: RecordImport
  ) throws -> [String: Found] {
    var found: [String: Found] = [:]
    let entities = schema.descendants(of: destination)
    let isOwn = entities.contains(importing.entity)
    for key in keys {
      try session.checkInterrupt()
      if isOwn, let record = importing.records[key] {
        found[key] = .record(record)
      } else if let identifier = identifier(key), entities.contains(identifier.entity) {
        found[key] = .object(identifier)
      }
    }
    for attribute in uniqueAttributes(of: destination) {
      let rest = keys.filter { found[$0] == nil }
      guard !rest.isEmpty else { break }
      try find(rest, attribute, destination, isOwn ? importing : nil, &found)
    }
    return found
  }

  private func find(
    _ keys: Set<String>, _ attribute: EntitySchema.Attribute, _ destination: EntityName,
    _ importing: RecordImport?, _ found: inout [String: Found]
  ) throws {
    var reader = ImportValueReader(zone: session.zone)
    var values: [String: AttributeValue] = [:]
    for key in keys {
      guard let value = reader.value(.text(key), as: attribute.type), value != .null else {
        continue
      }
      values[key] = value
    }
    let records = importing?.records(holding: attribute.name) ?? [:]
    let holders = try holders(of: Array(values.values), attribute.name, of: destination)
    for (key, value) in values {
      if let record = records[ValueKey(value)]?.first {
        found[key] = .record(record)
      } else if let holder = holders[ValueKey(value)] {
        found[key] = .object(holder)
      }
    }
  }

  /// An identifier of the store that is imported into.
  private func identifier(_ text: String) -> PersistentIdentifier? {
    guard text.contains("#"), let named = try? session.identifiers(in: text), named.count == 1,
      let identifier = named.first
    else { return nil }
    let isOwn = identifier.isTemporary || identifier.storeIdentifier == store.store.identifier
    return isOwn ? identifier : nil
  }

  /// The objects that hold values of an attribute.
  func holders(
    of values: [AttributeValue], _ name: AttributeName, of entity: EntityName
  ) throws -> [ValueKey: PersistentIdentifier] {
    guard !values.isEmpty else { return [:] }
    let path = EntityExpression.path(AttributePath(name))
    let descriptor = EntityFetchDescriptor(
      entity: entity, predicate: .membership(path, in: .value(.array(values))),
      propertiesToFetch: [name])
    guard
      case .objects(let objects) = try session.context.run(
        EntityQuery(descriptor: descriptor), in: store.name)
    else { return [:] }
    var holders: [ValueKey: PersistentIdentifier] = [:]
    for object in objects { holders[ValueKey(object[name])] = object.identifier }
    return holders
  }
}

extension RecordImport {
  /// The records that give an attribute a value, by the value.
  func records(holding name: AttributeName) -> [ValueKey: [Int]] {
    var records: [ValueKey: [Int]] = [:]
    for (index, edit) in edits.enumerated() {
      guard case .insert(_, let assignments) = edit,
        case .value(let value)? = assignments.first(where: { $0.path.names == [name] })?.value,
        value != .null
      else { continue }
      records[ValueKey(value), default: []].append(index)
    }
    return records
  }
}
