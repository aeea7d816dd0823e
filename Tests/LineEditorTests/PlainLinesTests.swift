import Glibc
import Testing

@testable import LineEditor

struct PlainLinesTests {
  private func lines(_ text: String) throws -> [LineInput] {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var source = PlainLines(descriptor: ends[0])
    _ = text.withCString { write(ends[1], $0, strlen($0)) }
    close(ends[1])
    var inputs: [LineInput] = []
    repeat { inputs.append(source.nextLine(prompt: "> ")) } while inputs.last != .end
    close(ends[0])
    return inputs
  }

  @Test(arguments: [
    ("", []), ("one\n", ["one"]), ("one\ntwo", ["one", "two"]), ("\n\n", ["", ""]),
    ("windows\r\nlines\r\n", ["windows", "lines"]), ("日本\n", ["日本"]),
  ])
  func linesEndAtNewlinesAndAtTheEnd(text: String, expected: [String]) throws {
    #expect(try lines(text) == expected.map { .line($0) } + [.end])
  }

  @Test func aLineLongerThanTheBufferIsWhole() throws {
    let long = String(repeating: "x", count: 40_000)

    #expect(try lines(long + "\nshort\n") == [.line(long), .line("short"), .end])
  }
}
