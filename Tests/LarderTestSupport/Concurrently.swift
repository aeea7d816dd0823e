import Glibc
import Synchronization

/// Work on threads of its own, all at the same time.
public enum Concurrently {
  /// The results of a closure for each input, in their order, each from a thread of its own.
  public static func map<Input: Sendable, Value: Sendable>(
    _ inputs: some Sequence<Input>, _ work: @escaping @Sendable (Input) throws -> Value
  ) throws -> [Value] {
    let results = Results<Value>()
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    let inputs = Array(inputs)
    for (index, input) in inputs.enumerated() {
      let thread = try Threads.start {
        let result = Result { try work(input) }
        results.values.withLock { $0[index] = result }
      }
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    threads = []
    return try inputs.indices.compactMap { index in
      try results.values.withLock { $0[index] }?.get()
    }
  }

  private final class Results<Value: Sendable>: Sendable {
    let values = Mutex<[Int: Result<Value, any Error>]>([:])
  }
}
