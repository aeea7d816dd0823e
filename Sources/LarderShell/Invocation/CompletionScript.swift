/// Completion of the command line for other shells, made from the table of options.
enum CompletionScript: String, Hashable, Sendable, CaseIterable {
  case bash, zsh, fish

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// The script that the shell reads.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static let options = InvocationOption.all

  // MARK: bash

  private static var bashText: String {
    let cases = options.filter { $0.placeholder != nil }.map { option in
      "    \(option.spellings.joined(separator: "|"))) \(bashCandidates(of: option)) ;;"
    }
    return """
      # Completion of larder for bash.
      _larder() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        # bash makes three words of --mode=box.
        if [[ $word == = ]]; then
          word=
        elif [[ $before == = ]]; then
          before="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        COMPREPLY=()
        case $before in
      \(cases.joined(separator: "\n"))
        esac
        if [[ $word == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W '\(options.flatMap(\.spellings).joined(separator: " "))' -- "$word")
          return
        fi
        compopt -o filenames 2> /dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      }
      complete -F _larder larder

      """
  }

  private static func bashCandidates(of option: InvocationOption) -> String {
    switch option.completes {
    case .nothing: "return"
    case .files, .namedFiles:
      "compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"${word#*=}\"); return"
    case .folders:
      "compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); return"
    case .words(let words):
      "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\"); return"
    }
  }

  // MARK: zsh

  private static var zshText: String {
    let lines = options.map { option in
      let repeats = option.isRepeatable ? "*" : ""
      let value = option.placeholder.map { ":\($0):\(zshCandidates(of: option))" } ?? ""
      let sign = option.placeholder == nil ? "" : "="
      let spellings = option.spellings.map { $0.hasPrefix("--") ? $0 + sign : $0 }
      let names =
        spellings.count > 1
        ? "\(repeats.isEmpty ? "" : "'*'"){\(spellings.joined(separator: ","))}'"
        : "'\(repeats)\(spellings[0])"
      return "  \(names)[\(zshEscaped(option.summary))]\(value)' \\"
    }
    return """
      #compdef larder
      # Completion of larder for zsh.
      _arguments -s -S \\
      \(lines.joined(separator: "\n"))
        '*:store:_files'

      """
  }

  private static func zshCandidates(of option: InvocationOption) -> String {
    switch option.completes {
    case .nothing: " "
    case .files, .namedFiles: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func zshEscaped(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }

  // MARK: fish

  private static var fishText: String {
    let lines = options.map { option in
      var line = "complete -c larder -l \(option.long)"
      if let letter = option.short { line += " -s \(letter)" }
      switch option.completes {
      case .nothing: line += option.placeholder == nil ? "" : " -x"
      case .files, .namedFiles: line += " -r -F"
      case .folders: line += " -x -a '(__fish_complete_directories)'"
      case .words(let words): line += " -x -a '\(words.joined(separator: " "))'"
      }
      let summary = option.summary.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return line + " -d '\(summary)'"
    }
    return "# Completion of larder for fish.\n" + lines.joined(separator: "\n") + "\n"
  }
}

extension InvocationOption {
  /// How it may be written: `-c` and `--command`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }

  var isRepeatable: Bool { summary.contains("(repeatable") }
}
