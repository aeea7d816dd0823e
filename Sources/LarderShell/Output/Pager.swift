import Glibc
import LineEditor

/// Shows a long text a screen at a time, with the program that a person chose.
enum Pager {
  /// Shows a file that was written from its start: as it is where it fits, else through `$PAGER`, or `less`.
  ///
  /// - Throws: What writing to the output throws.
  static func show(_ file: MemoryFile, on screen: ScreenSize, or output: Output) throws {
    let bytes = file.contents
    let lines = bytes.count { $0 == 0x0A }
    guard lines >= screen.height, try run(bytes) else {
      output.bytes += bytes
      return try output.flush()
    }
    _ = Signals.takeInterrupt()
  }

  /// Whether the pager could be run.
  private static func run(_ bytes: [UInt8]) throws -> Bool {
    let text = TerminalText.padded(String(decoding: bytes, as: UTF8.self))
    let file = try MemoryFile(Array(text.utf8))
    let chosen = getenv("PAGER").map { String(cString: $0) } ?? ""
    let command = chosen.isEmpty ? "exec less" : "exec \(chosen)"
    // Quit where it fits, keep colours, leave the text on the screen.
    setenv("LESS", "FRX", 0)
    return ExternalProgram.run(["/bin/sh", "-c", command], input: file) != 127
  }
}
