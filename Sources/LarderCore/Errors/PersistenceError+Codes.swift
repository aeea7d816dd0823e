extension PersistenceError {
  /// An open set of failure kinds: a new code is not a breaking change.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Lets a `catch` clause name the code: `catch PersistenceError.Code.conflict`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? PersistenceError)?.code == code
    }
  }
}

extension PersistenceError.Code {
  /// The medium cannot be read or does not exist.
  public static let unavailable = Self(rawValue: "store.unavailable")
  /// Another process holds the store.
  public static let busy = Self(rawValue: "store.busy")
  /// An object is not as the context last saw it.
  public static let conflict = Self(rawValue: "store.conflict")
  /// The store would hold a unique value twice.
  public static let notUnique = Self(rawValue: "store.not-unique")
  public static let objectNotFound = Self(rawValue: "store.object-not-found")
  public static let readOnly = Self(rawValue: "store.read-only")
  /// The bytes are not what the format asks for.
  public static let corrupt = Self(rawValue: "store.corrupt")
  /// The medium gave fewer objects than it has, or cannot be trusted to give all.
  public static let incomplete = Self(rawValue: "store.incomplete")
  /// The store's format has no place for what was asked.
  public static let unsupported = Self(rawValue: "store.unsupported")
  /// The medium refused a read or a write.
  public static let failed = Self(rawValue: "store.failed")

  public static let unknownEntity = Self(rawValue: "schema.unknown-entity")
  public static let unknownAttribute = Self(rawValue: "schema.unknown-attribute")
  public static let invalidSchema = Self(rawValue: "schema.invalid")

  /// A migration plan has no stage from a version of the schema to the next.
  public static let missingStage = Self(rawValue: "migration.stage-missing")

  /// A value of a kind that the attribute does not take.
  public static let wrongKind = Self(rawValue: "value.wrong-kind")
  public static let overflow = Self(rawValue: "value.overflow")
  public static let divisionByZero = Self(rawValue: "value.division-by-zero")
  /// An operand of an edit is nil.
  public static let operandIsNil = Self(rawValue: "value.operand-is-nil")
  /// A regular expression that cannot be used.
  public static let invalidPattern = Self(rawValue: "value.invalid-pattern")

  public static let requiredValueMissing = Self(rawValue: "save.required-value-missing")
  /// A delete rule `deny` forbids the delete.
  public static let deleteDenied = Self(rawValue: "save.delete-denied")
  /// A to-many relationship has too few or too many objects.
  public static let countOutOfRange = Self(rawValue: "save.count-out-of-range")
  /// The store refused one object of a save.
  public static let rejected = Self(rawValue: "save.rejected")
  /// The store may have written an object, but its answer was lost.
  public static let unknownOutcome = Self(rawValue: "save.unknown-outcome")
  /// An object was not written because the save ended before it.
  public static let notTried = Self(rawValue: "save.not-tried")

  public static let nothingToUndo = Self(rawValue: "undo.nothing-to-undo")
  public static let nothingToRedo = Self(rawValue: "undo.nothing-to-redo")

  /// The operation was stopped from outside.
  public static let cancelled = Self(rawValue: "operation.cancelled")
}
