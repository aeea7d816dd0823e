import LarderQuery

/// The colours of the prompt, as SGR numbers.
enum PromptTheme: String, Hashable, Sendable, CaseIterable {
  case dark, light, none

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The numbers for a part of a statement; `nil` for the terminal's own colour.
  func code(for kind: Highlight.Kind) -> String? {
    switch self {
    case .none: nil
    case .dark: Self.dark(kind)
    case .light: Self.light(kind)
    }
  }

  var hintCode: String { self == .light ? "37" : "90" }

  private static func dark(_ kind: Highlight.Kind) -> String? {
    switch kind {
    case .keyword: "95"
    case .command: "36"
    case .entity: "1;94"
    case .function: "94"
    case .text, .pattern: "92"
    case .number, .date: "93"
    case .constant: "93"
    case .reference: "96"
    case .declaration: "96"
    case .comment: "90"
    case .fault: "91"
    case .unclosed: "4;91"
    case .bracketPair: "1;4"
    }
  }

  private static func light(_ kind: Highlight.Kind) -> String? {
    switch kind {
    case .keyword: "35"
    case .command: "36"
    case .entity: "1;34"
    case .function: "34"
    case .text, .pattern: "32"
    case .number, .date, .constant: "33"
    case .reference, .declaration: "36"
    case .comment: "90"
    case .fault: "31"
    case .unclosed: "4;31"
    case .bracketPair: "1;4"
    }
  }
}
