import FoundationEssentials
import JSONTree
import LarderCore

/// Spells values as a dialect has them.
struct LiteralWriter {
  let form: LiteralForm

  init(_ form: LiteralForm) { self.form = form }

  /// Whether a value can be spelled where an operator wants it.
  func canWrite(_ literal: ServiceLiteral, in name: FilterOperator) -> Bool {
    let isElement = name == .isIn || name == .isNotIn
    return text(literal, as: isElement ? form.element : form.text) != nil
  }

  /// The text of a literal; `nil` where it has none.
  func text(_ literal: ServiceLiteral, as text: LiteralForm.TextForm) -> String? {
    guard let plain = plainText(literal) else { return nil }
    if literal.kind == .enumeration, let enumeration = form.enumeration {
      return enumeration.filled(["type": literal.typeName ?? "", "value": plain])
    }
    if literal.kind == .text || form.quoted.contains(literal.kind) {
      return text.spelled(plain)
    }
    if literal.kind == .identifier, case .text = literal.value { return text.spelled(plain) }
    return plain
  }

  /// The value as JSON; `nil` where it has no form.
  func node(_ literal: ServiceLiteral) -> JSONNode? {
    switch literal.value {
    case .bool(let flag): .bool(flag)
    case .integer, .real, .decimal: plainText(literal).map { .number($0) }
    default: plainText(literal).map { .text($0) }
    }
  }

  /// The value without quotes and escapes.
  func plainText(_ literal: ServiceLiteral) -> String? {
    switch literal.value {
    case .text(let text): text
    case .bool(let flag): form.bools[flag ? 1 : 0]
    case .integer(let number): String(number)
    case .real(let number): number.isFinite ? Self.text(number) : nil
    case .decimal(let number): number.description
    case .uuid(let uuid): uuid.uuidString.lowercased()
    case .date(let date): literal.kind == .day ? day(date) : moment(date)
    case .null, .data, .array, .object, .identifier: nil
    }
  }

  /// The shortest text of a real; a whole one without its fraction.
  private static func text(_ number: Double) -> String {
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
    return "\(number)"
  }

  private func day(_ date: Date) -> String? { CivilTime(date).map { DateText.day($0.date) } }

  /// `nil` for a moment finer than the dialect's fraction, or outside of the years that have four digits.
  private func moment(_ date: Date) -> String? {
    let scale = 1_000_000.0
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e12 else { return nil }
    let micros = (seconds * scale).rounded()
    let whole = (micros / scale).rounded(.down)
    let fraction = Int(micros - whole * scale)
    guard let time = CivilTime(Date(timeIntervalSinceReferenceDate: whole)),
      (1...9999).contains(time.date.year),
      Date(timeIntervalSinceReferenceDate: micros / scale) == date
    else { return nil }
    guard let digits = fractionText(fraction) else { return nil }
    return DateText.day(time.date) + form.date.separator
      + [time.secondOfDay / 3600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
      .map { Self.padded($0, 2) }.joined(separator: ":") + digits
      + (form.date.zone == .utc ? "Z" : "")
  }

  private func fractionText(_ micros: Int) -> String? {
    let all = Self.padded(micros, 6)
    if let digits = form.date.digits {
      guard all.dropFirst(digits).allSatisfy({ $0 == "0" }) else { return nil }
      let shown = all.prefix(digits) + String(repeating: "0", count: max(0, digits - 6))
      return digits == 0 ? "" : ".\(shown)"
    }
    if micros == 0 { return "" }
    return "." + (micros % 1000 == 0 ? all.prefix(3) : all[...])
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

extension LiteralForm.TextForm {
  /// A text with its quotes and escapes; `nil` where it cannot be spelled.
  func spelled(_ text: String) -> String? {
    if text.isEmpty, !takesEmpty { return nil }
    if !forbidden.isEmpty, text.unicodeScalars.contains(where: forbidden.unicodeScalars.contains) {
      return nil
    }
    if !keepsEdges, text.first?.isWhitespace == true || text.last?.isWhitespace == true {
      return nil
    }
    if escape == .json { return JSONNode.text(text).text }
    if quotes.isEmpty { return text }
    for quote in quotes {
      if let spelled = spelled(text, in: quote) { return spelled }
    }
    return nil
  }

  private func spelled(_ text: String, in quote: String) -> String? {
    switch escape {
    case .doubled: return quote + text.replacing(quote, with: quote + quote) + quote
    case .backslash:
      let inner = text.replacing("\\", with: "\\\\").replacing(quote, with: "\\" + quote)
      return quote + inner + quote
    case .quoteOnly:
      // A backslash is itself, unless a quote follows.
      guard !text.hasSuffix("\\"), !text.contains("\\" + quote) else { return nil }
      return quote + text.replacing(quote, with: "\\" + quote) + quote
    case .json, .none: return text.contains(quote) ? nil : quote + text + quote
    }
  }
}

extension String {
  /// The text with every occurrence of another put in place of, by scalars: a quote with a mark behind
  /// it is a quote to a service.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard part.unicodeScalars.count == 1, let wanted = part.unicodeScalars.first else {
      return self
    }
    var result = ""
    for scalar in unicodeScalars {
      if scalar == wanted {
        result += other
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  fileprivate func contains(_ part: String) -> Bool {
    let bytes = Array(utf8)
    let wanted = Array(part.utf8)
    guard !wanted.isEmpty, wanted.count <= bytes.count else { return wanted.isEmpty }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  fileprivate func hasSuffix(_ part: String) -> Bool {
    let bytes = Array(utf8.suffix(part.utf8.count))
    return bytes.elementsEqual(part.utf8)
  }
}
