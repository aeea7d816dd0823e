/// The results of a fetch in sections, in the order in which their titles come first.
public struct SectionedResults<Element, SectionTitle: Hashable>: RandomAccessCollection {
  private let sections: [ResultsSection<Element, SectionTitle>]
  private let places: [SectionTitle: Int]

  init(_ elements: [(title: SectionTitle, element: Element)]) {
    var groups: [(title: SectionTitle, elements: [Element])] = []
    var places: [SectionTitle: Int] = [:]
    for (title, element) in elements {
      if let place = places[title] {
        groups[place].elements.append(element)
      } else {
        places[title] = groups.count
        groups.append((title, [element]))
      }
    }
    sections = groups.map { ResultsSection(title: $0.title, elements: $0.elements) }
    self.places = places
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { sections.count }

  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  /// The section of a title, found without a search; nil where there is none.
  public subscript(sectionTitle sectionTitle: SectionTitle) -> ResultsSection<
    Element, SectionTitle
  >? { places[sectionTitle].map { sections[$0] } }

  /// The titles in order.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }

  public func contains(sectionTitle: SectionTitle) -> Bool { places[sectionTitle] != nil }

  /// The place of a section; nil where there is none of that title.
  public func index(ofSectionTitle sectionTitle: SectionTitle) -> Int? { places[sectionTitle] }
}

/// The results that share a title.
public struct ResultsSection<Element, SectionTitle: Hashable>: RandomAccessCollection, Identifiable
{
  public let title: SectionTitle
  private let elements: [Element]

  public var id: SectionTitle { title }

  init(title: SectionTitle, elements: [Element]) {
    self.title = title
    self.elements = elements
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  public subscript(position: Int) -> Element { elements[position] }
}
