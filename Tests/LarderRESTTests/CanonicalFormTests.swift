import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderREST

@Suite struct CanonicalConditionTests {
  @Test func everyFormIsAskedFor() throws {
    let odata = try RESTFixtures.dialect("odata")
    let name = RESTFixtures.path("name")

    #expect(
      try RESTFixtures.filter(.comparison(.equal, name, .value(.text("émil"))), odata)
        == "$filter=name in ('émil','e\u{301}mil')")
    #expect(
      try RESTFixtures.filter(.comparison(.notEqual, name, .value(.text("семь"))), odata)
        == "$filter=name ne 'семь'")
    #expect(
      try RESTFixtures.filter(.text(.hasPrefix, [], name, .value(.text("сем"))), odata)
        == "$filter=startswith(name,'сем') (superset)")
    #expect(
      try RESTFixtures.filter(.text(.contains, [], name, .value(.text("é"))), odata)
        == "refused: the service does not know texts that are canonically equivalent")
  }
}

/// Names with letters beyond ASCII, in either form, of real servers.
@Suite(.serialized, .enabled(if: RESTServer.areInstalled)) struct LiveCanonicalTests {
  @Test(arguments: LiveService.all)
  func foundAsInMemory(_ service: LiveService) throws {
    let comparison = try ReadingComparison(service)
    let path = EntityExpression.path(AttributePath("name"))
    for text in ["émil", "e\u{301}mil", "Émile", "семь", "straße", "СЕМЬ", "ос", "İstanbul", "日本語"]
    {
      let value = EntityExpression.value(.text(text))
      let predicates: [EntityPredicate] = [
        .comparison(.equal, path, value), .comparison(.notEqual, path, value),
        .text(.contains, [], path, value), .text(.hasPrefix, [], path, value),
        .membership(path, in: .value(.array([.text(text), .text("a,b")]))),
      ]
      for predicate in predicates {
        try comparison.compare(
          EntityFetchDescriptor(entity: service.people, predicate: predicate), "\(text)")
      }
    }
    #expect(comparison.store.memory.notes.isEmpty)
  }
}
