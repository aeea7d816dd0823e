extension Invocation {
  /// Reads the arguments after the program's name.
  ///
  /// `--name value`, `--name=value`, `-c value` and `-cvalue` are understood; after `--` everything is
  /// a store.
  init(arguments: [String]) throws(InvocationError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        stores += rest.map(StoreLocation.init(argument:))
        break
      }
      if argument.hasPrefix("--") {
        try takeLong(argument.dropFirst(2), &rest)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        try takeShort(argument.dropFirst(), &rest)
      } else {
        stores.append(StoreLocation(argument: argument))
      }
    }
    if template != nil { mode = mode ?? .template }
    guard (mode == .template) == (template != nil) else {
      throw InvocationError("`--mode template` and `--template TEXT` belong together")
    }
  }

  private mutating func takeLong(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(InvocationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = InvocationOption.all.first(where: { $0.long == name }) else {
      throw InvocationError("unknown option `--\(name)`" + Self.suggestion(for: name))
    }
    guard option.placeholder != nil else {
      guard parts.count == 1 else { throw InvocationError("`--\(name)` takes no value") }
      return try option.apply("", &self)
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw InvocationError("`--\(name)` needs a value: \(option.synopsis.trimmingLeadingSpaces)")
    }
    try option.apply(value, &self)
  }

  private mutating func takeShort(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(InvocationError) {
    guard let letter = text.first,
      let option = InvocationOption.all.first(where: { $0.short == letter })
    else {
      throw InvocationError("unknown option `-\(text.prefix(1))`")
    }
    let attached = text.dropFirst()
    guard option.placeholder != nil else {
      guard attached.isEmpty else { throw InvocationError("unknown option `-\(text)`") }
      return try option.apply("", &self)
    }
    guard let value = attached.isEmpty ? rest.popFirst() : String(attached) else {
      throw InvocationError("`-\(letter)` needs a value: \(option.synopsis)")
    }
    try option.apply(value, &self)
  }

  private static func suggestion(for name: String) -> String {
    let candidates = InvocationOption.all.map(\.long)
    guard let near = candidates.first(where: { $0.hasPrefix(name) || name.hasPrefix($0) }) else {
      return ""
    }
    return "; did you mean `--\(near)`?"
  }
}

extension String {
  fileprivate var trimmingLeadingSpaces: String { String(drop { $0 == " " }) }
}
