extension Invocation {
  static let version = "0.1.0"

  /// What `--help` prints.
  static var help: String {
    let width = InvocationOption.all.map(\.synopsis.count).max() ?? 0
    let options = InvocationOption.all.map { option in
      let padding = String(repeating: " ", count: width - option.synopsis.count + 2)
      return "  \(option.synopsis)\(padding)\(option.summary)"
    }
    return """
      larder [OPTION…] [STORE…]

      Opens stores of objects, asks them questions and edits them. A store is a path, or NAME=PATH;
      what it is is read from its content. With no -c and no -f, and input that is no terminal, the
      input is the script.

      \(options.joined(separator: "\n"))

      Exit status: 0 all done; 1 a statement failed; 2 bad arguments, or a store that cannot be
      opened; 3 output could not be written; 130 interrupted.

      """
  }
}
