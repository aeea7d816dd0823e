/// The people and cities that every real server of the tests holds: 57 rows that are hard to filter and page.
///
/// Ages and nicks have ties and are missing in places, names hold what a dialect must quote, codes are
/// texts that look like something else.
public enum ServiceRows {
  public struct Person: Hashable, Sendable {
    /// From 1, in the order of the rows.
    public var id: Int

    /// Different from all others, at most 40 characters.
    public var name: String
    public var age: Int?
    public var nick: String?
    public var code: String?

    /// A decimal with two digits after the point.
    public var rating: String?

    /// A date and time in UTC, as ISO 8601.
    public var born: String?
    public var vip: Bool

    /// The identifier of the city.
    public var city: Int?
  }

  public struct City: Hashable, Sendable {
    public var id: Int
    public var name: String
  }

  /// Three cities; nobody lives in the last.
  public static let cities = [
    City(id: 1, name: "Oslo"), City(id: 2, name: "Łódź, \"old\" town"), City(id: 3, name: "Null"),
  ]

  public static let people: [Person] = names.enumerated().map { index, name in
    Person(
      id: index + 1, name: name, age: ages[index % ages.count], nick: nicks[index % nicks.count],
      code: codes[index % codes.count], rating: ratings[index % ratings.count],
      born: birth(index), vip: index % 3 == 0, city: [1, 2, nil, 1][index % 4])
  }

  private static let names = [
    "O'Hara", "o'hara", "''", "'", "say \"hi\"", "a,b", "a;b", "50%", "100%25", "%", "under_score",
    "back\\slash", "\\", "émile", "Émile", "emile", "e\u{301}mil", "👍🏽 thumbs", "👨‍👩‍👧", "семь", "日本語",
    "tab\there", "line\nbreak", "null", "NULL", "true", "10", "1e3", "-0", "0010", "<b>&amp;</b>",
    "a&b=c", "a+b", "a b", "#hash", "?query", "*star*", "(paren)", "[brackets]", "{brace}",
    "$filter",
    "@now", "ﬁ ligature", "straße", "STRASSE", "İstanbul", "istanbul", "a", "A", "aa", "ab", "B",
    "~tilde",
    "|pipe|", "`tick`", "/slash/", "forty characters is as long as it can be",
  ]

  private static let ages: [Int?] = [10, nil, 33, 33, 0, -5, 2_147_483_647, nil, 7, 33, 60]
  private static let nicks: [String?] = ["Zoe", nil, "", "zoe", "Zoe", "ZOE ", "%oe", nil, "O'Z"]
  private static let codes: [String?] = [
    "10", "9", "010", "1e1", "true", "null", nil, "10.0", "-1", "2001-01-02", "", "\"10\"", "[]",
  ]
  private static let ratings: [String?] = ["1.50", nil, "0.00", "-2.25", "1.50", "99999999.99"]

  private static func birth(_ index: Int) -> String? {
    guard index % 7 != 3 else { return nil }
    let day = index % 5 + 1
    return
      "20\(index % 4 == 0 ? "01" : "24")-0\(index % 3 + 1)-0\(day)T0\(index % 10):59:0\(index % 2)Z"
  }
}

extension ServiceRows {
  /// The rows as the servers of ours read them: numbers as identifiers, ratings and dates as texts.
  public static var json: JSONValue {
    [
      "cities": .array(cities.map { ["id": .integer($0.id), "name": .text($0.name)] }),
      "people": .array(
        people.map { person in
          .object(
            [JSONValue.Member("id", .integer(person.id))] + person.members
              + [JSONValue.Member("city", person.city.map(JSONValue.integer) ?? nil)])
        }),
    ]
  }
}

extension ServiceRows.Person {
  /// What every service holds, without the identifier and the city.
  public var members: [JSONValue.Member] {
    [
      JSONValue.Member("name", .text(name)),
      JSONValue.Member("age", age.map(JSONValue.integer) ?? nil),
      JSONValue.Member("nick", nick.map(JSONValue.text) ?? nil),
      JSONValue.Member("code", code.map(JSONValue.text) ?? nil),
      JSONValue.Member("rating", rating.map(JSONValue.text) ?? nil),
      JSONValue.Member("born", born.map(JSONValue.text) ?? nil),
      JSONValue.Member("vip", .bool(vip)),
    ]
  }
}
