/// Who holds which object, and under which identifier: a row an object, a column a context, the store last.
struct StatePicture: Hashable {
  struct Holder: Hashable {
    /// `context main`, `store trips`.
    var title: String
    var isStore = false
  }

  struct Row: Hashable {
    /// What the object is called, with the temporary identifier that it had: `Trip#t1 → Trip#p5`.
    var object: String

    /// A cell a holder.
    var cells: [Cell]
  }

  struct Cell: Hashable {
    var state: State

    /// What is worth saying beyond the state, such as `days 3 → 4`; may be empty.
    var detail = ""
  }

  /// How a holder's object stands to the stored one.
  enum State: String, Hashable {
    /// The holder does not know it.
    case none
    /// As the store holds it.
    case unchanged
    /// As it was seen; the store holds something else by now.
    case stale
    case inserted
    case updated
    case deleted
    /// The store's own object.
    case held
    /// Nothing is there, or no longer.
    case absent
  }

  var holders: [Holder]
  var rows: [Row]

  /// Objects beyond those in the rows.
  var hiddenCount = 0

  /// How many objects are drawn.
  static let rowLimit = 24
}

extension StatePicture.Cell {
  /// In words: `updated: days 3 → 4`.
  var text: String {
    detail.isEmpty ? state.words : "\(state.words): \(detail)"
  }
}

extension StatePicture.State {
  var words: String {
    switch self {
    case .none: "not seen"
    case .unchanged: "unchanged"
    case .stale: "outdated"
    case .inserted: "inserted"
    case .updated: "updated"
    case .deleted: "deleted"
    case .held: "holds"
    case .absent: "not there"
    }
  }
}
