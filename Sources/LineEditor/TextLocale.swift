import Glibc

/// The locale that terminal input and output need.
enum TextLocale {
  /// Takes the environment's locale, with UTF-8 where that has another character set.
  ///
  /// Without it libedit drops every character beyond ASCII.
  static func prepare() {
    setlocale(LC_CTYPE, "")
    guard let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) != "UTF-8" else {
      return
    }
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}
