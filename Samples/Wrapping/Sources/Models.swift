import SwiftData

@Model
final class Author {
  var name: String

  init(name: String) { self.name = name }
}

@Model
final class Book {
  var title: String
  var pages: Int
  var authorKey: Int?

  init(title: String, pages: Int, authorKey: Int?) {
    self.title = title
    self.pages = pages
    self.authorKey = authorKey
  }
}
