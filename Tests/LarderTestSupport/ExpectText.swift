public import Testing

/// Records an issue with a line diff unless two texts are the same, byte for byte.
public func expectText(
  _ actual: String, _ expected: String, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !actual.utf8.elementsEqual(expected.utf8) else { return }
  let difference = lineDifference(from: expected, to: actual)
  let message = Comment(
    rawValue: "the text is not as expected (- expected, + actual):\n" + difference)
  Issue.record([message, comment].compactMap(\.self).joined, sourceLocation: sourceLocation)
}

/// Lines of both texts: `-` before one that only the first has, `+` before one of the second alone.
public func lineDifference(from expected: String, to actual: String) -> String {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let new = actual.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  return merged(old, removed, new, inserted).joined(separator: "\n")
}

private func merged(
  _ old: [String], _ removed: Set<Int>, _ new: [String], _ inserted: Set<Int>
) -> [String] {
  var lines: [String] = []
  var (oldIndex, newIndex) = (0, 0)
  while oldIndex < old.count || newIndex < new.count {
    if removed.contains(oldIndex) {
      lines.append("- " + old[oldIndex])
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append("+ " + new[newIndex])
      newIndex += 1
    } else {
      lines.append("  " + (oldIndex < old.count ? old[oldIndex] : new[newIndex]))
      oldIndex += 1
      newIndex += 1
    }
  }
  return lines
}

extension [Comment] {
  fileprivate var joined: Comment {
    Comment(rawValue: map(\.rawValue).joined(separator: "\n"))
  }
}
