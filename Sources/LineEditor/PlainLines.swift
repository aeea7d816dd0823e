import Glibc

/// Lines read from a descriptor as they come: a pipe, or a terminal that can do nothing but type.
public struct PlainLines: LineSource {
  private let descriptor: Int32

  /// Where prompts go, or `nil` for no prompts.
  private let promptDescriptor: Int32?
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Reads lines from a descriptor, which stays open.
  public init(descriptor: Int32, promptDescriptor: Int32? = nil) {
    self.descriptor = descriptor
    self.promptDescriptor = promptDescriptor
  }

  public mutating func nextLine(prompt: String) -> LineInput {
    show(prompt)
    while true {
      if let newline = pending[start...].firstIndex(of: 0x0A) {
        let line = pending[start..<newline]
        start = newline + 1
        return .line(Self.text(line))
      }
      guard !isAtEnd else { return takeRest() }
      if !fill() { return .interrupted }
    }
  }

  public func remember(_ statement: String) {}
  public func recall(_ statements: [String]) {}

  private func show(_ prompt: String) {
    guard let promptDescriptor else { return }
    var prompt = prompt
    prompt.withUTF8 { _ = write(promptDescriptor, $0.baseAddress, $0.count) }
  }

  /// The last line, which may have no newline.
  private mutating func takeRest() -> LineInput {
    guard start < pending.count else { return .end }
    defer { start = pending.count }
    return .line(Self.text(pending[start...]))
  }

  /// Reads more; false when a signal came first.
  private mutating func fill() -> Bool {
    pending.removeFirst(start)
    start = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { return false }
    if count <= 0 { isAtEnd = true } else { pending.append(contentsOf: chunk[..<count]) }
    return true
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    let line = line.last == 0x0D ? line.dropLast() : line
    return String(decoding: line, as: UTF8.self)
  }
}
