import SwiftData

private typealias Plain = ResultsObserver<SurfaceModel, Never>
private typealias Sectioned = ResultsObserver<SurfaceModel, String>
private typealias Optionally = ResultsObserver<SurfaceModel, String?>

private func descriptors(
  _ context: ModelContext, _ container: ModelContainer, _ optional: KeyPath<SurfaceModel, String?>
) throws {
  let descriptor: FetchDescriptor<SurfaceModel> = FetchDescriptor()
  let _: Plain = try ResultsObserver(
    fetchDescriptor: descriptor, modelContext: context, isolation: nil)
  let _: Plain = try ResultsObserver(
    fetchDescriptor: descriptor, modelContainer: container, isolation: nil)
  let _: Sectioned = try ResultsObserver(
    fetchDescriptor: descriptor, sectionBy: \.name, modelContext: context, isolation: nil)
  let _: Sectioned = try ResultsObserver(
    fetchDescriptor: descriptor, sectionBy: \.name, modelContainer: container, isolation: nil)
  let _: Optionally = try ResultsObserver(
    fetchDescriptor: descriptor, sectionBy: optional, modelContext: context, isolation: nil)
  let _: Optionally = try ResultsObserver(
    fetchDescriptor: descriptor, sectionBy: optional, modelContainer: container, isolation: nil)
}

private func conditions(
  _ context: ModelContext, _ container: ModelContainer, _ optional: KeyPath<SurfaceModel, String?>
) throws {
  let condition: Predicate<SurfaceModel>? = #Predicate { $0.number == 1 }
  let order: [SortDescriptor<SurfaceModel>]? = [SortDescriptor(\.number)]
  let _: Plain = try ResultsObserver(
    filterBy: condition, sortBy: order, modelContext: context, isolation: nil)
  let _: Plain = try ResultsObserver(
    filterBy: condition, sortBy: order, modelContainer: container, isolation: nil)
  let _: Sectioned = try ResultsObserver(
    filterBy: condition, sortBy: order, sectionBy: \.name, modelContext: context, isolation: nil)
  let _: Sectioned = try ResultsObserver(
    filterBy: condition, sortBy: order, sectionBy: \.name, modelContainer: container,
    isolation: nil)
  let _: Optionally = try ResultsObserver(
    filterBy: condition, sortBy: order, sectionBy: optional, modelContext: context,
    isolation: nil)
  let _: Optionally = try ResultsObserver(
    filterBy: condition, sortBy: order, sectionBy: optional, modelContainer: container,
    isolation: nil)
}

private func members(_ observer: Sectioned, _ model: SurfaceModel, _ path: IndexPath) {
  let _: FetchDescriptor<SurfaceModel> = observer.fetchDescriptor
  let condition: Predicate<SurfaceModel>? = observer.filterBy
  observer.filterBy = condition
  let order: [SortDescriptor<SurfaceModel>] = observer.sortBy
  observer.sortBy = order
  let titles: PartialKeyPath<SurfaceModel>? = observer.sectionBy
  observer.sectionBy = titles
  let _: ModelContext = observer.modelContext
  let _: FetchResultsCollection<SurfaceModel> = observer.results
  let _: SectionedResults<SurfaceModel, String>? = observer.sections
  let _: SurfaceModel? = observer.element(at: path)
  let _: IndexPath? = observer.indexPath(for: model)
  let _: any AnyObject & Observable = observer
}

private func sections(_ sections: SectionedResults<SurfaceModel, String>) {
  let _: [String] = sections.sectionTitles
  let _: Bool = sections.contains(sectionTitle: "a")
  let _: Int? = sections.index(ofSectionTitle: "a")
  let _: ResultsSection<SurfaceModel, String>? = sections[sectionTitle: "a"]
  let section: ResultsSection<SurfaceModel, String> = sections[0]
  let _: String = section.id
  let _: String = section.title
  let _: SurfaceModel = section[0]
  let _: any RandomAccessCollection<ResultsSection<SurfaceModel, String>> = sections
  let _: any RandomAccessCollection<SurfaceModel> & Identifiable = section
}
