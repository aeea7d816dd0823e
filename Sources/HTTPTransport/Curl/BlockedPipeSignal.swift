import Glibc

/// Keeps SIGPIPE away from a thread: a write to a connection that is closed then just fails.
///
/// libcurl would change the signal's handler for the whole process instead, or, told to leave signals alone,
/// let it come.
enum BlockedPipeSignal {
  static func during<Value>(_ body: () -> Value) -> Value {
    var signals = sigset_t()
    var previous = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    guard pthread_sigmask(SIG_BLOCK, &signals, &previous) == 0 else { return body() }
    defer {
      if sigismember(&previous, SIGPIPE) == 0 {
        var none = timespec()
        while sigtimedwait(&signals, nil, &none) == SIGPIPE {}
      }
      pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
    return body()
  }
}
