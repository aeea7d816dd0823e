import Deflate
import XMLTree

/// Why a model cannot be read, and where in the model.
struct ModelError: Error, Hashable, Sendable {
  var problem: Problem

  /// `nil` where the fault is the whole model's.
  var entity: String?
  var property: String?

  enum Problem: Hashable, Sendable {
    case compression(Deflate.Failure)
    case archive(ArchiveError)
    case propertyList(PropertyListError)
    case markup(XMLError)

    /// The root of an archive or document is something else.
    case noModel

    /// Something that a model cannot be without, by its key.
    case missing(String)
    case unknownPropertyClass(String)
    case unknownAttributeType(String)
    case compositeInSource
    case duplicateEntity
    case unknownSuperentity(String)
    case superentityCycle
    case tooDeep
    case tooLarge

    /// A file cannot be read, with the system's reason.
    case unreadable(path: String, reason: String)
    case unknownFile(path: String)
    case noVersion(path: String)
  }

  init(_ problem: Problem, entity: String? = nil, property: String? = nil) {
    self.problem = problem
    self.entity = entity
    self.property = property
  }
}

extension ModelError: CustomStringConvertible {
  /// Such as ``the attribute `Book.size` has the unknown type 77``, without a full stop.
  var description: String {
    switch (entity, property) {
    case (let entity?, let property?): "`\(entity).\(property)` \(problem)"
    case (let entity?, nil): "the entity `\(entity)` \(problem)"
    default: "\(problem)"
    }
  }
}

extension ModelError.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .compression(.damaged): "the compressed model is damaged"
    case .compression(.tooLarge): "the model is larger than \(ManagedObjectModel.sizeLimit) bytes"
    case .archive(let error): error.description
    case .propertyList(let error): error.description
    case .markup(let error): error.description
    case .noModel: "there is no model inside"
    case .missing(let key): "has no `\(key)`"
    case .unknownPropertyClass(let name): "is of the unknown kind `\(name)`"
    case .unknownAttributeType(let type): "has the unknown type \(type)"
    case .compositeInSource:
      "is composite, which is read from compiled models (`.mom`) and stores only"
    case .duplicateEntity: "stands in the model twice"
    case .unknownSuperentity(let name): "has the unknown parent `\(name)`"
    case .superentityCycle: "is its own ancestor"
    case .tooDeep: "is nested too deep"
    case .tooLarge:
      "the model has more than \(ManagedObjectModel.propertyLimit) properties and names"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .unknownFile(let path):
      "\(path): neither a `.mom`, a `.momd`, an `.xcdatamodel` nor an `.xcdatamodeld`"
    case .noVersion(let path): "\(path): it does not name its current version"
    }
  }
}
