import LarderCore
import LarderQuery

extension TraceEvent {
  /// The event in one line, with its number: `→ 3 trips: fetch Trip where days > 2`.
  var line: String {
    switch phase {
    case .request: "→ \(number) \(store): \(operation) \(summary)"
    case .result: "← \(number) \(store): \(summary)"
    case .failure: "← \(number) \(store): failed, \(summary)"
    case .message: summary
    }
  }

  /// The event with its details below it, a line each.
  var unfoldedLines: [String] {
    [line]
      + details.flatMap { detail in
        detail.value.lines.map { detail.isNamed ? "    \(detail.name) \($0)" : "    \($0)" }
      }
  }
}

extension TraceEvent.Detail {
  /// Lines of it need their name to be understood.
  fileprivate var isNamed: Bool {
    switch value {
    case .text, .lines, .remapping: name != "message"
    case .snapshots, .changes, .destinations: false
    }
  }
}

extension TraceEvent.Value {
  fileprivate var lines: [String] {
    switch self {
    case .text(let text): [text]
    case .lines(let lines): lines
    case .snapshots(let snapshots, let count):
      snapshots.map(\.initializerText)
        + (count > snapshots.count ? ["… and \(count - snapshots.count) more"] : [])
    case .changes(let changes): changes.map(\.traceLine)
    case .remapping(let map):
      map.sorted { $0.key < $1.key }.map { "\($0.key) → \($0.value)" }
    case .destinations(let map):
      map.sorted { $0.key < $1.key }.map { source, destinations in
        "\(source) → " + destinations.map(\.description).joined(separator: ", ")
      }
    }
  }
}

extension EntitySnapshot {
  /// `Trip#p5(name: "Oslo", days: 4)`; what is missing or not loaded is left out.
  fileprivate var initializerText: String {
    let arguments = zip(layout.names, values).compactMap { name, value in
      value.map { "\(name): \(QueryPrinter.text($0))" }
    }
    return "\(identifier)(\(arguments.joined(separator: ", ")))"
  }
}

extension ChangeSet.Change {
  fileprivate var traceLine: String {
    switch self {
    case .insert(let snapshot, _): "insert \(snapshot.initializerText)"
    case .delete(let snapshot): "delete \(snapshot.initializerText)"
    case .update(let before, let after):
      "update \(after.identifier): "
        + changedNames(before, after).map {
          "\($0) \(Self.text(before[$0])) → \(Self.text(after[$0]))"
        }.joined(separator: ", ")
    }
  }

  private func changedNames(
    _ before: EntitySnapshot, _ after: EntitySnapshot
  ) -> [AttributeName] { after.layout.names.filter { before[$0] != after[$0] } }

  private static func text(_ value: AttributeValue?) -> String {
    value.map { QueryPrinter.text($0) } ?? "missing"
  }
}
