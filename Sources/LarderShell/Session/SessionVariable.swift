import FoundationEssentials
import LarderCore
import LarderQuery

/// What `let` gave a name to.
struct SessionVariable {
  private let meaning: ResolutionVariable

  /// The query as it was written, where it says something else at another time.
  private let timed: TimedQuery?

  init(_ value: AttributeValue) {
    meaning = .value(value)
    timed = nil
  }

  /// A query; it is resolved anew when it is used, should it speak of `now` or `today`.
  init(_ query: EntityQuery, of store: String, source: String, in session: Session) throws {
    meaning = .query(query, store: store)
    let timed = TimedQuery(source: source, session: session)
    let moment = Date()
    guard timed.meaning(at: moment) != timed.meaning(at: moment + 40_000_000) else {
      self.timed = nil
      return
    }
    guard timed.depth <= TimedQuery.deepest else {
      throw ShellError(
        .nestedTooDeeply,
        "queries with names build on each other more than \(TimedQuery.deepest) deep")
    }
    self.timed = timed
  }

  func meaning(at moment: Date) -> ResolutionVariable {
    timed?.meaning(at: moment) ?? meaning
  }

  /// The object that the name stands for, or `nil`.
  var object: PersistentIdentifier? {
    if case .value(.identifier(let identifier)) = meaning { identifier } else { nil }
  }

  fileprivate var depth: Int { timed?.depth ?? 0 }
}

/// The text of a query, and what its names meant where it stood.
private struct TimedQuery {
  static let deepest = 100

  private let source: String
  private let scope: SessionScope
  private let entities: Set<String>

  /// How many queries with names build on each other, this one included.
  let depth: Int

  init(source: String, session: Session) {
    let mentioned = session.variables.filter { source.firstRange(of: $0.key) != nil }
    self.source = source
    scope = SessionScope(session, variables: mentioned)
    entities = session.entityNames
    depth = 1 + (mentioned.values.map(\.depth).max() ?? 0)
  }

  /// `nil` where the query no longer has a meaning, as when its store is closed.
  func meaning(at moment: Date) -> ResolutionVariable? {
    var scope = scope
    scope.now = moment
    let script = Parser.parse(source, dialect: .script, entities: entities)
    guard script.diagnostics.isEmpty, let statement = script.statements.first,
      case .success(.query(let query, let store)) = Resolver(scope: scope).resolve(statement)
    else { return nil }
    return .query(query, store: store)
  }
}
