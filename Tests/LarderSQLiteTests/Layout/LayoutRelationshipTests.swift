import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@Suite struct LayoutRelationshipTests {
  /// An author with three books, of which the second and the third have a genre.
  private func library() throws -> (LayoutStore, author: PersistentIdentifier) {
    let new = try LayoutStore(LayoutSchemas.library, author: "test")
    let author = try new.insert("Author", ("name", .text("Ursula")))
    let genre = try new.insert("Genre", ("name", .text("SF")))
    for (title, genres) in [("a", []), ("b", [genre]), ("c", [genre])] {
      try new.insert(
        "Book", ("title", .text(title)), ("author", .identifier(author)),
        ("genres", .array(genres.map { .identifier($0) })))
    }
    _ = try new.context.save()
    return (new, new.context.permanentIdentifier(for: author))
  }

  private func titles(_ store: SQLiteStore, of author: PersistentIdentifier) throws -> [String] {
    let books = try store.destinations(of: "books", from: [author])[author] ?? []
    let snapshots = try store.snapshots(for: books)
    return books.compactMap { book in
      if case .text(let title)? = snapshots[book]?["title"] { title } else { nil }
    }
  }

  @Test func anOrderedRelationshipKeepsItsOrder() throws {
    let (new, author) = try library()
    let books = try new.context.destinations(of: "books", from: author)

    let reversed = AttributeValue.array(books.reversed().map { .identifier($0) })
    _ = try new.context.perform(
      .update(.objects([author]), [.init(AttributePath("books"), .value(reversed))]), in: "store")
    _ = try new.context.save()

    #expect(try titles(new.reopened(), of: author) == ["c", "b", "a"])
  }

  @Test func manyToManyIsReadFromBothSides() throws {
    let (new, _) = try library()
    let store = try new.reopened()
    let genre = try #require(store.objects("Genre").first).identifier

    let books = try store.destinations(of: "books", from: [genre])[genre] ?? []
    let genres = try store.destinations(of: "genres", from: books)

    #expect(books.map(\.primaryKey) == [.integer(2), .integer(3)])
    #expect(genres == [books[0]: [genre], books[1]: [genre]])
  }

  @Test func aDeleteTakesItsCascadeAndAnUndoBringsTheKeysBack() throws {
    let (new, author) = try library()
    let before = try new.store.keys("Book")

    _ = try new.context.perform(.delete(.objects([author])), in: "store")
    _ = try new.context.save()
    #expect(try new.store.keys("Book").isEmpty)
    _ = try new.context.undo()
    _ = try new.context.save()

    #expect(try new.store.keys("Book") == before)
    #expect(try titles(new.reopened(), of: author) == ["a", "b", "c"])
    #expect(try new.sql("PRAGMA foreign_key_check").isEmpty)
  }

  @Test func aKeyIsNotGivenTwice() throws {
    let (new, author) = try library()
    _ = try new.context.perform(.delete(.objects([author])), in: "store")
    _ = try new.context.save()

    try new.insert("Author", ("name", .text("Octavia")))
    _ = try new.context.save()

    #expect(try new.store.keys("Author") == [.integer(2)])
  }

  @Test func aRequiredObjectIsInsertedBeforeTheOneThatNeedsIt() throws {
    let node = EntitySchema.Entity(
      name: "Node", attributes: [.init(name: "name", type: .text)],
      relationships: [
        .init(name: "parent", destination: "Node", inverse: "children"),
        .init(name: "root", destination: "Root", isOptional: false),
        .init(name: "children", destination: "Node", isToMany: true, inverse: "parent"),
      ])
    let schema = EntitySchema(entities: [node, EntitySchema.Entity(name: "Root")])
    let new = try LayoutStore(schema)
    let first = try new.insert("Root")
    let child = try new.insert("Node", ("name", .text("child")), ("root", .identifier(first)))
    let parent = try new.insert("Node", ("name", .text("parent")), ("root", .identifier(first)))
    _ = try new.context.perform(
      .update(
        .objects([child]), [.init(AttributePath("parent"), .value(.identifier(parent)))]),
      in: "store")

    _ = try new.context.save()

    #expect(
      try new.reopened().objects(
        "Node", where: .not(.comparison(.equal, .path("parent"), .value(.null)))
      ).count == 1)
  }
}
