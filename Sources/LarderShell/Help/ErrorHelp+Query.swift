/// Problems of texts: characters, grammar, names and types, declared models.
extension ErrorHelp {
  static let query: [ErrorHelp] = [
    .init(
      "Q001", "a character that begins nothing",
      "Remove it. Names with other signs stand in backticks, texts in quotes."),
    .init(
      "Q002", "a text without its closing quote",
      "End the text with the quote that it began with; \\\" stands for a quote inside."),
    .init(
      "Q003", "a comment without its end",
      "End the comment with */, or begin each line with //."),
    .init(
      "Q004", "a name without its closing backtick",
      "End the name with a backtick."),
    .init(
      "Q005", "a regular expression without its closing slash",
      "End the expression with a slash; \\/ stands for a slash inside."),
    .init(
      "Q006", "an escape that texts do not have",
      "Write \\n, \\t, \\r, \\0, \\\\, \\\", or \\u{1F600}; or a raw text: #\"…\"#."),
    .init(
      "Q007", "a number that is none",
      "Write 42, 1_000, 1.5 or 1e3."),
    .init(
      "Q008", "a number or duration too large to hold",
      "Integers go to 9223372036854775807; write 1.0 for a real."),
    .init(
      "Q009", "`m`, which may be minutes or months",
      "Write min for minutes, mo for months."),
    .init(
      "Q010", "a date that is none",
      "Write @2024-02-29, @2024-02-29T10:00 or @2024-02-29T10:00:00Z. See `.help dates`."),
    .init(
      "Q011", "a date without `@`",
      "Put @ before the date, or quotes around it where a text is meant."),
    .init(
      "Q012", "a handle that is none",
      "Write #3, #3...#9, Trip#p5, Trip#p\"T001\" or Trip#t1."),
    .init(
      "Q013", "a text block that is not laid out as Swift's",
      "Begin the text below the three quotes; no line stands further left than the closing ones."),
    .init(
      "Q014", "`%@`, which stands for an argument that is not there",
      "Write the value in its place, or $NAME with `.param NAME=VALUE`."),
    .init(
      "Q101", "something else was expected here",
      "The caret shows the place; `.help statements` shows how each statement is written."),
    .init(
      "Q102", "a bracket that is never closed",
      "Close the bracket that the message points at."),
    .init(
      "Q103", "a clause word used as a name",
      "Put the name in backticks: `limit`."),
    .init(
      "Q104", "`==` inside `set`",
      "Write a single = in `set`."),
    .init(
      "Q105", "`update` or `delete` of everything without `all`",
      "Write `update all Trip set …` or `delete all Trip`, or a condition."),
    .init(
      "Q106", "a second clause of a kind, an attribute set twice",
      "Join conditions with &&, and name each attribute once."),
    .init(
      "Q107", "a clause that does not belong to the statement",
      "`.help query` shows the clauses of each statement."),
    .init(
      "Q108", "more than 200 levels of nesting",
      "Give parts a name with `let`."),
    .init(
      "Q109", "a name in quotes",
      "Write the name without quotes, or in backticks."),
    .init(
      "Q110", "a form that the language leaves out",
      "The message says what to write instead."),
    .init(
      "Q111", "a closing bracket that nothing opened",
      "Remove it, or open it where it belongs."),
    .init(
      "Q112", "a form of SQL or another language",
      "Write the entity first: Trip where price < 900 sort by price."),
    .init(
      "Q201", "an entity that no open store has",
      "`.entities` lists them."),
    .init(
      "Q202", "an attribute that the entity does not have",
      "`.schema ENTITY` shows its attributes."),
    .init(
      "Q203", "types that cannot meet",
      "`.schema ENTITY` shows the types; String(x), Int(x) and Double(x) convert."),
    .init(
      "Q204", "a text where an attribute was meant",
      "Write the attribute without quotes."),
    .init(
      "Q205", "`%` in `like`",
      "`like` takes * and ?; or use contains, hasPrefix, hasSuffix."),
    .init(
      "Q206", "a function that there is not",
      "`.help functions` lists them."),
    .init(
      "Q207", "wrong arguments or flags",
      "`.help functions` lists them with what they take."),
    .init(
      "Q208", "a path through several objects without `any`, `all` or a closure",
      "Write any friends.age < 18, or friends.contains { $0.age < 18 }."),
    .init(
      "Q209", "a value where a condition is needed",
      "Compare the value: rating != nil, name == \"x\"."),
    .init(
      "Q210", "a variable that was never set",
      "Set it with `let NAME = …`, or `.param NAME=VALUE` for $NAME."),
    .init(
      "Q211", "a row or an object that there is not",
      "#3 is the third object of the last listing of whole objects; `.ids` shows them."),
    .init(
      "Q212", "an entity of several stores",
      "Say which: store::Entity. `.stores` lists the stores."),
    .init(
      "Q213", "a case or value that the enumeration does not have",
      "`.schema ENTITY` shows the cases."),
    .init(
      "Q214", "something that is neither grouped by nor aggregated",
      "Group by it too, or aggregate it: count(), max(x)."),
    .init(
      "Q215", "a function of a group where there is none",
      "Put the condition on a group behind `having`, or the function into `select`."),
    .init(
      "Q216", "a value that cannot be computed beforehand",
      "Only values, now, today, parameters and arithmetic may stand here."),
    .init(
      "Q217", "something that cannot be changed",
      "Set the attribute that the object itself has."),
    .init(
      "Q218", "`$0` where there is no element",
      "Write $0 inside { … } of a collection, or the attribute alone."),
    .init(
      "Q219", "a clause after a query with a name that would change which objects it gives",
      "Name the query without its limit, or put the clause into the query itself."),
    .init(
      "Q220", "a store that is not open",
      "`.stores` lists those that are open."),
    .init(
      "Q221", "a prefetch of what is no relationship",
      "Attributes come anyway; name a relationship, as `.schema` shows them."),
    .init(
      "Q222", "a regular expression that PCRE2 refuses",
      "The message says what PCRE2 found, and where."),
    .init(
      "Q223", "`distinct` or an order over what is not selected",
      "Select what is to be ordered by, or leave `distinct` out."),
    .init(
      "Q301", "a model that is not written as Swift's",
      "Write it as an app would: @Model final class Trip { var id: Int }."),
    .init(
      "Q302", "a type that no attribute can have",
      "Use String, Int, Double, Decimal, Bool, Date, Data, UUID, arrays, an enum or a struct beside it."
    ),
    .init(
      "Q303", "an option of `@Attribute` or `@Relationship` that there is not",
      ".unique, .externalStorage, deleteRule:, inverse: and the others of SwiftData are understood."
    ),
    .init(
      "Q304", "a name declared twice",
      "Give one of them another name."),
    .init(
      "Q305", "an inverse that does not fit",
      "The inverse is a relationship of the other class that leads back."),
    .init(
      "Q306", "a text that declares no `@Model` class",
      "Mark the classes with @Model."),
  ]
}
