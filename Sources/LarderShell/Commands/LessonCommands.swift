extension ShellCommand {
  static let lesson = ShellCommand(
    "lesson", ".lesson [NAME|next|hint|show|stop|reset [NAME]]",
    "Learn by doing: list the lessons, begin one or go on with it."
  ) { arguments, session in
    let words = try CommandWords.split(arguments)
    switch (words.first, words.count) {
    case (nil, _): try session.showLessons()
    case ("next", 1): try session.beginNextLesson()
    case ("hint", 1): try session.showHint()
    case ("show", 1): try session.showStep()
    case ("stop", 1): session.endLesson()
    case ("reset", 1...2): try session.resetLessons(words.count == 2 ? words[1] : nil)
    case (let name?, 1): try session.beginLesson(named: name)
    default: throw UsageError()
    }
  }

  static let answer = ShellCommand(
    "answer", ".answer TEXT", "Answer the question of the running lesson."
  ) { arguments, session in
    guard !arguments.isEmpty else { throw UsageError() }
    try session.answerQuestion(arguments)
  }
}
