import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

@Suite struct ModelHierarchyTests {
  private let library = ModelHierarchy(.library)

  @Test func numbersCountFromOneInTheModelsOrder() {
    #expect(library.number(of: "Author") == 1)
    #expect(library.number(of: "Value") == 8)
    #expect(library.number(of: "Nobody") == nil)
  }

  @Test func aLineageLeadsFromTheEntityToTheRoot() {
    #expect(library.lineage(of: "Book").map(\.name) == ["Book", "Item"])
    #expect(library.lineage(of: "Nobody").map(\.name) == [])
    #expect(library.root(of: "Film") == "Item")
    #expect(library.root(of: "Nobody") == "Nobody")
    #expect(library.hasSubentities("Item") && !library.hasSubentities("Book"))
  }

  @Test func aRelationshipIsFoundAtTheAncestorThatDeclaresIt() {
    let model = ManagedObjectModel(entities: [
      .init(name: "Box", properties: [ManagedObjectModel.toMany("things", "Toy", "box")]),
      .init(name: "Thing", properties: [ManagedObjectModel.toOne("box", "Box", "things")]),
      .init(name: "Toy", superentity: "Thing"),
    ])
    let hierarchy = ModelHierarchy(model)
    let things = hierarchy.relationship("things", of: "Box")

    #expect(hierarchy.relationship("box", of: "Toy")?.owner == "Thing")
    #expect(things.flatMap { hierarchy.inverse(of: $0.relationship) }?.owner == "Thing")
    #expect(hierarchy.relationship("things", of: "Toy") == nil)
  }

  @Test func aCircleOfParentsEnds() {
    let hierarchy = ModelHierarchy(
      ManagedObjectModel(entities: [
        .init(name: "A", superentity: "B"), .init(name: "B", superentity: "A"),
      ]))

    #expect(hierarchy.lineage(of: "A").map(\.name) == ["A", "B"])
  }
}
