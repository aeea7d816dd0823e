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

/// A store that can tell what it could not read, and what it guessed.
public protocol FindingProviding: EntityStore {
  /// In the order in which it was found; empty where everything is as it should be.
  var findings: [StoreFinding] { get }
}
