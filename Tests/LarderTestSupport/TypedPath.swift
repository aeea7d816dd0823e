import LarderCore

/// A path together with the type of what it leads to.
struct TypedPath {
  var path: AttributePath
  var type: PathType
}

enum PathType: Hashable {
  case attribute(EntitySchema.AttributeType)
  case toOne(EntityName)
  case toMany(EntityName)
}

/// What a condition or an expression stands for, so that only values of one kind meet.
enum ValueKind: CaseIterable {
  case number, text, bool, date, uuid, data
}

extension PathType {
  /// The kind of a scalar; `nil` for mixed values, collections, composites and relationships.
  var kind: ValueKind? {
    guard case .attribute(let type) = self else { return nil }
    return type.scalarKind
  }

  /// What the elements of a collection are; `nil` for what is none.
  var element: PathType? {
    switch self {
    case .attribute(.array(let element)): .attribute(element)
    case .toMany(let entity): .toOne(entity)
    case .attribute, .toOne: nil
    }
  }
}

extension EntitySchema.AttributeType {
  var scalarKind: ValueKind? {
    switch self {
    case .integer, .real, .decimal: .number
    case .text: .text
    case .enumeration(_, let raw, _): raw.scalarKind
    case .bool: .bool
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .mixed, .array, .composite: nil
    }
  }
}

extension EntitySchema {
  /// Every path from an element: at most two relationships or composites deep.
  ///
  /// With `includesBelow`, an object also has what the entities below its own have.
  func paths(from element: PathType, level: Int, includesBelow: Bool = false) -> [TypedPath] {
    var result: [TypedPath] = []
    let start = TypedPath(path: AttributePath(level: level, []), type: element)
    extend(start, into: &result, depth: 0, includesBelow)
    return result
  }

  private func extend(
    _ start: TypedPath, into result: inout [TypedPath], depth: Int, _ includesBelow: Bool
  ) {
    let next = members(of: start.type, includesBelow).map {
      TypedPath(path: start.path.appending($0.name), type: $0.type)
    }
    result += next
    guard depth < 2 else { return }
    for path in next { extend(path, into: &result, depth: depth + 1, includesBelow) }
  }

  private func members(
    of type: PathType, _ includesBelow: Bool
  ) -> [(name: AttributeName, type: PathType)] {
    switch type {
    case .attribute(.composite(let members)):
      return members.map { ($0.name, .attribute($0.type)) }
    case .attribute, .toMany: return []
    case .toOne(let entity):
      let below = includesBelow ? descendants(of: entity).subtracting([entity]).sorted() : []
      var known: Set<AttributeName> = []
      return ([entity] + below).flatMap(properties).filter { known.insert($0.name).inserted }
    }
  }

  private func properties(of entity: EntityName) -> [(name: AttributeName, type: PathType)] {
    allAttributes(of: entity).filter { !$0.isTransient }.map { ($0.name, .attribute($0.type)) }
      + allRelationships(of: entity).map {
        ($0.name, $0.isToMany ? .toMany($0.destination) : .toOne($0.destination))
      }
  }
}
