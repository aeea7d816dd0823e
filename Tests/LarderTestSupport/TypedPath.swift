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
  func paths(from element: PathType, level: Int) -> [TypedPath] {
    var result: [TypedPath] = []
    extend(TypedPath(path: AttributePath(level: level, []), type: element), into: &result, depth: 0)
    return result
  }

  private func extend(_ start: TypedPath, into result: inout [TypedPath], depth: Int) {
    let next = members(of: start.type).map {
      TypedPath(path: start.path.appending($0.name), type: $0.type)
    }
    result += next
    guard depth < 2 else { return }
    for path in next { extend(path, into: &result, depth: depth + 1) }
  }

  private func members(of type: PathType) -> [(name: AttributeName, type: PathType)] {
    switch type {
    case .attribute(.composite(let members)): members.map { ($0.name, .attribute($0.type)) }
    case .attribute, .toMany: []
    case .toOne(let entity):
      allAttributes(of: entity).filter { !$0.isTransient }.map { ($0.name, .attribute($0.type)) }
        + allRelationships(of: entity).map {
          ($0.name, $0.isToMany ? .toMany($0.destination) : .toOne($0.destination))
        }
    }
  }
}
