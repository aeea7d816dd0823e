import LarderCore

extension IdentifierText {
  /// The JSON form of an identifier, made from the form of another one in the file.
  ///
  /// Entity, key and address are exchanged; the rest, such as the store's own identifier, and all white
  /// space stay.
  static func text(
    of identifier: PersistentIdentifier, like example: RawText, escaping: TextEscaping
  ) throws -> [UInt8] {
    var splices: [Splice] = []
    collect(&splices, identifier, in: example, escaping: escaping)
    let start = example.range.lowerBound
    let bytes = UnsafeRawBufferPointer(rebasing: example.bytes[example.range])
    return try SplicedText(
      bytes,
      splices.map {
        Splice($0.range.lowerBound - start..<$0.range.upperBound - start, $0.replacement)
      }
    ).joined()
  }

  private static func collect(
    _ splices: inout [Splice], _ identifier: PersistentIdentifier, in example: RawText,
    escaping: TextEscaping
  ) {
    for member in example.members {
      let value = example.part(member.value)
      switch JSONStringText.value(example.bytes, member.name) {
      case "implementation": collect(&splices, identifier, in: value, escaping: escaping)
      case "entityName":
        splices.append(Splice(value.range, quoted(identifier.entityName, escaping)))
      case "primaryKey", "typedPrimaryKey":
        if let text = keyText(identifier.primaryKey, like: value, escaping) {
          splices.append(Splice(value.range, text))
        }
      case "uriRepresentation":
        if let address = value.text {
          splices.append(Splice(value.range, quoted(uri(identifier, like: address), escaping)))
        }
      default: break
      }
    }
  }

  private static func keyText(
    _ key: PersistentIdentifier.PrimaryKey, like example: RawText, _ escaping: TextEscaping
  ) -> [UInt8]? {
    switch key {
    case .integer(let number):
      if example.isNumber { return Array(String(number).utf8) }
      guard let text = example.text else { return nil }
      return quoted(text.hasPrefix("p") ? "p\(number)" : String(number), escaping)
    case .text(let text): return example.isObject ? nil : quoted(text, escaping)
    case .temporary, .composite: return nil
    }
  }

  /// The last two parts of `x-coredata://STORE/Entity/p2` exchanged.
  private static func uri(
    _ identifier: PersistentIdentifier, like example: String
  ) -> String {
    var parts = example.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, let last = parts.last else { return example }
    parts[parts.count - 2] = identifier.entityName
    parts[parts.count - 1] =
      switch identifier.primaryKey {
      case .integer(let number): last.hasPrefix("p") ? "p\(number)" : String(number)
      case .text(let text):
        last.hasPrefix("p") && !parts[0].isEmpty && last.count == text.count + 1 ? "p" + text : text
      case .temporary, .composite: last
      }
    return parts.joined(separator: "/")
  }

  /// The form of an identifier in a file that has none yet.
  static func plainText(
    of identifier: PersistentIdentifier, escaping: TextEscaping
  ) throws -> [UInt8] {
    let form =
      #"{"implementation":{"entityName":"","isTemporary":false,"primaryKey":"","#
      + #""uriRepresentation":"x-coredata://larder/entity/key"}}"#
    return try Array(form.utf8).withUnsafeBytes { bytes in
      try text(of: identifier, like: RawText(bytes, 0..<bytes.count), escaping: escaping)
    }
  }

  private static func quoted(_ text: String, _ escaping: TextEscaping) -> [UInt8] {
    var output: [UInt8] = []
    escaping.append(text, to: &output)
    return output
  }
}
