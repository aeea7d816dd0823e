import LarderTestSupport
import SwiftData
import Testing

@Model
class Animal {
  var name: String
  var legs: Int = 4

  init(name: String) { self.name = name }
}

@Model
final class Dog: Animal {
  var breed: String
  var tricks: [String] = []

  init(name: String, breed: String) {
    self.breed = breed
    super.init(name: name)
  }
}

@Suite struct InheritanceTests {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    let url = URL(filePath: folder.path(of: "zoo.store"))
    container = try ModelContainer(
      for: Animal.self, Dog.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(Animal(name: "Tom"))
    let dog = Dog(name: "Rex", breed: "terrier")
    dog.tricks = ["sit"]
    context.insert(dog)
    try context.save()
  }

  @Test func aModelBelowHasWhatIsAbove() throws {
    let context = ModelContext(container)
    let dog = try #require(try context.fetch(FetchDescriptor<Dog>()).first)
    #expect(dog.name == "Rex")
    #expect(dog.legs == 4)
    #expect(dog.breed == "terrier")
    #expect(dog.tricks == ["sit"])
  }

  @Test func aFetchOfTheClassAboveHasThoseBelow() throws {
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map(\.name) == ["Rex", "Tom"])
    #expect(all.first is Dog)
    let dogs = try context.fetch(FetchDescriptor<Animal>(predicate: #Predicate { $0 is Dog }))
    #expect(dogs.map(\.name) == ["Rex"])
  }

  @Test func anEditOfWhatIsInheritedIsSaved() throws {
    let context = ModelContext(container)
    let dog = try #require(try context.fetch(FetchDescriptor<Dog>()).first)
    dog.legs = 3
    dog.breed = "pug"
    try context.save()
    let copy = try #require(try ModelContext(container).fetch(FetchDescriptor<Dog>()).first)
    #expect(copy.legs == 3)
    #expect(copy.breed == "pug")
  }
}
