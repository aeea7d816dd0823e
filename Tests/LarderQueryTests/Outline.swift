import FoundationEssentials
import LarderCore
import LarderQuery

/// Draws resolved values as nested lists, so that a test shows the tree beside its source.
enum Outline {
  static func text(_ statement: ResolvedStatement) -> String {
    switch statement {
    case .query(let query, let store): prefix(store) + text(query)
    case .edit(let edit, let store): prefix(store) + text(edit)
    case .preview(let edit, let store): "preview " + prefix(store) + text(edit)
    case .bindQuery(let name, let query, _, let source): "\(name) = \(text(query)) <\(source)>"
    case .bindValue(let name, let value): "\(name) = \(text(value))"
    case .bindInsert(let name, let edit, _): "\(name) = \(text(edit))"
    case .bindFirst(let name, let query, _): "\(name) = first \(text(query))"
    case .save: "save"
    case .rollback: "rollback"
    case .diff: "diff"
    case .status: "status"
    case .end: "end"
    case .undo(let count): "undo \(count)"
    case .redo(let count): "redo \(count)"
    case .begin(let name): "begin \(name.quotedLiteral)"
    case .refresh(let objects, let discard): "refresh \(objects) \(discard)"
    case .resolve(let objects, let keepMine):
      "resolve \(objects.map(\.description) ?? "all") \(keepMine)"
    case .copy(let query, let from, let to): "copy \(from) \(text(query)) to \(to)"
    case .command(let name, let arguments, _): ".\(name) <\(arguments)>"
    case .declare(let entities): "declare \(entities.map(\.name))"
    }
  }

  private static func prefix(_ store: String) -> String { store == "people" ? "" : "\(store)::" }

  static func text(_ query: EntityQuery) -> String {
    switch query.output {
    case .objects: text(query.descriptor)
    case .count: "count " + text(query.descriptor)
    case .rows(let projection): text(query.descriptor) + text(projection)
    }
  }

  static func text(_ descriptor: EntityFetchDescriptor) -> String {
    var parts = ["\(descriptor.entity)"]
    if let predicate = descriptor.predicate { parts.append(text(predicate)) }
    if !descriptor.sortDescriptors.isEmpty { parts.append(text(descriptor.sortDescriptors)) }
    if let limit = descriptor.fetchLimit { parts.append("limit \(limit)") }
    if let offset = descriptor.fetchOffset { parts.append("offset \(offset)") }
    if !descriptor.prefetchedRelationships.isEmpty {
      parts.append(
        "prefetch " + descriptor.prefetchedRelationships.map(text).joined(separator: " "))
    }
    return parts.joined(separator: " ")
  }

  private static func text(_ keys: [EntitySortDescriptor]) -> String {
    let steps = keys.map { key in
      text(key.expression) + (key.order == .reverse ? " desc" : "")
        + (key.comparator == .localized ? " localized" : "")
        + (key.nils.map { " nils \($0.rawValue)" } ?? "")
    }
    return "[" + steps.joined(separator: ", ") + "]"
  }

  static func text(_ projection: EntityProjection) -> String {
    let items = projection.items.map { item in
      (item.presentation == .bar ? "bar " : "") + text(item.expression)
        + " as " + item.name.quotedLiteral
    }
    var parts = [" | " + items.joined(separator: ", ")]
    if !projection.groupKeys.isEmpty {
      parts.append("by " + projection.groupKeys.map(text).joined(separator: ", "))
    }
    if let having = projection.having { parts.append("having " + text(having)) }
    if projection.isDistinct { parts.append("distinct") }
    if !projection.sortDescriptors.isEmpty { parts.append(text(projection.sortDescriptors)) }
    if let limit = projection.limit { parts.append("limit \(limit)") }
    if let offset = projection.offset { parts.append("offset \(offset)") }
    return parts.joined(separator: " ")
  }

  static func text(_ edit: EntityEdit) -> String {
    switch edit {
    case .insert(let entity, let assignments): "insert \(entity) \(text(assignments))"
    case .update(let target, let assignments): "update \(text(target)) \(text(assignments))"
    case .delete(let target): "delete \(text(target))"
    case .append(let object, let path, let values):
      "append \(object) \(text(path)) " + values.map(text).joined(separator: " ")
    case .remove(let object, let path, let values):
      "remove \(object) \(text(path)) " + values.map(text).joined(separator: " ")
    }
  }

  private static func text(_ target: EntityEdit.Target) -> String {
    switch target {
    case .matching(let descriptor): "(" + text(descriptor) + ")"
    case .objects(let identifiers): identifiers.map(\.description).joined(separator: " ")
    }
  }

  private static func text(_ assignments: [EntityEdit.Assignment]) -> String {
    "{" + assignments.map { text($0.path) + ": " + text($0.value) }.joined(separator: ", ") + "}"
  }

  static func text(_ predicate: EntityPredicate) -> String {
    switch predicate {
    case .constant(let flag): "\(flag)"
    case .and(let parts): list("and", parts.map(text))
    case .or(let parts): list("or", parts.map(text))
    case .not(let condition): list("not", [text(condition)])
    case .comparison(let operation, let left, let right):
      list(operation.rawValue, [text(left), text(right)])
    case .text(let operation, let options, let subject, let needle):
      list(operation.rawValue + flags(options), [text(subject), text(needle)])
    case .membership(let element, let collection): list("in", [text(element), text(collection)])
    case .range(let subject, let lower, let upper, let isClosed):
      list(isClosed ? "..." : "..<", [text(subject), text(lower), text(upper)])
    case .quantified(let quantifier, let collection, let condition):
      list(quantifier.rawValue, [text(collection), text(condition)])
    case .isMissing(let path): list("missing", [text(path)])
    case .isEmpty(let value): list("empty", [text(value)])
    case .isTrue(let value): list("true?", [text(value)])
    case .isKind(let level, let entity): list("is", ["\(level)", "\(entity)"])
    }
  }

  private static func flags(_ options: EntityPredicate.TextOptions) -> String {
    guard !options.isEmpty else { return "" }
    return "[" + (options.contains(.caseInsensitive) ? "c" : "")
      + (options.contains(.diacriticInsensitive) ? "d" : "") + "]"
  }

  static func text(_ expression: EntityExpression) -> String {
    switch expression {
    case .value(let value): text(value)
    case .path(let path): text(path)
    case .arithmetic(let operation, let left, let right):
      list(operation.rawValue, [text(left), text(right)])
    case .negated(let operand): list("neg", [text(operand)])
    case .coalesce(let first, let second): list("??", [text(first), text(second)])
    case .conditional(let condition, let first, let second):
      list("?:", [text(condition), text(first), text(second)])
    case .predicate(let condition): text(condition)
    case .function(let function, let arguments): list(function.rawValue, arguments.map(text))
    case .shifted(let date, let duration):
      list(
        "shift",
        [
          text(date), "\(duration.months)mo", "\(duration.days)d", "\(duration.milliseconds)ms",
        ])
    case .collection(let function, let collection, let element):
      list("@" + function.rawValue, [text(collection)] + (element.map { [text($0)] } ?? []))
    case .filtered(let collection, let condition):
      list("filter", [text(collection), text(condition)])
    case .aggregate(let function, let argument):
      list("#" + function.rawValue, argument.map { [text($0)] } ?? [])
    case .first(let descriptor): list("first", [text(descriptor)])
    }
  }

  /// A path of an inner element begins with as many dollars as its level.
  static func text(_ path: AttributePath) -> String {
    let names = path.names.map(\.rawValue).joined(separator: ".")
    let start = String(repeating: "$", count: path.level)
    return names.isEmpty ? start + "self" : start + names
  }

  static func text(_ value: AttributeValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)r"
    case .decimal(let number): "\(number)m"
    case .text(let text): text.quotedLiteral
    case .date(let date): "@" + DateText.text(for: date)
    case .uuid(let uuid): "uuid:\(uuid.uuidString)"
    case .data(let data): "data:\(data.base64EncodedString())"
    case .array(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    case .object(let object):
      "{" + object.members.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ") + "}"
    case .identifier(let identifier): identifier.description
    }
  }

  private static func list(_ head: String, _ parts: [String]) -> String {
    "(" + ([head] + parts).joined(separator: " ") + ")"
  }
}
