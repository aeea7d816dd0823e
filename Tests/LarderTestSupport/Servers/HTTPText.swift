/// Texts of replies for servers of ours.
public enum HTTPText {
  /// A whole reply with its length.
  public static func reply(
    _ status: Int = 200, headers: [String] = [], _ body: String = ""
  ) -> String {
    let length = "Content-Length: \(body.utf8.count)"
    return head(status, headers: headers + [length]) + body
  }

  /// A reply's first line and headers, to the empty line.
  public static func head(_ status: Int = 200, headers: [String] = []) -> String {
    (["HTTP/1.1 \(status) Status"] + headers + ["", ""]).joined(separator: "\r\n")
  }
}
