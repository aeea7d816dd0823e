import SwiftData

@Model
final class Recipe {
  var title: String
  var minutes: Int

  init(title: String, minutes: Int) {
    self.title = title
    self.minutes = minutes
  }
}
