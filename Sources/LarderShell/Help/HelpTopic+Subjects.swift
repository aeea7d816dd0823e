import LarderQuery

extension HelpTopic {
  /// What is explained beside single statements, commands and errors.
  static let subjects: [HelpTopic] = [
    HelpTopic(
      name: "statements", title: "What can be asked and changed",
      text: unindented(HelpText.statements), examples: ["Trip limit 3"]),
    HelpTopic(
      name: "commands", title: "What begins with a dot: stores, output, scripts, the shell itself",
      text: unindented(HelpText.commands), examples: [".entities"]),
    predicates, types, dates, functions, stores, output, errors,
  ]

  private static func unindented(_ list: String) -> String {
    list.split(separator: "\n").map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  private static let predicates = HelpTopic(
    name: "predicates", title: "Conditions: Swift's expressions, and the words of format strings",
    text: """
      == != < <= > >=     nil equals nil and nothing else; `<` and the like are false for nil
      && || !             also: and, or, not
      + - * / %  ?? ?:    Swift's precedence; integers divide as integers
      in  1...5  between  a list ["NO", "SE"], a range, or another query's values
      contains hasPrefix beginswith endswith like matches      of texts; [c] [d] [cd] fold
      is nil, is missing, is empty, is ENTITY
      tags contains "x"   an element of a list
      activities.contains { $0.price > 40 }    one of several objects; also allSatisfy, none
      any activities.price > 40                the same in a format string's words
      lodging?.name       a path through other objects; nil where it meets nil
      The body of a #Predicate and the text of an NSPredicate can be pasted as they are.
      """,
    examples: [
      "count Trip where country in [\"NO\", \"SE\"] && price between 100 and 900",
      "count Trip where rating != nil and not (tags contains \"work\")",
      "count Trip where destination contains[cd] \"zurich\" || destination like \"S*\"",
      "count Trip where activities.contains { $0.kind == \"food\" && $0.price > 40 }",
      "count Trip where any activities.price > 40",
      "count Trip where lodging.address.city == \"Oslo\"",
      "count Trip where $0.price < 500 && $0.notes == nil",
      "count Trip where destination matches \"[A-M].*\"",
      "count Trip where (rating ?? 0) >= 3",
    ])

  private static let types = HelpTopic(
    name: "types", title: "Kinds of values, and how they are written",
    text: """
      String      "text" with Swift's escapes; 'text'; #"raw"#; three quotes for several lines
      Int         42  -7  1_000   exact to 64 bits
      Double      1.5  1e3        Decimal where the attribute is one: 0.1 is 0.1
      Bool        true  false
      Date        @2024-02-29  @2024-02-29T10:00Z   see `.help dates`
      UUID, Data  uuid("…")  data("base64")
      [String]    ["a", "b"]      lists, also of other values
      struct      address.city    a member of a nested value
      nil         no value; `is missing` tells an absent one from null in JSON
      objects     #3 of the last listing, Trip#p5 by key, Trip#t1 before its first save
      `.schema` shows each attribute's type. A comparison of kinds that cannot meet is refused.
      """,
    examples: [
      ".schema Trip", "count Trip where notes is missing", "count Trip where tags == [\"winter\"]",
      "count Lodging where address.city == 'Oslo' and stars >= 3",
      "count Trip where `notes` contains \"\\n\"",
    ])

  private static let dates = HelpTopic(
    name: "dates", title: "Dates, and lengths of time",
    text: """
      @2024-02-29             midnight in the zone of `.set zone`, which is UTC at first
      @2024-02-29T10:00       a time of that zone; with Z or +02:00, of that one
      now, today              this moment, and its midnight
      ms s min h              lengths with a fixed number of seconds
      d w mo y                by the calendar; `m` alone is refused, it may be either
      now - 7d, end - start   a date and a length, or the seconds between two dates
      year(x) month day weekday hour minute second     parts of a date
      Data modes write dates in UTC with Z, whatever the zone.
      """,
    examples: [
      "count Trip where startDate >= @2025-01-01 && startDate < @2026-01-01",
      "count Trip where startDate > now - 10y", "count Trip where endDate - startDate > 7d",
      "Trip group by year(startDate) select year(startDate) as year, count() as trips",
      ".set zone +02:00", "Trip where startDate >= @2025-06-01 limit 1 select id, startDate",
    ])

  private static let functions = HelpTopic(
    name: "functions", title: "Functions, by themselves and behind a dot",
    text: """
      of a value      \(LanguageNames.functions.joined(separator: " "))
      of a text       \(LanguageNames.textMethods.joined(separator: " "))
      of a list       \(LanguageNames.collectionMethods.joined(separator: " "))
      of a date       \(LanguageNames.dateMembers.joined(separator: " "))
      of a number     \(LanguageNames.numberMembers.joined(separator: " "))
      count sum avg min max work over all rows of a query, over each group of `group by`, and over
      a list or several objects behind a dot. sum of nothing is 0, the others are nil.
      bar(x) draws a number as a bar.
      """,
    examples: [
      "Trip limit 2 select upper(destination), round(price), destination.count",
      "Trip select count() as trips, avg(price) as mean, max(price)",
      "Trip where activities.count >= 3 select id, activities.sum(\\.price) as spent limit 3",
      "Trip sort by price desc limit 3 select id, bar(price / 500)",
      "count Trip where coalesce(rating, 0) > 3",
    ])

  private static let stores = HelpTopic(
    name: "stores", title: "What can be opened, and what each does",
    text: """
      FILE.json             records in JSON of any shape; saved back losslessly
      FILE.sqlite           any SQLite database; a new name makes a store with the first @Model class
      an app's store        SwiftData's and Core Data's, by content; `--write` to save
      odata+https://HOST/   services: odata, pocketbase, jsonapi, kinto, drf, json-server, postgrest,
                            or rest+https:// with --dialect FILE
      Several can be open: NAME=STORE names one, `.use` chooses, store::Entity says which.
      `.about` says what the current one supports, `.explain` which conditions it evaluates itself.
      Edits stay in the shell until `save`, which writes all or, as far as a service goes, tells what.
      """,
    examples: [".stores", ".about", ".open notes.sqlite", "SampleTrips::Trip limit 1"])

  private static let output = HelpTopic(
    name: "output", title: "How results look, and where they go",
    text: """
      box table markdown line tree       for people: as many rows as the screen holds, columns cut to fit
      csv tsv json jsonl insert          for programs: every row, exact values, dates in UTC
      `.mode` chooses; without it results are a box at a terminal, and jsonl elsewhere.
      `.once FILE` and `.output FILE` write to a file; `.limit`, `.width`, `.null` shape tables.
      nil, missing, an empty text and what is not loaded look different; control characters are shown.
      """,
    examples: [
      ".mode markdown", "Trip limit 2 select id, price", ".mode csv", ".once cheap.csv",
      "Trip where price < 500", ".mode tree", "Trip limit 1",
    ])

  private static let errors = HelpTopic(
    name: "errors", title: "What the codes of errors mean; `.help CODE` says what to do",
    text: ErrorHelp.all.map { "\($0.code)  \($0.meaning)" }.joined(separator: "\n"),
    examples: [".help Q202", ".help store.conflict"])
}
