import Dispatch
public import LarderCore

/// An actor with a context of its own; `@ModelActor` writes what it needs.
public protocol ModelActor: Actor {
  nonisolated var modelContainer: ModelContainer { get }

  /// Runs the actor's jobs, and has its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

/// An executor with a context that its jobs use.
public protocol ModelExecutor: Executor {
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

extension ModelActor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialModelExecutor else {
      preconditionFailure("A model actor needs an executor that runs one job at a time.")
    }
    return executor.asUnownedSerialExecutor()
  }

  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object of an identifier, as a model of this actor's own context; nil where it is of another class or
  /// gone.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
    modelContext.existingModel(for: id)
  }
}

/// Runs a model actor's jobs on a queue of its own.
///
/// The context is used by the jobs alone.
public final class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "ModelExecutor")

  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    let queue = queue
    modelContext.core.autosave.schedule = { job in queue.async(execute: job) }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
