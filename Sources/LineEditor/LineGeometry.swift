import CLibedit

/// Where the characters of a line stand on the screen, as libedit puts them there.
///
/// Rows count from the prompt's. A wide character that does not fit goes to the next row, and a full row is
/// left at once.
struct LineGeometry {
  struct Place: Hashable {
    var row: Int
    var column: Int
  }

  let columns: Int

  /// The place of each character, and of the end of the line behind them.
  let places: [Place]

  /// Lays out a line behind a prompt.
  ///
  /// - Returns: `nil` where a character has no width that would be known, such as a control character.
  init?(_ line: [wchar_t], promptWidth: Int, columns: Int) {
    guard columns > 1, promptWidth < columns else { return nil }
    var places: [Place] = []
    places.reserveCapacity(line.count + 1)
    var place = Place(row: 0, column: promptWidth)
    for character in line {
      if character == 0x0A {
        places.append(place)
        place = Place(row: place.row + 1, column: 0)
        continue
      }
      let width = Int(cle_width(character))
      guard width >= 0, character != 0x09 else { return nil }
      if place.column + width > columns { place = Place(row: place.row + 1, column: 0) }
      places.append(place)
      place.column += width
      if place.column >= columns { place = Place(row: place.row + 1, column: 0) }
    }
    places.append(place)
    self.columns = columns
    self.places = places
  }

  var end: Place { places[places.count - 1] }
  var rowCount: Int { end.row + 1 }

  /// The columns of a text; characters without a width count as none.
  static func width(of text: some Sequence<wchar_t>) -> Int {
    text.reduce(0) { $0 + max(0, Int(cle_width($1))) }
  }
}
