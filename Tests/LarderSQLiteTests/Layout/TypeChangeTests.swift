import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import Testing

@Suite struct TypeChangeTests {
  private static func mood(_ names: String...) -> EntitySchema.AttributeType {
    .enumeration(
      name: "Mood", rawType: .text, cases: names.map { .init(name: $0, rawValue: .text($0)) })
  }

  private static func home(_ members: EntitySchema.Attribute...) -> EntitySchema.AttributeType {
    .composite(members)
  }

  private func store(
    of type: EntitySchema.AttributeType, _ values: AttributeValue...
  ) throws -> LayoutStore {
    let new = try LayoutStore(LayoutSchemas.entity("Trip", .init(name: "a", type: type)))
    for value in values { try new.insert("Trip", ("a", value)) }
    _ = try new.context.save()
    return new
  }

  @Test(arguments: [
    (Self.mood("calm"), Self.mood("calm", "wild")), (.text, Self.mood("calm", "wild")),
    (Self.mood("calm", "wild"), Self.mood("calm")), (Self.mood("calm"), .text),
  ])
  func casesComeAndGoWhereNoObjectHasThem(
    _ old: EntitySchema.AttributeType, _ new: EntitySchema.AttributeType
  ) throws {
    let before = try store(of: old, .text("calm"))
    let after = try before.reopened(LayoutSchemas.entity("Trip", .init(name: "a", type: new)))
    #expect(try after.objects("Trip").map { $0["a"] } == [.text("calm")])
    #expect(after.schema.attribute("a", of: "Trip")?.type == new)
  }

  @Test(arguments: [Self.mood("calm", "wild"), .text])
  func aCaseThatObjectsHaveStays(_ old: EntitySchema.AttributeType) throws {
    let before = try store(of: old, .text("wild"), .text("calm"), .text("wild"))
    let error = #expect(throws: PersistenceError.self) {
      try before.reopened(
        LayoutSchemas.entity("Trip", .init(name: "a", type: Self.mood("calm"))))
    }
    #expect(error?.code == .invalidSchema)
    #expect(
      error?.detail
        == "`wild` is no case of `Trip.a` any more, and 2 objects have it; change them first")
  }

  @Test func membersComeAndGo() throws {
    let city = EntitySchema.Attribute(name: "city", type: .text)
    let zip = EntitySchema.Attribute(name: "zip", type: .integer, isOptional: true)
    let value = AttributeObject([.init(name: "city", value: .text("Oslo"))])
    let before = try store(of: Self.home(city), .object(value))
    let after = try before.reopened(
      LayoutSchemas.entity("Trip", .init(name: "a", type: Self.home(city, zip))))
    #expect(try after.objects("Trip").map { $0["a"] } == [.object(value)])
  }

  @Test(arguments: [
    Self.home(
      .init(name: "city", type: .text), .init(name: "zip", type: .integer)),
    Self.home(.init(name: "city", type: .integer)),
  ])
  func aMemberThatStoredValuesLackIsRefused(_ type: EntitySchema.AttributeType) throws {
    let value = AttributeObject([.init(name: "city", value: .text("Oslo"))])
    let before = try store(of: Self.home(.init(name: "city", type: .text)), .object(value))
    let error = #expect(throws: PersistenceError.self) {
      try before.reopened(LayoutSchemas.entity("Trip", .init(name: "a", type: type)))
    }
    #expect(
      error?.detail == "`Trip.a` would change its type; the stored objects cannot be carried over")
  }
}
