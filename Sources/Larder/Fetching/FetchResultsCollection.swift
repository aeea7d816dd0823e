/// The results of a fetch, read some at a time as they are asked for.
///
/// It belongs to the thread or actor of its context.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let batches: Batches

  public let startIndex = 0
  public let endIndex: Int

  init(count: Int, batchSize: Int, read: @escaping (Range<Int>) throws -> [Element?]) {
    endIndex = count
    batches = Batches(size: Swift.max(1, batchSize), count: count, read: read)
  }

  /// The element at a position.
  ///
  /// It must still be in the store, and the store be readable: an element has no place for an error.
  public subscript(position: Int) -> Element {
    guard indices.contains(position), let element = batches.element(at: position) else {
      preconditionFailure("The fetch has no result at \(position).")
    }
    return element
  }

  /// The batch that was read last.
  private final class Batches {
    private let size: Int
    private let count: Int
    private let read: (Range<Int>) throws -> [Element?]
    private var range = 0..<0
    private var elements: [Element?] = []

    init(size: Int, count: Int, read: @escaping (Range<Int>) throws -> [Element?]) {
      self.size = size
      self.count = count
      self.read = read
    }

    func element(at position: Int) -> Element? {
      if !range.contains(position) {
        let start = position / size * size
        range = start..<Swift.min(start + size, count)
        do {
          elements = try read(range)
        } catch {
          range = 0..<0
          preconditionFailure("The fetch cannot read its result at \(position): \(error)")
        }
      }
      let offset = position - range.lowerBound
      return elements.indices.contains(offset) ? elements[offset] : nil
    }
  }
}
