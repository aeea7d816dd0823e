extension SchemaDiagram {
  /// A box an entity and, below it, the ways that lead from it.
  func text(width: Int?) -> String {
    boxes.map { box in
      let title = box.name + (box.superentity.map { ": \($0)" } ?? "")
      let inner = ([title] + box.attributes).map(CharacterWidth.of).max() ?? 0
      let room = max(8, min(inner, (width ?? .max) - 4))
      let rule = String(repeating: "─", count: room + 2)
      let rows =
        [title].map { row($0, room) } + ["├\(rule)┤"] + box.attributes.map { row($0, room) }
      let frame = ["╭\(rule)╮"] + (box.attributes.isEmpty ? [rows[0]] : rows) + ["╰\(rule)╯"]
      return (frame + ways(from: box.name)).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func row(_ text: String, _ width: Int) -> String {
    let shown = CharacterWidth.truncated(VisibleText.of(text), to: width)
    let padding = String(repeating: " ", count: width - CharacterWidth.of(shown))
    return "│ \(shown)\(padding) │"
  }

  private func ways(from entity: String) -> [String] {
    let own = lines.filter { $0.from.entity == entity }.map { way($0.from, $0.to) }
    let others = lines.filter {
      $0.to.entity == entity && $0.to.property != nil && $0.from != $0.to
    }
    .map { way($0.to, $0.from) }
    return own + others
  }

  private func way(_ from: Line.End, _ to: Line.End) -> String {
    let sign = to.isMany ? "──<" : "───"
    let inverse = to.property.map { " (\($0))" } ?? ""
    return "  \(from.property ?? "") \(sign) \(to.entity)\(inverse)"
  }

  /// An entity-relationship diagram of Mermaid.
  var mermaid: String {
    var rows = ["erDiagram"]
    for box in boxes {
      rows.append("  \(Self.identifier(box.name)) {")
      for attribute in box.attributes {
        let parts = attribute.split(separator: ":", maxSplits: 1).map(String.init)
        let type = (parts.last ?? "").filter { $0.isLetter || $0.isNumber }
        rows.append("    \(type) \(Self.identifier(parts.first ?? ""))")
      }
      rows.append("  }")
      if let parent = box.superentity {
        rows.append("  \(Self.identifier(parent)) ||--|| \(Self.identifier(box.name)) : \"is\"")
      }
    }
    for line in lines {
      let left = line.from.isMany ? "}o" : line.from.isOptional ? "|o" : "||"
      let right = line.to.isMany ? "o{" : line.to.isOptional ? "o|" : "||"
      let label = [line.from.property, line.to.property].compactMap(\.self).joined(separator: " / ")
      rows.append(
        "  \(Self.identifier(line.from.entity)) \(left)--\(right) "
          + "\(Self.identifier(line.to.entity)) : \"\(label)\"")
    }
    return rows.joined(separator: "\n") + "\n"
  }

  /// Letters, digits and lines, as Mermaid's names are.
  private static func identifier(_ name: String) -> String {
    let plain = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return plain.first.map { $0.isNumber ? "_" + plain : plain } ?? "_"
  }

  /// A graph of Graphviz.
  var dot: String {
    var rows = [
      "digraph schema {",
      "  rankdir=LR; node [shape=record, fontname=\"sans-serif\", fontsize=11];",
      "  edge [fontname=\"sans-serif\", fontsize=9, dir=both];",
    ]
    for box in boxes {
      let attributes = box.attributes.map { Self.label($0) + "\\l" }.joined()
      rows.append("  \(Self.quoted(box.name)) [label=\"{\(Self.label(box.name))|\(attributes)}\"];")
      if let parent = box.superentity {
        rows.append(
          "  \(Self.quoted(box.name)) -> \(Self.quoted(parent)) [arrowhead=empty, dir=forward];")
      }
    }
    for line in lines {
      let label = [line.from.property, line.to.property].compactMap(\.self).joined(separator: " / ")
      rows.append(
        "  \(Self.quoted(line.from.entity)) -> \(Self.quoted(line.to.entity)) "
          + "[label=\(Self.quoted(label)), arrowtail=\(Self.arrow(line.from)), "
          + "arrowhead=\(Self.arrow(line.to))];")
    }
    return rows.joined(separator: "\n") + "\n}\n"
  }

  private static func arrow(_ end: Line.End) -> String { end.isMany ? "crow" : "none" }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Text inside a record's label, where brackets and bars are signs.
  private static func label(_ text: String) -> String {
    String(text.flatMap { "\\{}|<>\"".contains($0) ? ["\\", $0] : [$0] })
  }
}
