import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport
import Testing

/// A relationship that only the records it leads to hold is read from those.
@Suite struct InverseRelationshipTests {
  private static let people = EntityExpression.path(AttributePath("people"))
  private static let number = EntityExpression.collection(.count, people, element: nil)
  private static let isGrown = EntityPredicate.comparison(
    .greaterThan, .path(AttributePath(level: 1, "age")), .value(.integer(18)))

  @Test(arguments: [
    (EntityPredicate.isEmpty(people), [2]),
    (.not(.isEmpty(people)), [1, 3]),
    (.comparison(.equal, number, .value(.integer(2))), [1]),
    (.comparison(.greaterThan, number, .value(.integer(0))), [1, 3]),
    (.quantified(.any, people, isGrown), [1]),
    (.quantified(.none, people, isGrown), [2, 3]),
    (.quantified(.all, people, isGrown), [2]),
  ])
  func conditionsSeeTheInverse(_ condition: EntityPredicate, _ keys: [Int64]) throws {
    let descriptor = EntityFetchDescriptor(entity: "Company", predicate: condition)

    #expect(try Self.keys(of: descriptor) == keys)
  }

  @Test func anOrderSeesTheInverse() throws {
    let descriptor = EntityFetchDescriptor(
      entity: "Company",
      sortDescriptors: [EntitySortDescriptor(Self.number, order: .reverse)])

    #expect(try Self.keys(of: descriptor) == [1, 3, 2])
  }

  @Test func rowsSeeTheInverse() throws {
    let items = [EntityProjection.Item(Self.number, name: "people")]
    let query = EntityQuery(
      descriptor: EntityFetchDescriptor(entity: "Company"),
      output: .rows(EntityProjection(items: items)))
    let opened = try OpenedText(Self.text, options: .init(schema: Self.schema))
    let context = EntityContext()
    try context.attach(opened.store, as: "work")

    guard case .rows(_, let rows) = try context.run(query, in: "work") else {
      Issue.record("no rows")
      return
    }
    #expect(rows == [[.integer(2)], [.integer(0)], [.integer(1)]])
  }

  private static func keys(of descriptor: EntityFetchDescriptor) throws -> [Int64] {
    let opened = try OpenedText(text, options: .init(schema: schema))
    let context = EntityContext()
    try context.attach(opened.store, as: "work")
    guard
      case .objects(let objects) = try context.run(EntityQuery(descriptor: descriptor), in: "work")
    else { return [] }
    return objects.compactMap { object in
      if case .integer(let key) = object.identifier.primaryKey { key } else { nil }
    }
  }

  private static let text = """
    {"Company": [{"id": 1}, {"id": 2}, {"id": 3}],
     "Person": [{"id": 1, "age": 17, "employer": 1}, {"id": 2, "age": 30, "employer": 1},
                {"id": 3, "age": 12, "employer": 3}, {"id": 4, "age": 50, "employer": null}]}
    """

  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Company", attributes: [.init(name: "id", type: .integer, isUnique: true)],
      relationships: [
        .init(name: "people", destination: "Person", isToMany: true, inverse: "employer")
      ]),
    EntitySchema.Entity(
      name: "Person",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true), .init(name: "age", type: .integer),
      ],
      relationships: [.init(name: "employer", destination: "Company", inverse: "people")]),
  ])
}
