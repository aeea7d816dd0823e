import LarderTestSupport
import Testing

/// The manual page and the completions are what man and the shells take.
struct ManualTests {
  private static func has(_ program: String) -> Bool {
    ChildProcess.run(["/bin/sh", "-c", "command -v \(program)"]) == 0
  }

  @Test(.enabled(if: has("groff"), "SKIPPED: groff is missing"))
  func theManualPageIsWellFormed() throws {
    let run = try Program().shell("larder --man | groff -man -ww -z -Tutf8")

    #expect(run == Program.Run(status: 0, output: "", errors: ""))
  }

  @Test func theManualPageNamesEveryOption() throws {
    let program = try Program()
    let help = try program.larder("--help").output
    let manual = try program.larder("--man").output

    let options = help.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line in
      line.split(separator: " ").prefix(2).first { $0.hasPrefix("--") }
    }
    #expect(options.count > 20)
    for option in options {
      #expect(manual.contains("fB" + option.replacing("-", with: "\\-")), "\(option)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func aShellTakesItsCompletions(shell: String) throws {
    guard Self.has(shell) else { return }

    let run = try Program().shell(
      "larder --completions \(shell) > completions && \(shell) -n completions")

    #expect(run == Program.Run(status: 0, output: "", errors: ""))
  }

  @Test(
    arguments: [
      ("--mode b", "box"), ("--mode = j", "json jsonl"), ("--comp", "--completions"),
      ("--color a", "always auto"), ("Tr", "Trip.json Trips"), ("--schema Trip.", "Trip.json"),
      ("--lessons T", "Trips"), ("--null b", ""), ("--attach more = Trip.", "Trip.json"),
    ])
  func bashCompletesWhatIsTyped(words: String, expected: String) throws {
    let program = try Program()
    try program.folder.write(text: "[]", to: "Trip.json")
    try program.folder.makeFolder("Trips")

    let run = try program.shell(
      """
      larder --completions bash > completions && bash -c '. ./completions
      COMP_WORDS=(larder \(words)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _larder
      printf "%s\\n" "${COMPREPLY[@]}" | sort | xargs'
      """)

    #expect(run == Program.Run(status: 0, output: expected + "\n", errors: ""))
  }

  @Test func anUnknownShellIsRefused() throws {
    let run = try Program().larder("--completions", "tcsh")

    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "larder: error[arguments]: `--completions` takes bash, zsh, fish, not `tcsh`"))
  }
}
