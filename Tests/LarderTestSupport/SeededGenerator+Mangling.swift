extension SeededGenerator {
  /// Bytes with a few of them changed, cut out or doubled, or the rest cut off.
  public mutating func mangled(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<integer(in: 1...4) {
      guard let place = bytes.indices.randomElement(using: &self) else { break }
      switch integer(in: 0...4) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      case 3:
        // A piece from elsewhere, such as a brace too many.
        let start = bytes.indices.randomElement(using: &self) ?? place
        bytes.insert(contentsOf: bytes[start..<min(start + 8, bytes.count)], at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }
}
