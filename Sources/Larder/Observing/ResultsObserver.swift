public import Foundation
import LarderCore
public import Observation
import Synchronization

/// The results of a fetch, kept up to date while somebody observes them.
///
/// Edits in the context, its saves, and saves elsewhere make them stale; who observes is told, and the next
/// look fetches again. A look that cannot fetch keeps what there was, and ``fetchError`` says why. It belongs to
/// the actor or thread of its context.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  public let modelContext: ModelContext

  /// What is fetched, with the order of the sections first.
  public private(set) var fetchDescriptor: FetchDescriptor<Element>

  /// Why the last look could not fetch; nil where it could.
  public private(set) var fetchError: (any Error)?

  private var sortByGiven: [SortDescriptor<Element>]
  private var sectioning: Sectioning?
  private var found: [Element] = []
  private let isStale = Atomic(true)
  private let registrar = ObservationRegistrar()
  private var remoteObserver: (any NSObjectProtocol)?

  /// How elements get their titles.
  struct Sectioning {
    let keyPath: PartialKeyPath<Element>
    // One, in a list: an optimised build finds no metadata for a descriptor that lies inside.
    let order: [SortDescriptor<Element>]
    let title: (Element) -> SectionTitle
  }

  init(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning?, _ context: ModelContext
  ) throws {
    modelContext = context
    sortByGiven = descriptor.sortBy
    self.sectioning = sectioning
    fetchDescriptor = descriptor
    applyOrder()
    found = try context.fetch(fetchDescriptor)
    isStale.store(false, ordering: .relaxed)
    context.core.observers.add(self)
    remoteObserver = observeSavesElsewhere()
  }

  deinit {
    if let remoteObserver { NotificationCenter.default.removeObserver(remoteObserver) }
  }

  /// The condition; setting it fetches again.
  public var filterBy: Predicate<Element>? {
    get {
      registrar.access(self, keyPath: \.filterBy)
      return fetchDescriptor.predicate
    }
    set {
      registrar.withMutation(of: self, keyPath: \.filterBy) { fetchDescriptor.predicate = newValue }
      noteChange()
    }
  }

  /// The order inside the sections; setting it fetches again.
  public var sortBy: [SortDescriptor<Element>] {
    get {
      registrar.access(self, keyPath: \.sortBy)
      return sortByGiven
    }
    set {
      registrar.withMutation(of: self, keyPath: \.sortBy) { sortByGiven = newValue }
      applyOrder()
      noteChange()
    }
  }

  /// The property whose values are the titles; nil without sections.
  ///
  /// Only a key path to a property of the titles' type is taken, and nil, which ends the sections.
  public var sectionBy: PartialKeyPath<Element>? {
    get {
      registrar.access(self, keyPath: \.sectionBy)
      return sectioning?.keyPath
    }
    set {
      var wanted: Sectioning?
      if let newValue { wanted = Self.sectioning(newValue) }
      guard newValue == nil || wanted != nil else { return }
      registrar.withMutation(of: self, keyPath: \.sectionBy) { sectioning = wanted }
      applyOrder()
      noteChange()
    }
  }

  /// The elements in order.
  public var results: FetchResultsCollection<Element> {
    registrar.access(self, keyPath: \.results)
    let found = current
    return FetchResultsCollection(count: found.count, batchSize: Swift.max(1, found.count)) {
      found[$0].map { $0 }
    }
  }

  /// The elements by title; nil without sections.
  public var sections: SectionedResults<Element, SectionTitle>? {
    registrar.access(self, keyPath: \.results)
    guard let sectioning else { return nil }
    return SectionedResults(current.map { (sectioning.title($0), $0) })
  }

  /// The element at a section and a place in it, or at a place alone; nil where there is none.
  public func element(at indexPath: IndexPath) -> Element? {
    if let sections, indexPath.count == 2 {
      guard sections.indices.contains(indexPath[0]),
        sections[indexPath[0]].indices.contains(indexPath[1])
      else { return nil }
      return sections[indexPath[0]][indexPath[1]]
    }
    guard let place = indexPath.last, indexPath.dropLast().allSatisfy({ $0 == 0 }),
      results.indices.contains(place)
    else { return nil }
    return results[place]
  }

  /// The section of an element and its place in it, without sections section zero; nil where it is not among
  /// the results.
  public func indexPath(for element: Element) -> IndexPath? {
    guard let sections else {
      return current.firstIndex(of: element).map { IndexPath(indexes: [0, $0]) }
    }
    for (number, section) in sections.enumerated() {
      if let place = section.firstIndex(of: element) {
        return IndexPath(indexes: [number, place])
      }
    }
    return nil
  }

  private var current: [Element] {
    guard isStale.exchange(false, ordering: .acquiringAndReleasing) else { return found }
    do {
      found = try modelContext.fetch(fetchDescriptor)
      fetchError = nil
    } catch {
      fetchError = error
    }
    return found
  }

  private func applyOrder() {
    fetchDescriptor.sortBy = (sectioning?.order ?? []) + sortByGiven
  }

  private static func sectioning(_ keyPath: PartialKeyPath<Element>) -> Sectioning? {
    if let keyPath = keyPath as? KeyPath<Element, String> { return .strings(keyPath) }
    if let keyPath = keyPath as? KeyPath<Element, String?> { return .optionalStrings(keyPath) }
    return nil
  }
}

extension ResultsObserver: ContextObserver {
  /// Tells who observes, once until somebody looks.
  func noteChange() {
    guard !isStale.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registrar.withMutation(of: self, keyPath: \.results) {}
  }

  /// Saves of other contexts, and of other processes, come on their threads; nothing is fetched there.
  private func observeSavesElsewhere() -> any NSObjectProtocol {
    let mark = StaleMark(self)
    return NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: modelContext.container, queue: nil
    ) { _ in mark.raise() }
  }
}

/// Marks an observer stale from any thread; the flag is atomic and the registrar is made for it.
private final class StaleMark: @unchecked Sendable {
  private weak var observer: (any ContextObserver)?

  init(_ observer: any ContextObserver) { self.observer = observer }

  func raise() { observer?.noteChange() }
}

/// Key paths are immutable; what `Sendable` marks has no form at run time.
private func shareable<Root, Value>(
  _ keyPath: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}

extension ResultsObserver.Sectioning {
  /// Titles that are texts; `nil` where the observer's titles are not.
  static func strings(_ keyPath: KeyPath<Element, String>) -> Self? {
    guard SectionTitle.self == String.self else { return nil }
    return Self(keyPath: keyPath, order: [SortDescriptor(shareable(keyPath))]) { element in
      guard let title = element[keyPath: keyPath] as? SectionTitle else {
        preconditionFailure("A text is a text.")
      }
      return title
    }
  }

  /// Titles that are texts or nil; `nil` where the observer's titles are not.
  static func optionalStrings(_ keyPath: KeyPath<Element, String?>) -> Self? {
    guard SectionTitle.self == String?.self else { return nil }
    return Self(keyPath: keyPath, order: [SortDescriptor(shareable(keyPath))]) { element in
      guard let title = element[keyPath: keyPath] as? SectionTitle else {
        preconditionFailure("A text is a text.")
      }
      return title
    }
  }
}
