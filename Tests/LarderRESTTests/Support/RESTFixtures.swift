import FoundationEssentials
import HTTPTransport
import JSONTree
import LarderCore
import LarderStore

@testable import LarderREST

/// People and cities, as the servers of the tests have them.
enum RESTFixtures {
  static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "people",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true), .init(name: "name", type: .text),
        .init(name: "age", type: .integer, isOptional: true),
        .init(name: "nick", type: .text, isOptional: true),
        .init(name: "rating", type: .decimal, isOptional: true),
        .init(name: "born", type: .date, isOptional: true), .init(name: "vip", type: .bool),
        .init(name: "token", type: .uuid, isOptional: true),
        .init(name: "tags", type: .array(of: .text), isOptional: true),
        .init(
          name: "address",
          type: .composite([.init(name: "zip", type: .text, isOptional: true)]), isOptional: true),
      ],
      relationships: [.init(name: "city", destination: "cities", inverse: "people")]),
    EntitySchema.Entity(
      name: "cities",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true), .init(name: "name", type: .text),
      ],
      relationships: [
        .init(name: "people", destination: "people", isToMany: true, inverse: "city")
      ]),
  ])

  static func dialect(_ name: String) throws -> Dialect {
    guard let dialect = try Dialect.builtIn(named: name) else { throw PersistenceError(.failed) }
    return dialect
  }

  static func model(_ dialect: Dialect) -> ServiceModel {
    ServiceModelBuilder(storeIdentifier: "s", drafts: []).model(declared: schema, dialect: dialect)
  }

  static func path(_ names: String...) -> EntityExpression {
    .path(AttributePath(names.map { AttributeName($0) }))
  }

  static func identifier(_ entity: EntityName, _ key: Int64) -> AttributeValue {
    .identifier(
      PersistentIdentifier(storeIdentifier: "s", entityName: entity, primaryKey: .integer(key)))
  }

  /// The parameters of a condition, or why there are none.
  static func filter(_ predicate: EntityPredicate, _ dialect: Dialect) throws -> String {
    let model = model(dialect)
    let entity = try model.entity("people")
    do throws(Refusal) {
      let compiled = try ConditionCompiler.compile(
        predicate, dialect: dialect, model: model, entity: entity)
      guard let form = dialect.filter else { return "no filter" }
      let encoded = FilterEncoder(form).encode([compiled.condition])
      guard encoded.isSent == [true] else { return "not sent" }
      let text = encoded.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      return text + (compiled.supersetReason == nil ? "" : " (superset)")
    } catch { return "refused: \(error.reason)" }
  }
}
