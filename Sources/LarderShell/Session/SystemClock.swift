import Glibc

/// The clock of the process.
enum SystemClock {
  /// Seconds since an arbitrary moment, for measuring.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
