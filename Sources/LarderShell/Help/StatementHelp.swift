/// A statement of the query language, as the help lists it.
struct StatementHelp: Sendable {
  let name: String
  let usage: String
  let summary: String

  /// Statements that run on the sample trips, in their order.
  let examples: [String]

  /// Every statement, in the order of the help.
  static let all: [StatementHelp] = questions + edits + changes

  private static let questions: [StatementHelp] = [
    .init(
      name: "query", usage: "ENTITY [where CONDITION] [sort by KEY] [limit N] [select ITEMS]",
      summary: "Show the objects of an entity; every clause is optional.",
      examples: [
        "Trip limit 3", "Trip where country == \"NO\" sort by price desc limit 5",
        "Trip group by country select country, count() as trips sort by trips desc limit 3",
      ]),
    .init(
      name: "count", usage: "count ENTITY [where CONDITION]", summary: "Count objects.",
      examples: ["count Trip", "count Trip where rating == nil"]),
    .init(
      name: "first", usage: "first ENTITY [where CONDITION] [sort by KEY]",
      summary: "Show the first object.",
      examples: ["first Trip where country == \"NO\" sort by price"]),
    .init(
      name: "let", usage: "let NAME = VALUE|QUERY|insert …",
      summary: "Name a value, a query to be run anew, or a new object.",
      examples: [
        "let cheap = Trip where price < 500", "cheap where country == \"NO\"", "let most = 900",
        "count Trip where price < $most",
      ]),
  ]

  private static let edits: [StatementHelp] = [
    .init(
      name: "insert", usage: "insert ENTITY(NAME: VALUE, …)",
      summary: "Make an object, with a temporary identifier until it is saved.",
      examples: [
        "let ada = insert Traveler(id: 900, name: \"Ada\", email: \"ada@example.org\")",
        "ada.name = \"Ada Lovelace\"",
        "insert Traveler {\"id\": 901, \"name\": \"Bob\", \"email\": \"bob@example.org\"}",
        "rollback",
      ]),
    .init(
      name: "update", usage: "update ENTITY where CONDITION set NAME = VALUE, …",
      summary: "Change every object that matches; `update all ENTITY` changes all.",
      examples: [
        "update Trip where country == \"NO\" set price += 10, rating = 5", "Trip limit 3",
        "update #2 set notes = nil", "#3.rating = 1", "rollback",
      ]),
    .init(
      name: "delete", usage: "delete ENTITY where CONDITION",
      summary: "Delete every object that matches; delete rules apply.",
      examples: ["delete Trip where price > 4000", "rollback"]),
    .init(
      name: "preview", usage: "preview update|delete|insert …",
      summary: "Show what an edit would do, and change nothing.",
      examples: ["preview delete Trip where id == \"T001\""]),
    .init(
      name: "copy", usage: "copy QUERY to STORE",
      summary: "Insert a query's objects into another store.",
      examples: [
        ".open copy.sqlite", ".use SampleTrips", "copy Traveler where id < 5 to copy", "save",
      ]),
  ]

  private static let changes: [StatementHelp] = [
    .init(
      name: "diff", usage: "diff", summary: "Show unsaved changes, attribute by attribute.",
      examples: ["update Trip where id == \"T001\" set rating = 5", "diff", "rollback"]),
    .init(
      name: "status", usage: "status", summary: "Count unsaved changes and undo steps.",
      examples: ["status"]),
    .init(
      name: "save", usage: "save", summary: "Write unsaved changes to their stores.",
      examples: ["insert Traveler(id: 900, name: \"Ada\", email: \"ada@example.org\")", "save"]),
    .init(
      name: "rollback", usage: "rollback", summary: "Drop unsaved changes.",
      examples: ["update all Trip set rating = 5", "rollback"]),
    .init(
      name: "undo", usage: "undo [N]", summary: "Undo the last statement that changed something.",
      examples: ["update all Trip set rating = 5", "undo"]),
    .init(
      name: "redo", usage: "redo [N]", summary: "Do again what was undone.",
      examples: ["update all Trip set rating = 5", "undo", "redo", "rollback"]),
    .init(
      name: "begin", usage: "begin [\"NAME\"] … end",
      summary: "Make several statements one undo step.",
      examples: [
        "begin \"raise\"", "update all Trip set price += 1",
        "update Trip where price > 900 set rating = 1", "end", "undo",
      ]),
    .init(
      name: "end", usage: "end", summary: "End the undo step that `begin` began.",
      examples: ["begin", "update all Trip set price += 1", "end", "rollback"]),
    .init(
      name: "refresh", usage: "refresh REF [discard]",
      summary: "Read an object from its store again.",
      examples: ["Trip limit 1", "refresh #1", "#1.rating = 5", "refresh #1 discard"]),
    .init(
      name: "resolve", usage: "resolve REF|all keep|store",
      summary: "Settle a conflict: keep yours, or take the store's.",
      examples: ["resolve all store"]),
  ]
}
