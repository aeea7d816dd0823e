import Testing

@testable import LarderJSON

@Suite struct PositionKeysTests {
  @Test(arguments: [
    (5, [Int]()), (5, [1]), (5, [5]), (5, [2, 3]), (5, [1, 2, 3, 4, 5]), (8, [7, 1, 4]), (0, []),
  ])
  func liveKeysCountTheRows(given: Int, gone: [Int]) {
    let keys = PositionKeys(givenCount: given, gone: gone)
    let live = (1...max(given, 1)).filter { $0 <= given && !gone.contains($0) }

    #expect(keys.liveCount == live.count)
    #expect((0..<live.count).map { keys.key(ofRow: $0) } == live)
    #expect(live.map { keys.row(ofKey: $0) } == Array(0..<live.count))
    for key in gone + [0, -1, given + 1, .max, .min] { #expect(keys.row(ofKey: key) == nil) }
  }
}
