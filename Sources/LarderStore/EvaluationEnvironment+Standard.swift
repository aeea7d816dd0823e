public import LarderCore
import PatternMatching

extension EvaluationEnvironment {
  /// Regular expressions of PCRE2, with a limit on the steps of one match.
  ///
  /// Where accents do not count they are taken off the pattern and the text alike.
  public static let standard = EvaluationEnvironment { source, options, isWhole in
    let folding = options.intersection(.diacriticInsensitive)
    let pattern: Pattern
    do throws(PatternError) {
      pattern = try Pattern(
        folding.isEmpty ? source : TextFolding.folded(source, folding),
        caseInsensitive: options.contains(.caseInsensitive))
    } catch {
      throw PersistenceError(
        .invalidPattern, value: .text(source),
        detail: "\(error.message), at offset \(error.offset)", underlyingError: error)
    }
    guard !folding.isEmpty else { return { pattern.matches($0, whole: isWhole) } }
    return { pattern.matches(TextFolding.folded($0, folding), whole: isWhole) }
  }
}
