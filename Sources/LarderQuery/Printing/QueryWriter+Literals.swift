import FoundationEssentials
import LarderCore

extension QueryWriter {
  func literal(_ value: AttributeValue) -> QueryPiece {
    switch value {
    case .null: QueryPiece("nil")
    case .bool(let flag): QueryPiece(flag ? "true" : "false")
    case .integer(let number): signed(String(number))
    case .real(let number): signed(number.literalText ?? "nil")
    case .decimal(let number): signed(number.description)
    case .text(let text): QueryPiece(text.quotedLiteral)
    case .date(let date): QueryPiece("@" + DateText.text(for: date))
    case .uuid(let uuid): QueryPiece("uuid(" + uuid.uuidString.quotedLiteral + ")")
    case .data(let data): QueryPiece("data(" + data.base64EncodedString().quotedLiteral + ")")
    case .array(let elements):
      QueryPiece("[" + elements.map { literal($0).text }.joined(separator: ", ") + "]")
    case .object(let object):
      QueryPiece("{" + object.members.map(member).joined(separator: ", ") + "}")
    case .identifier(let identifier): QueryPiece(Self.handle(identifier))
    }
  }

  private func signed(_ text: String) -> QueryPiece {
    QueryPiece(text, text.hasPrefix("-") ? .prefix : .postfix)
  }

  private func member(_ member: AttributeObject.Member) -> String {
    member.name.rawValue.quotedLiteral + ": " + literal(member.value).text
  }

  /// `Trip#p5`, with the entity in backticks where needed.
  static func handle(_ identifier: PersistentIdentifier) -> String {
    let text = identifier.description
    let key = text.dropFirst(identifier.entityName.count)
    return QueryNames.entity(identifier.entity) + key
  }
}

/// Writes lengths of time as `1y2mo3d`, `1h30min`.
enum DurationText {
  struct Step {
    var isNegative: Bool
    var text: String
  }

  /// One step where all parts have the same sign, else one for each part.
  static func steps(of duration: CalendarDuration) -> [Step] {
    let months = Step(isNegative: duration.months < 0, text: months(duration.months.magnitude))
    let days = Step(isNegative: duration.days < 0, text: days(duration.days.magnitude))
    let clock = Step(
      isNegative: duration.milliseconds < 0, text: clock(duration.milliseconds.magnitude))
    let steps = [months, days, clock].filter { !$0.text.isEmpty }
    guard let first = steps.first else { return [Step(isNegative: false, text: "0d")] }
    guard steps.allSatisfy({ $0.isNegative == first.isNegative }) else { return steps }
    return [Step(isNegative: first.isNegative, text: steps.map(\.text).joined())]
  }

  private static func months(_ count: UInt) -> String {
    part(UInt64(count / 12), "y") + part(UInt64(count % 12), "mo")
  }

  private static func days(_ count: UInt) -> String {
    count % 7 == 0 ? part(UInt64(count / 7), "w") : part(UInt64(count), "d")
  }

  private static func clock(_ milliseconds: UInt64) -> String {
    part(milliseconds / 3_600_000, "h") + part(milliseconds / 60_000 % 60, "min")
      + part(milliseconds / 1_000 % 60, "s") + part(milliseconds % 1_000, "ms")
  }

  private static func part(_ count: UInt64, _ unit: String) -> String {
    count == 0 ? "" : "\(count)\(unit)"
  }
}
