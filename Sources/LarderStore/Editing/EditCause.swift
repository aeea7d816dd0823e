public import LarderCore

/// Why an edit touches an object.
public enum EditCause: Hashable, Sendable {
  /// The statement names it or its condition holds for it.
  case statement
  /// A delete rule `cascade` of an object that is deleted leads to it.
  case cascade(from: PersistentIdentifier, AttributeName)
  /// It was related to an object that is deleted.
  case nullify(from: PersistentIdentifier, AttributeName)
  /// The inverse of a relationship that was set.
  case inverse(of: PersistentIdentifier, AttributeName)
}

/// What an insert does whose unique value an object holds already.
public enum UniquenessPolicy: String, Hashable, Sendable {
  /// It fails with `store.not-unique`.
  case error
  /// It updates that object.
  case upsert
}
