import LarderCore

/// Finds the smallest splices that turn the text of a value into the text of another.
///
/// Objects and arrays are edited inside: what did not change in them keeps its bytes.
struct ValueEditor {
  let writer: JSONValueWriter

  /// A member of an object and what is to become of it.
  struct MemberChange {
    var name: AttributeName
    var attribute: EntitySchema.Attribute?
    var old: AttributeValue?
    /// With `nil` a member that stands is set to null, and one that is missing stays missing.
    var new: AttributeValue?
    /// The same member's value in another object, for the form of the first value.
    var example: RawText?
  }

  /// The splices inside of the text at `raw`, which reads as `old`.
  ///
  /// The example is text of the same attribute elsewhere, for the form where `raw` is null; the
  /// indentation that of the line on which the value starts.
  func splices(
    turning raw: RawText, of attribute: EntitySchema.Attribute?, from old: AttributeValue,
    to new: AttributeValue, like example: RawText?, indentation: [UInt8], depth: Int = 0
  ) throws -> [Splice] {
    guard !old.isIdentical(to: new) else { return [] }
    if depth < JSONValueWriter.maximumDepth {
      switch (old, new) {
      case (.object(let before), .object(let after)) where raw.isObject:
        return try splices(
          of: raw, attribute: attribute, from: before, to: after, indentation: indentation,
          depth: depth)
      case (.array(let before), .array(let after))
      where raw.isArray && !before.isEmpty && !after.isEmpty:
        return try splices(
          of: raw, attribute: attribute, from: before, to: after, indentation: indentation,
          depth: depth)
      default: break
      }
    }
    var text: [UInt8] = []
    try writer.append(
      new, of: attribute, like: raw.isNull ? example : raw, indentation: indentation, depth: depth,
      to: &text)
    return [Splice(raw.range, text)]
  }

  /// Changes members of an object; those not named in a change stay.
  ///
  /// A member that is added finds its place by the usual order of members, and never behind one that
  /// is being removed.
  func splices(
    of object: RawText, changing changes: [MemberChange], order: [AttributeName],
    removed: Set<String> = [], indentation: [UInt8], depth: Int = 0
  ) throws -> [Splice] {
    let members = object.members.filter {
      removed.isEmpty || !removed.contains(JSONStringText.value(object.bytes, $0.name))
    }
    let names = members.map { JSONStringText.value(object.bytes, $0.name) }
    let spacing = Spacing(of: object, inlineComma: writer.style.inlineComma)
    let inner = spacing?.innerIndentation ?? indentation
    var splices: [Splice] = []
    var additions: [MemberChange] = []
    for change in changes where !AttributeValue.areIdentical(change.old, change.new) {
      if let index = names.lastIndex(of: change.name.rawValue) {
        splices += try self.splices(
          turning: object.part(members[index].value), of: change.attribute,
          from: change.old ?? .null, to: change.new ?? .null, like: change.example,
          indentation: inner, depth: depth + 1)
      } else if let new = change.new, new != .null {
        additions.append(change)
      }
    }
    return try splices
      + additionSplices(
        additions, to: object, members: members, names: names, order: order,
        spacing: spacing ?? writer.style.objectSpacing(indentation: indentation), depth: depth)
  }

  private func splices(
    of raw: RawText, attribute: EntitySchema.Attribute?, from old: AttributeObject,
    to new: AttributeObject, indentation: [UInt8], depth: Int
  ) throws -> [Splice] {
    let kept = Set(new.members.map(\.name))
    let removed = raw.members.filter {
      !kept.contains(AttributeName(JSONStringText.value(raw.bytes, $0.name)))
    }
    var seen: Set<AttributeName> = []
    let changes = new.members.compactMap { member -> MemberChange? in
      guard seen.insert(member.name).inserted else { return nil }
      return MemberChange(
        name: member.name, attribute: attribute?.member(member.name), old: old[member.name],
        new: new[member.name])
    }
    if removed.count == raw.members.count, !removed.isEmpty || raw.members.isEmpty {
      // Nothing stays to hang an addition on.
      var text: [UInt8] = []
      try writer.append(
        .object(new), of: attribute, like: raw, indentation: indentation, depth: depth, to: &text)
      return [Splice(raw.range, text)]
    }
    let spans = removed.map { $0.name.lowerBound..<$0.value.upperBound }
    let order = new.members.map(\.name)
    return try ItemSplices(raw.bytes, container: raw.range).removal(of: spans)
      + splices(
        of: raw, changing: changes, order: order,
        removed: Set(removed.map { JSONStringText.value(raw.bytes, $0.name) }),
        indentation: indentation, depth: depth)
  }
}

extension ValueEditor {
  /// Adds members, each behind the one that usually stands before it.
  private func additionSplices(
    _ additions: [MemberChange], to object: RawText, members: [MemberRange], names: [String],
    order: [AttributeName], spacing: Spacing, depth: Int
  ) throws -> [Splice] {
    guard !additions.isEmpty else { return [] }
    let rank = Dictionary(
      order.enumerated().map { ($0.element.rawValue, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let sorted = additions.sorted {
      rank[$0.name.rawValue, default: .max] < rank[$1.name.rawValue, default: .max]
    }
    let texts = try sorted.map { try memberText($0, spacing: spacing, depth: depth) }
    guard !members.isEmpty else {
      let start = object.range.lowerBound + 1
      let interior = start..<max(start, object.range.upperBound - 1)
      var comma: [UInt8] = []
      spacing.appendComma(to: &comma)
      let joined = Array(texts.joined(separator: comma))
      return [Splice(interior, spacing.opening + joined + spacing.closing)]
    }
    return zip(sorted, texts).map { change, text in
      let own = rank[change.name.rawValue, default: .max]
      let before = names.indices.filter { rank[names[$0], default: .max] < own }
        .max { rank[names[$0], default: .max] < rank[names[$1], default: .max] }
      var splice: [UInt8] = []
      if let place = before ?? (own == .max ? names.indices.last : nil) {
        spacing.appendComma(to: &splice)
        splice += text
        let end = members[place].value.upperBound
        return Splice(end..<end, splice)
      }
      splice = text
      spacing.appendComma(to: &splice)
      let start = members[0].name.lowerBound
      return Splice(start..<start, splice)
    }
  }

  /// The name, the colon and the value.
  private func memberText(
    _ change: MemberChange, spacing: Spacing, depth: Int
  ) throws -> [UInt8] {
    var text: [UInt8] = []
    writer.style.escaping.append(change.name.rawValue, to: &text)
    spacing.appendColon(to: &text)
    try writer.append(
      change.new ?? .null, of: change.attribute, like: change.example,
      indentation: spacing.innerIndentation ?? [], depth: depth + 1, to: &text)
    return text
  }

  /// Elements alike at both ends stay; those between are edited one by one, the rest of the longer
  /// side added or removed.
  private func splices(
    of raw: RawText, attribute: EntitySchema.Attribute?, from old: [AttributeValue],
    to new: [AttributeValue], indentation: [UInt8], depth: Int
  ) throws -> [Splice] {
    let spans = raw.elements
    guard spans.count == old.count,
      let spacing = Spacing(of: raw, inlineComma: writer.style.inlineComma)
    else { return [] }
    let element = attribute?.element
    let inner = spacing.innerIndentation ?? indentation
    let prefix = zip(old, new).prefix { $0.isIdentical(to: $1) }.count
    let shorter = min(old.count, new.count)
    let suffix = zip(old.reversed(), new.reversed()).prefix(shorter - prefix)
      .prefix { $0.isIdentical(to: $1) }.count
    let shared = prefix..<(shorter - suffix)
    var splices: [Splice] = []
    for index in shared {
      splices += try self.splices(
        turning: raw.part(spans[index]), of: element, from: old[index], to: new[index],
        like: raw.part(spans[0]), indentation: inner, depth: depth + 1)
    }
    let removed = Array(spans[shared.upperBound..<max(shared.upperBound, old.count - suffix)])
    splices += ItemSplices(raw.bytes, container: raw.range).removal(of: removed)
    let added = new[shared.upperBound..<max(shared.upperBound, new.count - suffix)]
    let texts = try added.map { value in
      var text: [UInt8] = []
      let example = raw.part(spans[max(0, shared.upperBound - 1)])
      try writer.append(
        value, of: element, like: example, indentation: inner, depth: depth + 1, to: &text)
      return text
    }
    return splices + insertions(texts, at: shared.upperBound, spans: spans, spacing: spacing)
  }

  private func insertions(
    _ texts: [[UInt8]], at index: Int, spans: [Range<Int>], spacing: Spacing
  ) -> [Splice] {
    guard !texts.isEmpty else { return [] }
    var comma: [UInt8] = []
    spacing.appendComma(to: &comma)
    if index > 0 {
      let place = spans[index - 1].upperBound
      return [Splice(place..<place, texts.flatMap { comma + $0 })]
    }
    let place = spans[0].lowerBound
    return [Splice(place..<place, texts.flatMap { $0 + comma })]
  }
}
