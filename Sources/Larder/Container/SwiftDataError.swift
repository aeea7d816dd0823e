/// A failure of a container, a context or a fetch, by SwiftData's names.
///
/// What a store said of it is the underlying error.
public struct SwiftDataError: Error, Hashable, CustomStringConvertible {
  private let name: String

  /// What a person needs besides; not compared.
  public let detail: String?

  /// The failure of a store that caused this one; nil where there is none.
  public let underlyingError: (any Error)?

  private init(_ name: String, detail: String? = nil, underlyingError: (any Error)? = nil) {
    self.name = name
    self.detail = detail
    self.underlyingError = underlyingError
  }

  /// The same error with more to say.
  func saying(_ detail: String) -> SwiftDataError { SwiftDataError(name, detail: detail) }

  /// The same error with its cause.
  func caused(by error: any Error) -> SwiftDataError {
    SwiftDataError(name, detail: "\(error)", underlyingError: error)
  }

  public var description: String { detail.map { "\(name): \($0)" } ?? name }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Lets a `catch` clause name the error.
  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    (rhs as? SwiftDataError) == lhs
  }
}

extension SwiftDataError {
  public static let includePendingChangesWithBatchSize = Self("includePendingChangesWithBatchSize")
  public static let unsupportedPredicate = Self("unsupportedPredicate")
  public static let unsupportedKeyPath = Self("unsupportedKeyPath")
  public static let sortingPendingChangesWithIdentifiers = Self(
    "sortingPendingChangesWithIdentifiers")
  public static let unsupportedSortDescriptor = Self("unsupportedSortDescriptor")
  public static let historyTokenExpired = Self("historyTokenExpired")
  public static let invalidTransactionFetchRequest = Self("invalidTransactionFetchRequest")
  public static let duplicateConfiguration = Self("duplicateConfiguration")
  public static let configurationFileNameTooLong = Self("configurationFileNameTooLong")
  public static let configurationFileNameContainsInvalidCharacters = Self(
    "configurationFileNameContainsInvalidCharacters")
  public static let configurationSchemaNotFoundInContainerSchema = Self(
    "configurationSchemaNotFoundInContainerSchema")
  public static let loadIssueModelContainer = Self("loadIssueModelContainer")
  public static let modelValidationFailure = Self("modelValidationFailure")
  public static let missingModelContext = Self("missingModelContext")
  public static let backwardMigration = Self("backwardMigration")
  public static let unknownSchema = Self("unknownSchema")
  public static let unknownDataStoreSchema = Self("unknownDataStoreSchema")
}
