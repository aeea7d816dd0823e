/// Examples of the commands: statements that run on the sample trips, in their order.
enum CommandExamples {
  static let byName: [String: [String]] = stores.merging(looking) { $1 }.merging(output) { $1 }
    .merging(sessions) { $1 }

  private static let note = "@Model class Note { var text: String }"

  private static let stores: [String: [String]] = [
    "open": [".open notes.sqlite", ".open more=other.sqlite", ".stores"],
    "close": [".open notes.sqlite", ".close notes"],
    "stores": [".stores"],
    "use": [".open notes.sqlite", ".use SampleTrips", "count Trip"],
    "entities": [".entities"],
    "schema": [".schema Lodging", ".schema"],
    "diagram": [".diagram", ".diagram trips.svg", ".diagram trips.mmd"],
    "about": [".about"],
    "clone-empty": [".clone-empty empty.sqlite"],
    "check": [".check"],
    "repair": [".repair", "save"],
    "refresh": [".refresh"],
    "dump": [".once trips.larder", ".dump"],
    "history": [
      ".open notes.sqlite", note, "insert Note(text: \"first\")", "save", ".history Note",
    ],
    "import": [".import travelers.csv Traveler", "save"],
    "export": [".export trips.csv Trip where price < 900"],
    "sql": [".sql select name, type from sqlite_schema"],
  ]

  private static let looking: [String: [String]] = [
    "explain": [".explain Trip where destination contains[cd] \"zurich\" && price > 1000"],
    "swift": [".swift Trip where price < 900 sort by price", "Trip limit 3", ".swift"],
    "ids": ["Trip limit 3", ".ids", ".ids #2"],
    "snapshot": ["Trip limit 1", "#1.rating = 5", ".snapshot #1", "rollback"],
    "trace": [".trace on", "Trip limit 1", ".trace off"],
    "registered": ["Trip limit 3", ".registered"],
    "context": [
      ".context new other", ".context list", ".context use main", ".context use other",
    ],
    "chart": [".chart Trip group by country select country, count() as trips limit 5"],
    "plot": [".plot prices.svg histogram Trip select price"],
    "watch": [".watch 2 diff count Trip where rating == nil"],
    "last": ["Trip limit 30", ".last"],
  ]

  private static let output: [String: [String]] = [
    "mode": [".mode line", "Trip limit 1", ".mode csv", "Trip limit 1", ".mode"],
    "once": [".mode csv", ".once trips.csv", "Trip where price < 900"],
    "output": [".output trips.txt", "count Trip", ".output"],
    "limit": [".limit 5", "Trip", ".limit 0"],
    "width": [".width 60", "Trip limit 1", ".width auto"],
    "null": [".null ∅", "Trip where rating == nil limit 1", ".null"],
    "timer": [".timer on", "count Trip", ".timer off"],
    "color": [".color off"],
    "theme": [".theme light", ".theme"],
    "pager": [".pager off"],
  ]

  private static let sessions: [String: [String]] = [
    "load": [".mode csv", ".once more.larder", ".dump", ".open new.sqlite", ".load more.larder"],
    "param": [".param most=900", "count Trip where price < $most", ".param"],
    "set": [".set zone +02:00", "Trip limit 1", ".set"],
    "echo": [".echo Norwegian trips"],
    "fail": [".fail the figures are wrong"],
    "statements": [".statements", ".statements import ~/.editline_history"],
    "lesson": [".lesson", ".lesson undo", ".lesson hint", ".lesson stop"],
    "answer": [".answer 42"],
    "readonly": [".readonly on", ".readonly", ".readonly off"],
    "help": [".help", ".help dates", ".help .limit", ".help Q202"],
    "quit": [".quit"],
  ]
}
