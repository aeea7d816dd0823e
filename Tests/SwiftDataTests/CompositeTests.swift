import LarderTestSupport
import SwiftData
import Testing

struct Crate: Codable, Equatable {
  var label: String
  var weight: Double
  var packed: Date?
  var lock = Lock()

  enum CodingKeys: String, CodingKey {
    case label = "l"
    case weight = "w"
    case packed = "p"
    case lock
  }
}

struct Lock: Codable, Equatable {
  var code = 0
}

enum Grade: String, Codable, CaseIterable {
  case fine, poor
}

@Model
final class Parcel: Codable {
  var number: Int
  var crate: Crate?
  var grade: Grade = Grade.fine
  @Attribute(.codable) var extra: Crate?

  init(number: Int, crate: Crate?) {
    self.number = number
    self.crate = crate
  }

  enum CodingKeys: CodingKey { case number, crate }

  convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      number: try container.decode(Int.self, forKey: .number),
      crate: try container.decodeIfPresent(Crate.self, forKey: .crate))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encodeIfPresent(crate, forKey: .crate)
  }
}

@Model
final class Depot {
  var name: String
  @Relationship(inverse: nil) var parcels: [Parcel] = []
  var first: Parcel?

  init(name: String) { self.name = name }
}

@Suite struct CompositeTests {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    let url = URL(filePath: folder.path(of: "parcels.store"))
    container = try ModelContainer(
      for: Depot.self, Parcel.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for number in 0..<3 {
      let lock = Lock(code: number * 10)
      let crate = Crate(
        label: "c\(number)", weight: Double(number), packed: Date(timeIntervalSince1970: 5),
        lock: lock)
      let parcel = Parcel(number: number, crate: number == 2 ? nil : crate)
      parcel.extra = crate
      if number == 1 { parcel.grade = .poor }
      context.insert(parcel)
    }
    try context.save()
  }

  private func numbers(_ predicate: Predicate<Parcel>) throws -> [Int] {
    let descriptor = FetchDescriptor<Parcel>(
      predicate: predicate, sortBy: [SortDescriptor(\.number)])
    return try ModelContext(container).fetch(descriptor).map(\.number)
  }

  @Test func aStructComesBack() throws {
    let parcels = try ModelContext(container).fetch(
      FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.number)]))
    #expect(parcels[1].crate?.label == "c1")
    #expect(parcels[1].crate?.packed == Date(timeIntervalSince1970: 5))
    #expect(parcels[1].crate?.lock.code == 10)
    #expect(parcels[1].grade == .poor)
    #expect(parcels[2].crate == nil)
    #expect(parcels[2].extra?.label == "c2")
  }

  @Test func conditionsOnMembersUseTheCodedNames() throws {
    #expect(try numbers(#Predicate { $0.crate?.label == "c1" }) == [1])
    #expect(try numbers(#Predicate { $0.crate?.lock.code == 10 }) == [1])
    #expect(try numbers(#Predicate { $0.crate == nil }) == [2])
    #expect(try numbers(#Predicate { $0.extra?.label == "c2" }) == [2])
    let poor = Grade.poor
    #expect(try numbers(#Predicate { $0.grade == poor }) == [1])
  }

  @Test func theSchemaHasTheMembers() throws {
    let entity = try #require(container.schema.entity(for: Parcel.self))
    let crate = try #require(entity.attributesByName["crate"] as? Schema.CompositeAttribute)
    #expect(crate.properties.map(\.name) == ["l", "w", "p", "lock"])
    #expect(crate.properties.map(\.isOptional) == [false, false, true, false])
    #expect(entity.attributesByName["extra"].map { $0 is Schema.CompositeAttribute } == false)
    #expect(entity.attributesByName["extra"]?.isCodable == true)
  }

  @Test func aModelThatIsCodableIsARelationshipAllTheSame() throws {
    let context = ModelContext(container)
    let depot = Depot(name: "d")
    depot.parcels = [Parcel(number: 7, crate: nil)]
    depot.first = depot.parcels.first
    context.insert(depot)
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Depot>()).first)
    #expect(found.parcels.map(\.number) == [7])
    #expect(found.first?.number == 7)
    #expect(container.schema.entity(for: Depot.self)?.relationshipsByName.count == 2)
  }
}
