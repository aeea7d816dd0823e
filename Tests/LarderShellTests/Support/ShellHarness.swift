import FoundationEssentials
import LarderCore
import LarderStore
import LarderTestSupport

@testable import LarderShell

/// A session over a store in memory whose output is kept in files.
final class ShellHarness {
  let folder: TemporaryFolder
  let session: Session
  let store: InMemoryStore

  /// A store of two trips; the second has no notes at all.
  init(mode: OutputMode = .jsonl, readOnlyReason: String? = nil) throws {
    folder = try TemporaryFolder()
    session = Session(
      openers: [], standardOutput: try Output(path: folder.path(of: "output")),
      standardError: try Output(path: folder.path(of: "errors")))
    session.settings.mode = mode
    store = InMemoryStore(
      identifier: "trips", schema: Self.schema, readOnlyReason: readOnlyReason)
    try session.add(
      store, kind: "memory", name: "trips", location: StoreLocation(address: "in memory"))
  }

  static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Trip",
      attributes: [
        .init(name: "name", type: .text), .init(name: "days", type: .integer, isOptional: true),
        .init(name: "start", type: .date, isOptional: true),
      ],
      relationships: [
        .init(
          name: "stays", destination: "Stay", isToMany: true, inverse: "trip", deleteRule: .cascade)
      ]),
    EntitySchema.Entity(
      name: "Stay", attributes: [.init(name: "place", type: .text)],
      relationships: [.init(name: "trip", destination: "Trip", inverse: "stays")]),
  ])

  /// Runs statements as one script and says what came of it.
  @discardableResult
  func run(_ text: String, keepsGoing: Bool = false) throws -> Result {
    let runner = ScriptRunner(session: session, keepsGoing: keepsGoing)
    let status = try runner.run([ScriptSource(name: "test", text: text)])
    return Result(status: status, output: try takeOutput(), errors: try takeErrors())
  }

  /// Puts the two sample trips into the store.
  func fill() throws {
    try run(
      """
      insert Trip(name: "Rome", days: 3, start: @2024-05-01)
      insert Trip(name: "Oslo", days: nil)
      save
      """)
    session.inserted = []
  }

  struct Result: Equatable {
    var status: ExitStatus
    var output: String
    var errors: String
  }

  private var outputOffset = 0
  private var errorOffset = 0

  private func takeOutput() throws -> String {
    try session.output.flush()
    let bytes = try folder.bytes(of: "output")
    defer { outputOffset = bytes.count }
    return String(decoding: bytes[outputOffset...], as: UTF8.self)
  }

  private func takeErrors() throws -> String {
    let bytes = try folder.bytes(of: "errors")
    defer { errorOffset = bytes.count }
    return String(decoding: bytes[errorOffset...], as: UTF8.self)
  }
}
