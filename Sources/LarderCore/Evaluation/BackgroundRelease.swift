import Glibc

/// Frees a large value on a thread of its own, so that nobody waits for millions of small ones inside.
final class BackgroundRelease<Value> {
  private let value: Value

  private init(_ value: Value) { self.value = value }

  /// Puts an empty value in place of one that nobody else keeps, which is then freed.
  ///
  /// Without a thread for it, it is freed at once.
  static func release(_ value: inout Value, leaving empty: Value) {
    let box = Unmanaged.passRetained(BackgroundRelease(value) as AnyObject).toOpaque()
    value = empty
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<AnyObject>.fromOpaque(box).release() }
        return nil
      }, box)
    if code == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged<AnyObject>.fromOpaque(box).release()
    }
  }
}
