import Glibc
public import Testing

/// Random numbers that a seed repeats exactly (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True so many times in a hundred.
  public mutating func chance(percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// One of the choices, or `nil` when there are none.
  public mutating func pick<Choices: RandomAccessCollection>(
    from choices: Choices
  ) -> Choices.Element? {
    choices.randomElement(using: &self)
  }

  /// One of the alternatives; `first` makes sure that there is one.
  public mutating func choose<Choice>(_ first: Choice, _ others: Choice...) -> Choice {
    let index = Int.random(in: 0...others.count, using: &self)
    return index == 0 ? first : others[index - 1]
  }

  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// A generator of its own, so that what one part draws does not move another part's numbers.
  public mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }
}

extension SeededGenerator {
  /// The seed that a run starts from: `LARDER_SEED`, or a fixed one where that is not set.
  public static let baseSeed: UInt64 =
    getenv("LARDER_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_240_229

  /// Rounds that `LARDER_ROUNDS` asks for, or `nil` where it is not set.
  public static let roundsOverride: Int? =
    getenv("LARDER_ROUNDS").flatMap { Int(String(cString: $0)) }

  /// Runs a generated test a number of times, each with its own generator.
  ///
  /// A failed expectation should carry `round.comment`, which says how to repeat the round alone; an
  /// error that `body` throws is recorded with it, and ends the loop. `LARDER_ROUNDS` takes the place of
  /// the number where it is set.
  public static func forEachRound(
    _ rounds: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (_ round: Round, _ generator: inout SeededGenerator) throws -> Void
  ) {
    for number in 0..<(roundsOverride ?? rounds) {
      let round = Round(seed: baseSeed &+ UInt64(number))
      var generator = SeededGenerator(seed: round.seed)
      do {
        try body(round, &generator)
      } catch {
        Issue.record(error, round.comment, sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// One round of a generated test.
  public struct Round: Sendable {
    public let seed: UInt64

    /// How to repeat the round, to hang on an expectation.
    public var comment: Comment { "repeat with LARDER_SEED=\(seed) LARDER_ROUNDS=1" }
  }
}
