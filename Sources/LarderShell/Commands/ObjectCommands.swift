import LarderCore
import LarderStore

extension ShellCommand {
  static let ids = ShellCommand(
    "ids", ".ids [REF]", "Show temporary and permanent identifiers, of the last listing or of REF."
  ) { arguments, session in
    let identifiers =
      arguments.isEmpty ? session.listing : try session.identifiers(in: arguments)
    guard !identifiers.isEmpty else {
      throw ShellError(.nothingListed, "no objects have been listed yet", help: "`.ids REF`")
    }
    try session.show(
      names: ["entity", "temporary", "permanent", "uri"],
      identifiers.map(session.identifierRecord))
  }

  static let snapshot = ShellCommand(
    "snapshot", ".snapshot REF", "Show an object as stored, as last seen, and as it is now."
  ) { arguments, session in
    guard !arguments.isEmpty else { throw UsageError() }
    for identifier in try session.identifiers(in: arguments) {
      try session.showSnapshots(of: identifier)
    }
  }
}

extension Session {
  /// Entity, temporary and permanent identifier, URI; null where there is none.
  fileprivate func identifierRecord(_ identifier: PersistentIdentifier) -> [AttributeValue?] {
    let permanent = context.permanentIdentifier(for: identifier)
    let temporary =
      identifier.isTemporary
      ? identifier : inserted.first { context.permanentIdentifier(for: $0) == permanent }
    return [
      .text(permanent.entityName), temporary.map { .identifier($0) } ?? .null,
      permanent.isTemporary ? .null : .identifier(permanent), .text(permanent.uriRepresentation),
    ]
  }

  /// A record a property: what the store holds, what the context last saw, what it holds now.
  fileprivate func showSnapshots(of identifier: PersistentIdentifier) throws {
    let identifier = context.permanentIdentifier(for: identifier)
    let stored = identifier.isTemporary ? nil : try context.storedSnapshot(for: identifier)
    let seen = context.registeredSnapshot(for: identifier)
    let current = try context.snapshot(for: identifier)
    guard let layout = (current ?? stored ?? seen)?.layout else {
      throw PersistenceError(.objectNotFound, identifier: identifier)
    }
    try show(
      names: ["identifier", "attribute", "stored", "snapshot", "current"],
      layout.names.map { name in
        [
          .identifier(identifier), .text(name.rawValue), stored?[name], seen?[name],
          current?[name],
        ]
      })
  }
}
