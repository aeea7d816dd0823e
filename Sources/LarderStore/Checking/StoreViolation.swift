public import LarderCore

/// A rule of a store's format that something in the store breaks.
public struct StoreViolation: Hashable, Sendable {
  /// The rule, as one word: `dangling-key`.
  public var rule: String

  /// What is wrong, without a full stop.
  public var message: String

  /// The object that it is about; `nil` where no object shows it.
  public var identifier: PersistentIdentifier?
  public var attribute: AttributeName?

  /// What puts it right without a loss; `nil` where only a person can tell.
  public var remedy: Remedy?

  public enum Remedy: Hashable, Sendable {
    case edit(EntityEdit)
    case repairs([StoreRepair])
  }

  public init(
    rule: String, message: String, identifier: PersistentIdentifier? = nil,
    attribute: AttributeName? = nil, remedy: Remedy? = nil
  ) {
    self.rule = rule
    self.message = message
    self.identifier = identifier
    self.attribute = attribute
    self.remedy = remedy
  }
}

/// A store whose format has rules that it can check.
public protocol StoreChecking: EntityStore {
  /// Everything that breaks a rule, in the order of the rules; empty for a sound store.
  ///
  /// - Throws: ``PersistenceError``.
  func violations() throws -> [StoreViolation]
}
