extension String {
  /// Everything but letters, digits and `-._~` of ASCII percent-encoded.
  var percentEncoded: String { percentEncoded(keeping: "") }

  /// The same, with some further characters of ASCII kept.
  func percentEncoded(keeping kept: String) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.append(byte)
      case _ where kept.utf8.contains(byte): result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text with every `%XX` decoded; bytes that are no UTF-8 as U+FFFD.
  var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      let isSigned = digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-")
      if byte == UInt8(ascii: "%"), digits.count == 2, !isSigned,
        let code = UInt8(String(Substring(digits)), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [QueryParameter] {
  /// The query of an address, in order; the `$` of OData's names stays readable.
  var queryText: String {
    map {
      $0.name.percentEncoded(keeping: "$") + "=" + $0.value.percentEncoded(keeping: "',()$:*/!@")
    }
    .joined(separator: "&")
  }
}
