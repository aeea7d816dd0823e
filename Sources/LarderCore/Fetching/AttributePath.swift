/// A way from an element to one of its values: `name`, `employer.name`, `lodging.stars`.
///
/// A path through a to-one relationship or a composite that is nil is nil as a whole.
public struct AttributePath: Hashable, Sendable {
  /// Which element the path starts from: 0 is the object that the query is about, 1 the element of
  /// the outermost closure or quantifier, and so on inwards.
  public var level: Int

  /// The properties to follow; empty for the element itself.
  public var names: [AttributeName]

  public init(level: Int = 0, _ names: [AttributeName]) {
    self.level = level
    self.names = names
  }

  public init(level: Int = 0, _ names: AttributeName...) { self.init(level: level, names) }

  /// The path one property further.
  public func appending(_ name: AttributeName) -> AttributePath {
    AttributePath(level: level, names + [name])
  }
}
