/// Programs that make better pictures than ours, where they are installed.
enum PictureTools {
  /// The picture of a graph: laid out by Graphviz where it is there, else by ourselves.
  static func svg(of diagram: SchemaDiagram) -> String {
    guard let bytes = output(of: ["dot", "-Tsvg"], input: Array(diagram.dot.utf8)) else {
      return diagram.svg
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A picture as PNG.
  ///
  /// - Throws: `shell.no-such-form` where the program that makes it is missing.
  static func png(ofSVG source: String) throws -> [UInt8] {
    guard let bytes = output(of: ["rsvg-convert"], input: Array(source.utf8)) else {
      throw ShellError(
        .noSuchForm, "pictures of this form need the program `rsvg-convert`",
        help: "install it, as with `apt install librsvg2-bin`, or plot to a .svg file")
    }
    return bytes
  }

  /// What a program makes of its input; `nil` where it is missing or fails.
  private static func output(of arguments: [String], input: [UInt8]) -> [UInt8]? {
    guard let source = try? MemoryFile(input), let target = try? MemoryFile(),
      ExternalProgram.run(arguments, input: source, output: target) == 0
    else { return nil }
    return target.contents
  }
}
