// An old SQLite database becomes a store of models, and then moves over to the default store, a class at a
// time. The app's own code is the same all the way: it has a context.
import SwiftData

/// What the app does with its objects, whatever keeps them.
struct Library {
  let context: ModelContext

  init(_ configurations: [any DataStoreConfiguration]) throws {
    context = ModelContext(
      try ModelContainer(for: Schema([Author.self, Book.self]), configurations: configurations))
  }

  func titles() throws -> [String] {
    try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  func authors() throws -> [String] {
    try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  /// Copies the objects of a class from another library, each by a function, and saves.
  func take<T: PersistentModel>(_ other: Library, _ copy: (T) -> T) throws {
    for model in try other.context.fetch(FetchDescriptor<T>()) { context.insert(copy(model)) }
    try context.save()
  }
}

func makeOldDatabase(at url: URL) throws {
  let database = try OldDatabase(url)
  try database.makeTables()
  try database.run(
    "INSERT INTO author (full_name) VALUES (?), (?)", [.text("Austen"), .text("Woolf")])
  try database.run(
    "INSERT INTO book (title, pages, author_id) VALUES ('Emma', 474, 1), ('Orlando', 333, 2)")
}

try withTemporaryFolder { folder in
  let url = folder.appending(path: "old.db")
  try makeOldDatabase(at: url)

  // First the old database is wrapped: it is read and written through models.
  let old = try Library([OldStoreConfiguration(url: url)])
  try check("the old rows are models", try old.titles() == ["Emma", "Orlando"])
  old.context.insert(Book(title: "Persuasion", pages: 249, authorKey: 1))
  for book in try old.context.fetch(
    FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 400 }))
  { book.pages += 1 }
  try old.context.save()
  let rows = try OldDatabase(url).run("SELECT title FROM book WHERE author_id = 1 AND pages <> 474")
  try check("what models save the old code reads", rows.count == 2)

  // Then one class has moved, and the other one has not.
  let authors = ModelConfiguration(
    "authors", schema: Schema([Author.self]), url: folder.appending(path: "new.store"))
  let mixed = try Library([authors, OldStoreConfiguration(schema: Schema([Book.self]), url: url)])
  try mixed.take(old) { (author: Author) in Author(name: author.name) }
  try check(
    "one container has both stores",
    try mixed.authors() == ["Austen", "Woolf"] && mixed.titles().count == 3)

  // And at last both have.
  let books = ModelConfiguration(
    "books", schema: Schema([Book.self]), url: folder.appending(path: "books.store"))
  let new = try Library([authors, books])
  try new.take(mixed) { (book: Book) in
    Book(title: book.title, pages: book.pages, authorKey: book.authorKey)
  }
  try FileManager.default.removeItem(at: url)
  let again = try Library([authors, books])
  try check(
    "nothing needs the old database any more",
    try again.titles() == ["Emma", "Orlando", "Persuasion"] && again.authors().count == 2)
}
