/// One version of an app's model classes.
public protocol VersionedSchema: SendableMetatype {
  static var models: [any PersistentModel.Type] { get }
  static var versionIdentifier: Schema.Version { get }
}

/// The versions of an app's schema in order, and the steps between them.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// From the first to the current one.
  static var schemas: [any VersionedSchema.Type] { get }
  static var stages: [MigrationStage] { get }
}

/// A step from one version to another.
///
/// The closures run once, in the initialiser of the container that opens an older store.
public enum MigrationStage: @unchecked Sendable {
  /// Properties and entities come and go, and are renamed by their `originalName`.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// The same, with work before it on the old models and after it on the new ones.
  ///
  /// What a closure leaves unsaved in its context is saved after it.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((_ context: ModelContext) throws -> Void)?,
    didMigrate: ((_ context: ModelContext) throws -> Void)?)

  var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let version, _), .custom(let version, _, _, _): version
    }
  }

  var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let version), .custom(_, let version, _, _): version
    }
  }
}
