public import LarderCore

/// Something that a store cannot read or only guesses, for people.
public struct StoreFinding: Hashable, Sendable {
  /// Without a full stop: `the model was taken out of the store`.
  public var message: String

  /// What it is about; `nil` for the store as a whole.
  public var entity: EntityName?
  public var attribute: AttributeName?

  public init(_ message: String, entity: EntityName? = nil, attribute: AttributeName? = nil) {
    self.message = message
    self.entity = entity
    self.attribute = attribute
  }
}

extension StoreFinding {
  /// The message with what it is about: `Book.title: its type is guessed from a column of type VARCHAR`.
  public var text: String {
    switch (entity, attribute) {
    case (let entity?, let attribute?): "\(entity).\(attribute): \(message)"
    case (let entity?, nil): "\(entity): \(message)"
    default: message
    }
  }
}

/// A store that can tell what it could not read, and what it guessed.
public protocol FindingProviding: EntityStore {
  /// In the order in which it was found; empty where everything is as it should be.
  var findings: [StoreFinding] { get }
}
