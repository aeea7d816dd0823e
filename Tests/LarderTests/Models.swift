import Foundation
import Larder
import LarderCore

enum Mood: String, Codable {
  case calm, wild
}

// What the `@Model` macro would write, by hand.

final class Journey: PersistentModel {
  var title = ""
  var distance = 0.0
  var stops = 0
  var isDone = false
  var start = Date.distantPast
  var note: String?
  var code = UUID()
  var photo: Data?
  var tags: [String] = []
  var mood = Mood.calm
  var guide: Guide?
  var persistentBackingData: any BackingData<Journey>

  init(backingData: any BackingData<Journey>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "title", keypath: \Journey.title, metadata: Schema.Attribute(.unique)),
      .init(name: "distance", keypath: \Journey.distance, defaultValue: 1.5),
      .init(name: "stops", keypath: \Journey.stops),
      .init(name: "isDone", keypath: \Journey.isDone),
      .init(name: "start", keypath: \Journey.start),
      .init(name: "note", keypath: \Journey.note),
      .init(name: "code", keypath: \Journey.code),
      .init(name: "photo", keypath: \Journey.photo),
      .init(name: "tags", keypath: \Journey.tags),
      .init(name: "mood", keypath: \Journey.mood, defaultValue: Mood.wild),
      .init(name: "guide", keypath: \Journey.guide),
    ]
  }
}

final class Guide: PersistentModel {
  var name = ""
  var journeys: [Journey] = []
  var persistentBackingData: any BackingData<Guide>

  init(backingData: any BackingData<Guide>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "name", keypath: \Guide.name),
      .init(
        name: "journeys", keypath: \Guide.journeys,
        metadata: Schema.Relationship(deleteRule: .cascade)),
    ]
  }
}
