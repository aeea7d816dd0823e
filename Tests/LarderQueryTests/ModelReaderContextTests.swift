import LarderCore
import LarderQuery
import Testing

@Suite struct ModelReaderContextTests {
  private static let known = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Owner",
      attributes: [.init(name: "name", type: .text, originalName: "title")],
      relationships: [.init(name: "boss", destination: "Owner")]),
    EntitySchema.Entity(name: "Place", attributes: [.init(name: "name", type: .text)]),
  ])

  @Test func aClassMayLeadToOneDeclaredBefore() {
    let (entities, problems) = ModelReader.entities(
      from: "@Model class Trip { var owner: Owner?; var places: [Place] }", beside: Self.known)

    #expect(problems.isEmpty)
    #expect(entities.map(\.name) == ["Trip"])
    #expect(entities.first?.relationships.map(\.destination) == ["Owner", "Place"])
  }

  @Test func aClassDeclaredAnewIsTheNewOne() {
    let (entities, problems) = ModelReader.entities(
      from: "@Model class Place { var name: String; var owner: Owner? }", beside: Self.known)

    #expect(problems.isEmpty)
    #expect(entities.map(\.name) == ["Place"])
    #expect(entities.first?.relationships.map(\.destination) == ["Owner"])
  }

  @Test func problemsStandWhereTheyAreInTheSource() {
    let source = "@Model class Trip { var a: Int; var a: Int }"
    let (_, problems) = ModelReader.entities(from: source, beside: Self.known)

    #expect(problems.map(\.message) == ["`Trip` has two properties `a`"])
    #expect(problems == ModelReader.entities(from: source).1)
  }
}
