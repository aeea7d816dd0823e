/// Who is told that something in a context may have changed.
struct ContextObservers {
  private struct Entry {
    weak var observer: (any ContextObserver)?
  }

  private var entries: [Entry] = []

  mutating func add(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  func noteChange() {
    for entry in entries { entry.observer?.noteChange() }
  }
}

/// Somebody who shows what a context has.
protocol ContextObserver: AnyObject {
  /// Takes note that fetches may have other results; it must not use the context at once.
  func noteChange()
}
