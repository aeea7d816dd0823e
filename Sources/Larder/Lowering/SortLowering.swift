import Foundation
import LarderCore

/// Turns Foundation's form of an order into the entity plane's.
enum SortLowering {
  /// The step, or `nil` where it compares otherwise than by a property's value.
  static func descriptor<T: PersistentModel>(
    of step: SortDescriptor<T>
  ) -> EntitySortDescriptor? {
    guard let keyPath = step.keyPath, let path = ModelPaths.path(of: keyPath) else { return nil }
    return EntitySortDescriptor(.path(path), order: step.order == .forward ? .forward : .reverse)
  }
}
