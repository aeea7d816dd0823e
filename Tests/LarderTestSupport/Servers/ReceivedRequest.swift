/// A request as a server of ours received it.
public struct ReceivedRequest: Hashable, Sendable {
  public var method: String
  public var target: String

  /// Lines after the first, without their ends.
  public var headerLines: [String]
  public var body: [UInt8]

  /// The connection that it came on, counted from 1.
  public var connection: Int

  /// Reads the first line and the headers.
  init?(head: String, connection: Int) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    lines.removeFirst()
    method = String(words[0])
    target = String(words[1])
    headerLines = lines
    body = []
    self.connection = connection
  }

  /// The values of the headers of a name, joined; `nil` where there is none.
  public subscript(name: String) -> String? {
    let values = headerLines.compactMap { line -> String? in
      guard let colon = line.firstIndex(of: ":"),
        line[..<colon].lowercased() == name.lowercased()
      else { return nil }
      return String(line[colon...].dropFirst().drop { $0 == " " })
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The request again, for another server, which shall close the connection after its reply.
  var forwarded: [UInt8] {
    let kept = headerLines.filter { !$0.lowercased().hasPrefix("connection:") }
    let lines = ["\(method) \(target) HTTP/1.1"] + kept + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + body
  }
}
