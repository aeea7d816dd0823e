import LarderCore
import LarderQuery
import LarderTestSupport
import Testing

/// Broken variants of good statements: whatever they say, an answer comes back.
@Suite struct MutationTests {
  private static let sources = [
    #"Person where $0.age > 30 && name CONTAINS[cd] "resume" sort by age desc limit 10"#,
    "Person where friends.contains { f in f.friends.allSatisfy { $0.age < f.age } }",
    "Person where any friends.tags == 'x' or none friends.age in {1, 2, 3}",
    "Event where at > now - 7d group by type select type, count() as n having n > 3 sort by n",
    "Person select * except(photo, `limit`), bar(age) as b distinct offset 3",
    ##"insert Person(name: "Ada", born: @1815-12-10T10:00+02:00, tags: ["x", #"y"#])"##,
    #"let bob = insert Person {"name": "Bob", "address": {"zip": -3}}"#,
    "update #3...#9 set age += 1, tags = tags + [\"review\"], address.zip = 0xFF",
    "bob.friends.append(#1, Person#p\"a b\", Line#p(3,\"x\")); undo 2; save",
    "Person where (nickname ?? name).hasPrefix(\"\\u{E9}\") ? age between 1 and 5 : !isActive",
    "Order where items.filter { $0.price > 1.5e3 }.sum(\\.price) / 2 >= items.@count % 3",
    "Person where name.contains(/^[A-M]\\/\\w+$/) /* c */ // d\n  and status in [.live, .dead]",
    "@Model final class Trip { var name: String = \"x\" }\n.open a b\nPerson where x == \"\"\"\n a\n \"\"\"",
    "resolve #1 keep; refresh #2 discard; copy teens to archive; begin \"x\"; end; preview delete Job",
  ]

  @Test(arguments: sources.indices)
  func aBrokenStatementNeverStopsTheReader(_ index: Int) {
    let bytes = Array(Self.sources[index].utf8)
    var generator = SeededGenerator(seed: UInt64(index) + 1)
    for _ in 0..<120 {
      let source = String(decoding: mutated(bytes, &generator), as: UTF8.self)
      _ = problems(source)
      _ = Parser.completeness(of: source)
      for problem in Parser.parse(source).diagnostics {
        #expect(problem.span.upperBound <= source.utf8.count)
        _ = DiagnosticRenderer().render(problem, source: source, file: "x", width: 40)
      }
    }
  }

  @Test func everyBeginningOfAStatementIsRead() {
    for source in Self.sources {
      for end in source.indices { _ = problems(String(source[..<end])) }
    }
  }

  /// One to three changes: a piece dropped, doubled, moved, or replaced by a sign.
  private func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<generator.integer(in: 1...3) where !result.isEmpty {
      let start = generator.integer(in: 0...(result.count - 1))
      let end = min(result.count, start + generator.integer(in: 1...6))
      let piece = Array(result[start..<end])
      switch generator.integer(in: 0...4) {
      case 0: result.removeSubrange(start..<end)
      case 1: result.insert(contentsOf: piece, at: end)
      case 2:
        result.removeSubrange(start..<end)
        result.insert(contentsOf: piece, at: generator.integer(in: 0...result.count))
      case 3: result = Array(result[..<end])
      default:
        let signs = Array("()[]{}\"'`#@$%&|?!.,:;\\/*+-=<> \n\u{E9}".utf8)
        result[start] = generator.pick(from: signs) ?? 0
      }
    }
    return result
  }
}
