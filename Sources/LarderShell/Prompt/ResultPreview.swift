import LarderCore
import LarderQuery
import LarderStore
import Synchronization

/// How many objects a query would find, counted in the background while it is being typed.
///
/// Only what no unsaved change could alter is counted, in stores that are at hand; a count that takes too long
/// is given up. Nothing is counted any more once ``stop()`` has returned.
final class ResultPreview: Sendable {
  private struct State {
    var line = ""
    var answer: String?

    /// The store that is being counted in.
    var running: (any EntityStore)?
  }

  private let state = Mutex(State())
  private let didLearn: @Sendable () -> Void

  /// `didLearn` is called, from another thread, when an answer became known.
  init(didLearn: @escaping @Sendable () -> Void) { self.didLearn = didLearn }

  /// What was found for a line; `nil` where nothing is known of it.
  func answer(to line: String) -> String? {
    state.withLock { $0.line == line ? $0.answer : nil }
  }

  /// Ends what is running, and forgets the last answer.
  func stop() {
    state.withLock { ($0.line, $0.answer) = ("", nil) }
    while interrupt() { SystemClock.sleep(milliseconds: 1) }
  }

  /// Counts what a line would find, where it is a query that can be counted.
  func look(for line: String, in session: Session) {
    guard state.withLock({ $0.line != line && $0.running == nil }),
      let asked = Self.query(in: line, session),
      let open = session.stores.first(where: { $0.name == asked.store }), open.isLocal,
      session.context.changes(in: asked.store).count == 0
    else { return }
    let store = open.store.base
    state.withLock { $0 = State(line: line, running: store) }
    BackgroundWork.run { [self] in
      let query = EntityQuery(descriptor: asked.query.descriptor, output: .count)
      let result = try? store.run(query, environment: .standard)
      state.withLock { state in
        state.running = nil
        guard state.line == line, case .count(let count)? = result else { return }
        state.answer = count == 1 ? "1 object" : "\(count) objects"
      }
      if result != nil { didLearn() }
    }
    BackgroundWork.run { [self] in
      SystemClock.sleep(milliseconds: Self.patienceInMilliseconds)
      if state.withLock({ $0.line == line }) { _ = interrupt() }
    }
  }

  private static let patienceInMilliseconds = 300

  /// Interrupts the count that is running; false where none is.
  private func interrupt() -> Bool {
    state.withLock { state in
      state.running?.interrupt()
      return state.running != nil
    }
  }

  private static func query(in line: String, _ session: Session) -> StoreQuery? {
    guard line.contains(" "), case .complete = Parser.completeness(of: line) else { return nil }
    let script = Parser.parse(line, dialect: .prompt, entities: session.entityNames)
    guard script.diagnostics.isEmpty, script.statements.count == 1,
      let statement = script.statements.first,
      case .success(let resolved) = Resolver(scope: SessionScope(session)).resolve(statement),
      case .query(let query, let store) = resolved, case .objects = query.output
    else { return nil }
    return StoreQuery(query: query, store: store)
  }
}
