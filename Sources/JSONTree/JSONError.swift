/// Why a text is no JSON that can be read.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package var problem: String

  /// The byte at fault, from 0.
  package var offset: Int

  package var description: String { "\(problem) at byte \(offset)" }

  /// The line and the column of the byte at fault in a text, both from 1; columns count bytes.
  package func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (line, before.count - start + 1)
  }
}
