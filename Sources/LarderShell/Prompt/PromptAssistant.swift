import Glibc
import LarderCore
import LarderQuery
import LineEditor

/// Colours, hints and completions for the statements that a person types.
final class PromptAssistant: LineAssistant {
  private unowned let outer: Session
  private let values: ValueCache
  private let preview: ResultPreview
  private var entities: Set<String> = []

  init(session: Session) {
    outer = session
    values = ValueCache { TerminalLines.wake() }
    preview = ResultPreview { TerminalLines.wake() }
  }

  /// Takes note that a line is about to be typed: stores and values may have changed since the last one.
  func beginLine() {
    entities = session.entityNames
    values.forget()
  }

  /// Ends what runs in the background, so that a statement has the stores to itself.
  func endLine() { preview.stop() }

  func decoration(of line: String, cursor: Int) -> LineDecoration {
    let theme = outer.theme
    let highlights = Highlighter.highlights(
      of: line, entities: entities, cursor: cursor < 0 ? nil : cursor)
    let styles = highlights.compactMap { highlight in
      theme.code(for: highlight.kind).map { LineDecoration.Style(highlight.span, code: $0) }
    }
    return LineDecoration(
      styles: styles, hint: theme == .none ? "" : hint(for: line), hintCode: theme.hintCode)
  }

  func completions(of line: String, cursor: Int) -> LineCompletions {
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    return completer.completions(atEndOf: before)
  }

  func indentation(after line: String) -> String? {
    guard case .incomplete = Parser.completeness(of: line) else { return nil }
    let last = line.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let indent = last.prefix { $0 == " " }
    let opens = last.last.map { "([{".contains($0) } ?? false
    return opens || !line.contains("\n") ? indent + "  " : String(indent)
  }

  func didPause(in line: String) {
    // What Tab would offer is looked up before it is asked for.
    _ = completer.completions(atEndOf: line)
    preview.look(for: line, in: session)
  }

  // MARK: Parts

  /// The session that statements are about.
  private var session: Session { outer.active }

  private var completer: Completer {
    var completer = Completer(scope: SessionScope(session)) { [session, values] entity, attribute in
      guard let open = session.stores.first(where: { $0.store.schema.entity(entity) != nil }),
        open.isLocal
      else { return [] }
      return values.values(of: attribute, entity, in: open.store.base)
    }
    completer.contexts = session.contexts.map(\.name)
    completer.files = Self.entries
    return completer
  }

  /// The usage of a command, the type of the operand, or how many objects the query finds.
  private func hint(for line: String) -> String {
    if let count = preview.answer(to: line) { return "  → \(count)" }
    return PromptHint(scope: SessionScope(session)).text(atEndOf: line)
  }

  private static func entries(of folder: String) -> [String] {
    Directory.names(in: folder, marksFolders: true).sorted()
  }
}
