/// The results of a fetch, read some at a time as they are asked for.
///
/// It belongs to the thread or actor of its context.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let batches: Batches

  public let startIndex = 0
  public let endIndex: Int

  init(count: Int, batchSize: Int, read: @escaping (Range<Int>) -> [Element?]) {
    endIndex = count
    batches = Batches(size: Swift.max(1, batchSize), count: count, read: read)
  }

  /// The element at a position.
  ///
  /// A model whose object has gone from the store since has the values that the context saw last, or empty ones.
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
    private let read: (Range<Int>) -> [Element?]
    private var range = 0..<0
    private var elements: [Element?] = []

    init(size: Int, count: Int, read: @escaping (Range<Int>) -> [Element?]) {
      self.size = size
      self.count = count
      self.read = read
    }

    func element(at position: Int) -> Element? {
      if !range.contains(position) {
        let start = position / size * size
        range = start..<Swift.min(start + size, count)
        elements = read(range)
      }
      let offset = position - range.lowerBound
      return elements.indices.contains(offset) ? elements[offset] : nil
    }
  }
}
