import Glibc

/// The size of a terminal in characters.
struct ScreenSize: Hashable {
  var width: Int
  var height: Int

  /// `nil` when the descriptor is no terminal or does not know.
  static func of(_ descriptor: Int32) -> ScreenSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return ScreenSize(width: Int(size.ws_col), height: Int(size.ws_row))
  }
}
