import HTTPTransport
import JSONTree
import LarderCore

/// A link that is made or cut by a request of its own.
struct ReferenceEdit: Hashable, Sendable {
  var method: HTTPMethod

  /// The relationship as the service calls it.
  var name: String

  /// The object at the other end; `nil` where there is only one.
  var target: PersistentIdentifier?
}

extension SaveRun {
  /// The links of an update that no body can say: OData cuts a link to one object, and makes and cuts links
  /// to many, by their references.
  func referenceEdits(_ step: WriteStep) -> [ReferenceEdit] {
    guard dialect.identifier.spelling == .odata, case .update(let before, let after) = step.kind
    else { return [] }
    return step.entity.relationships.flatMap { relationship -> [ReferenceEdit] in
      guard BodyWriter.isEditedByReference(relationship, in: after), !step.isLink,
        model.writes(relationship, of: step.entity)
      else { return [] }
      let name = relationship.relationship.name
      let old = before[name]?.destinationIdentifiers ?? []
      let new = after[name]?.destinationIdentifiers ?? []
      guard relationship.relationship.isToMany else {
        return old.isEmpty ? [] : [ReferenceEdit(method: .delete, name: relationship.wireName)]
      }
      return new.filter { !old.contains($0) }.map {
        ReferenceEdit(method: .post, name: relationship.wireName, target: $0)
      }
        + old.filter { !new.contains($0) }.map {
          ReferenceEdit(method: .delete, name: relationship.wireName, target: $0)
        }
    }
  }

  /// Makes and cuts links one after the other, each under the version that the one before has left.
  func write(
    _ edits: [ReferenceEdit], of step: WriteStep
  ) throws(WriteFailure) -> WrittenObject {
    let object = permanent(step.object)
    for edit in edits {
      switch exchange({ try request(edit, of: object, step.entity).alone(client) }) {
      case .notSent(let error): throw interrupted(step, error)
      case .lost(let error): throw unknown(step, error)
      case .answer(let response):
        let answer = WriteAnswer(response)
        let isCutAlready = edit.method == .delete && [404, 410].contains(answer.status)
        guard answer.isSuccess || isCutAlready else {
          if answer.status == 412 {
            throw conflict(step, stored: (try? read(object, step.entity))?.snapshot)
          }
          throw rejected(step, answer)
        }
      }
      // The link may count as a change of the object.
      do { _ = try read(object, step.entity) } catch { throw unknown(step, error) }
    }
    guard let current = try? read(object, step.entity) else {
      return WrittenObject(snapshot: wanted(step))
    }
    return accept(current.snapshot, step)
  }

  private func request(
    _ edit: ReferenceEdit, of object: PersistentIdentifier, _ entity: ServiceEntity
  ) throws -> WriteRequest {
    var path = try client.path(of: object, entity) + "/\(edit.name)/$ref"
    var body: JSONNode?
    if let target = edit.target {
      let other = try model.entity(target.entity)
      let url = try client.url(client.path(of: permanent(target), other)).text
      if edit.method == .post {
        body = .object([.init(name: "@odata.id", value: .text(url))])
      } else {
        path += "?$id=" + url.percentEncoded
      }
    }
    return WriteRequest(
      method: edit.method, path: path, body: body, ifMatch: memory.latestETag(of: object))
  }
}

extension BodyWriter {
  /// Whether a link is made or cut by its reference, not by a body.
  static func isEditedByReference(
    _ relationship: ServiceEntity.Relationship, in wanted: EntitySnapshot
  ) -> Bool {
    guard case .expanded = relationship.link else { return false }
    return relationship.relationship.isToMany || wanted[relationship.relationship.name].isNil
  }
}
