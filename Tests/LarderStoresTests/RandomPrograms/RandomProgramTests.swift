import LarderStores
import LarderTestSupport
import ModelFixtures
import SwiftData
import Testing

/// Random programs on a graph of models do what a simple model of the same graph says, after every statement.
@Suite struct RandomProgramTests {
  enum Medium: CaseIterable { case memory, sqlite, json }

  /// From `LARDER_SEED` on, `LARDER_ROUNDS` of them, where those are set.
  static let seeds: [UInt64] = (0..<UInt64(SeededGenerator.roundsOverride ?? 4)).map {
    SeededGenerator.baseSeed &+ $0
  }

  private static let length = 60
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeContainer(_ medium: Medium) throws -> ModelContainer {
    let url = URL(filePath: folder.path(of: "farms"))
    let configuration: any DataStoreConfiguration =
      switch medium {
      case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
      case .sqlite: ModelConfiguration(url: url)
      case .json: JSONStoreConfiguration(url: url)
      }
    return try ModelContainer(
      for: Schema([Farm.self, Animal.self, Dog.self]), configurations: [configuration])
  }

  @Test(arguments: Medium.allCases, seeds)
  func modelsAreAsTheReferenceSays(_ medium: Medium, _ seed: UInt64) throws {
    let container = try makeContainer(medium)
    let context = ModelContext(container)
    let program = FarmProgram(context, seed: seed)
    var count = 0
    while count < Self.length {
      let wasSaved = program.saved
      do {
        guard try program.step() else { continue }
      } catch {
        Issue.record(error, "\(medium), seed \(seed): \(program.text)")
        return
      }
      count += 1
      let found = try FarmModels(context).lines
      guard expect(found, program.current, "\(medium), seed \(seed)", program) else { return }
      guard program.saved != wasSaved || count == Self.length else { continue }
      let other = medium == .memory ? container : try makeContainer(medium)
      let reader = ModelContext(other)
      let stored = try FarmModels(reader).lines
      guard expect(stored, program.saved, "stored, \(medium), seed \(seed)", program) else {
        return
      }
    }
  }

  /// Whether the lines are those of the state; records the program where they are not.
  private func expect(
    _ lines: [String], _ state: FarmState, _ title: String, _ program: FarmProgram
  ) -> Bool {
    guard lines != state.lines else { return true }
    let missing = state.lines.filter { !lines.contains($0) }.map { "- \($0)" }
    let added = lines.filter { !state.lines.contains($0) }.map { "+ \($0)" }
    let text = ([title] + missing + added + [program.text]).joined(separator: "\n")
    Issue.record(Comment(rawValue: text))
    return false
  }
}

extension FarmProgram {
  /// The statements so far, each on a line.
  var text: String { "after:\n" + statements.joined(separator: "\n") }
}
