import JSONTree
import LarderCore
import Testing

@testable import LarderREST

@Suite struct SchemaTests {
  static let metadata = """
    <?xml version="1.0"?>
    <edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
      <edmx:DataServices><Schema Namespace="Shop" Alias="S" xmlns="http://docs.oasis-open.org/odata/ns/edm">
        <EnumType Name="Colour"><Member Name="Red" Value="0"/><Member Name="Blue" Value="1"/></EnumType>
        <ComplexType Name="Address"><Property Name="Zip" Type="Edm.String"/></ComplexType>
        <EntityType Name="Thing" Abstract="true"><Key><PropertyRef Name="ID"/></Key>
          <Property Name="ID" Type="Edm.Int32" Nullable="false"/></EntityType>
        <EntityType Name="Person" BaseType="S.Thing">
          <Property Name="Name" Type="Edm.String" Nullable="false"/>
          <Property Name="Born" Type="Edm.DateTimeOffset"/><Property Name="Day" Type="Edm.Date"/>
          <Property Name="Token" Type="Edm.Guid"/><Property Name="Photo" Type="Edm.Stream"/>
          <Property Name="Colour" Type="S.Colour"/><Property Name="Home" Type="Shop.Address"/>
          <Property Name="Tags" Type="Collection(Edm.String)"/><Property Name="Rating" Type="Edm.Decimal"/>
          <Property Name="CityID" Type="Edm.Int32"/>
          <NavigationProperty Name="City" Type="S.City" Partner="People">
            <ReferentialConstraint Property="CityID" ReferencedProperty="ID"/></NavigationProperty>
        </EntityType>
        <EntityType Name="City"><Key><PropertyRef Name="ID"/></Key>
          <Property Name="ID" Type="Edm.Int32" Nullable="false"/>
          <NavigationProperty Name="People" Type="Collection(Shop.Person)" Partner="City"/>
        </EntityType>
        <EntityType Name="Line"><Key><PropertyRef Name="A"/><PropertyRef Name="B"/></Key>
          <Property Name="A" Type="Edm.String"/><Property Name="B" Type="Edm.Int64"/></EntityType>
        <EntityContainer Name="C">
          <EntitySet Name="People" EntityType="Shop.Person"/><EntitySet Name="Cities" EntityType="S.City"/>
          <EntitySet Name="Lines" EntityType="S.Line"/><EntitySet Name="OldLines" EntityType="S.Line"/>
          <Singleton Name="Me" Type="Shop.Person"/>
        </EntityContainer>
      </Schema></edmx:DataServices>
    </edmx:Edmx>
    """

  static let listing = #"""
    {"items": [
      {"id": "c1", "name": "cities", "type": "base", "fields": [
        {"name": "id", "type": "text", "required": true}, {"name": "name", "type": "text"}]},
      {"id": "p1", "name": "people", "type": "base", "fields": [
        {"name": "id", "type": "text"}, {"name": "age", "type": "number", "onlyInt": true},
        {"name": "score", "type": "number"}, {"name": "born", "type": "date"},
        {"name": "secret", "type": "text", "hidden": true},
        {"name": "kinds", "type": "select", "maxSelect": 3}, {"name": "extra", "type": "json"},
        {"name": "city", "type": "relation", "collectionId": "c1", "maxSelect": 1}]},
      {"id": "u", "name": "users", "type": "auth", "system": true, "fields": []},
      {"id": "x", "name": "_superusers", "type": "auth", "fields": []}
    ]}
    """#

  private func model() throws -> ServiceModel {
    let reader = try MetadataReader(Array(Self.metadata.utf8))
    return ServiceModelBuilder(
      storeIdentifier: "s", drafts: reader.drafts, notes: reader.notes
    ).model()
  }

  @Test func metadataGivesEntitiesNamedAfterTheirTypes() throws {
    let model = try model()

    #expect(model.schema.entities.map(\.name) == ["Person", "City", "Lines", "OldLines"])
    #expect(model.entities["Person"]?.collection == "People")
    #expect(model.notes == ["the single object `Me` is left aside"])
    #expect(model.entities["Lines"]?.keys.map(\.wireName) == ["A", "B"])
  }

  @Test func kindsOfASetsObjectsThatAreNotReadAreSaid() throws {
    let text = Self.metadata.replacing(
      "<EntityContainer",
      with: """
        <EntityType Name="Guest" BaseType="S.Person"><Property Name="Room" Type="Edm.Int32"/></EntityType>
        <EntityType Name="Star" BaseType="Shop.Guest">
        <NavigationProperty Name="Agent" Type="S.Person"/></EntityType>
        <EntityType Name="Nobody" BaseType="S.Person"/><EntityType Name="Loop" BaseType="S.Loop"/>
        <EntityContainer
        """)

    let notes = try MetadataReader(Array(text.utf8)).notes

    #expect(
      notes == [
        "the single object `Me` is left aside",
        "`Guest`, a kind of `Person`, is read as that: its own `Room` are left aside",
        "`Star`, a kind of `Person`, is read as that: its own `Agent` are left aside",
      ])
  }

  @Test func metadataGivesTypesOfEveryKind() throws {
    let person = try #require(try model().schema.entity("Person"))
    let types = person.attributes.map { "\($0.name): \($0.type)" }

    #expect(
      person.attributes.map(\.name.rawValue) == [
        "ID", "Name", "Born", "Day", "Token", "Colour", "Home", "Tags", "Rating", "CityID",
      ])
    #expect(person.attribute("ID")?.isUnique == true)
    #expect(person.attribute("Name")?.isOptional == false)
    #expect(person.attribute("CityID")?.isReadOnly == true)
    #expect(person.attribute("Tags")?.type == .array(of: .text))
    #expect(
      person.attribute("Colour")?.type
        == .enumeration(
          name: "Colour", rawType: .text,
          cases: [
            .init(name: "Red", rawValue: .text("Red")),
            .init(name: "Blue", rawValue: .text("Blue")),
          ]))
    #expect(
      person.attribute("Home")?.type
        == .composite([.init(name: "Zip", type: .text, isOptional: true)]))
    #expect(types.contains("Born: date") && types.contains("Rating: decimal"))
  }

  @Test func navigationPropertiesAreRelationshipsWithInverses() throws {
    let model = try model()

    let city = try #require(model.schema.relationship("City", of: "Person"))
    #expect(city.destination == "City" && !city.isToMany && city.inverse == "People")
    #expect(model.entities["Person"]?.relationship("City")?.link == .keys("CityID"))
    #expect(model.schema.relationship("People", of: "City")?.isToMany == true)
  }

  @Test func enumerationsAreSpelledWithTheirType() throws {
    let model = try model()
    let compiled = try ConditionCompiler.compile(
      .comparison(.equal, RESTFixtures.path("Colour"), .value(.text("Red"))),
      dialect: RESTFixtures.dialect("odata"), model: model, entity: model.entity("Person"))
    let form = try #require(try RESTFixtures.dialect("odata").filter)

    #expect(
      FilterEncoder(form).encode([compiled.condition]).parameters
        == [QueryParameter("$filter", "Colour eq Shop.Colour'Red'")])
  }

  @Test func aListingOfPocketBaseGivesFieldsAndRelationsBothWays() throws {
    let listing = try #require(
      JSONReader.node(Self.listing))
    let drafts = try #require(PocketBaseSchema(listing)).drafts
    let schema = ServiceModelBuilder(storeIdentifier: "s", drafts: drafts).model().schema

    #expect(schema.entities.map(\.name) == ["cities", "people"])
    let people = try #require(schema.entity("people"))
    #expect(
      people.attributes.map(\.type) == [.text, .integer, .real, .date, .array(of: .text), .mixed])
    #expect(people.relationship("city")?.inverse == "people_via_city")
    let inverse = try #require(schema.relationship("people_via_city", of: "cities"))
    #expect(inverse.isToMany && inverse.destination == "people" && inverse.inverse == "city")
  }

  @Test(
    arguments: [
      (#"[{"a":1},{"a":2}]"#, "integer"), (#"[{"a":1},{"a":2.5}]"#, "real"),
      (#"[{"a":1e400}]"#, "decimal"), (#"[{"a":"x"},{"a":"2024-01-01"}]"#, "text"),
      (#"[{"a":"2024-01-01T10:00:00Z"},{"a":null}]"#, "date"), (#"[{"a":true}]"#, "bool"),
      (#"[{"a":"x"},{"a":1}]"#, "mixed"), (#"[{"a":null}]"#, "mixed"),
      (#"[{"a":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f"}]"#, "uuid"),
    ])
  func aSampleGivesTheTypeThatAllItsValuesHave(_ rows: String, _ type: String) throws {
    let nodes = try #require(JSONReader.node(rows)).elements

    let attribute = try #require(SampleInference.attributes(of: nodes).first)

    #expect("\(attribute.type)" == type)
    #expect(attribute.isOptional)
  }

  @Test func aSampleGivesNestedTypes() throws {
    let node = try #require(JSONReader.node(#"[{"a":[1,2],"b":{"c":"x"}}]"#))

    let attributes = SampleInference.attributes(of: node.elements)

    #expect(attributes[0].type == .array(of: .integer))
    guard case .composite(let members) = attributes[1].type else { return #expect(Bool(false)) }
    #expect(members.map(\.type) == [.text])
  }
}
