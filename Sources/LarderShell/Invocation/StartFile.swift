import Glibc

/// `larder.rc`: the statements that a person wants at the start of every session at a terminal.
struct StartFile: Hashable {
  let path: String

  /// The file in the user's configuration folder; `nil` when the environment names no home, or there is no such
  /// file.
  init?(environment: (String) -> String?) {
    let folder: String
    if let chosen = environment("XDG_CONFIG_HOME"), chosen.first == "/" {
      folder = chosen
    } else if let home = environment("HOME"), home.first == "/" {
      folder = home + "/.config"
    } else {
      return nil
    }
    path = folder + "/larder/larder.rc"
    guard access(path, F_OK) == 0 else { return nil }
  }

  /// Runs the statements as one unit; an error is shown with its place, and the session goes on.
  ///
  /// - Throws: What writing the error throws.
  func run(in session: Session) throws {
    do {
      try session.load(path)
    } catch is ReportedError {
      return
    } catch let error as OutputError {
      throw error
    } catch {
      try session.present(error, at: 0..<0, of: nil)
    }
  }
}
