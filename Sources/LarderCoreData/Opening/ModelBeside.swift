import FoundationEssentials
import LarderStore

/// A model file in a store's folder, for a store that has no model of its own.
struct ModelBeside {
  /// `nil` where none fits, and where several do that are not the same.
  private(set) var model: ManagedObjectModel?
  private(set) var findings: [StoreFinding] = []

  private static let kinds = [".mom", ".momd", ".xcdatamodel", ".xcdatamodeld"]

  /// Looks at the models beside a store and at all versions in their folders.
  ///
  /// A model fits that has the entities that the store numbers and no column that the store has not.
  init(ofStoreAt path: String, _ contents: StoreContents) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let existing = contents.catalog.columnNames
    var fitting: [(name: String, model: ManagedObjectModel)] = []
    for name in Self.candidates(in: folder) {
      guard let model = try? ManagedObjectModel.read(at: "\(folder)/\(name)"),
        model.fits(contents.modelEntities, existing),
        !fitting.contains(where: { $0.model == model })
      else { continue }
      fitting.append((name, model))
    }
    guard let first = fitting.first else { return }
    guard fitting.count == 1 else {
      let names = fitting.map { "`\($0.name)`" }.joined(separator: ", ")
      findings.append(
        StoreFinding("several models beside the store fit it: \(names); `--schema` takes one"))
      return
    }
    model = first.model
    findings.append(StoreFinding("the model is that of `\(first.name)` beside the store"))
  }

  /// The paths of models from the folder on, those of single versions behind their folder's.
  private static func candidates(in folder: String) -> [String] {
    contents(of: folder).flatMap { name -> [String] in
      let isFolder = name.hasSuffix(".momd") || name.hasSuffix(".xcdatamodeld")
      return [name] + (isFolder ? contents(of: "\(folder)/\(name)").map { "\(name)/\($0)" } : [])
    }
  }

  private static func contents(of folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in kinds.contains { name.hasSuffix($0) } }.sorted()
  }
}

extension ManagedObjectModel {
  fileprivate func fits(
    _ rows: [StoreContents.EntityRow], _ existing: [String: [String]]
  ) -> Bool {
    let parents = Dictionary(rows.map { ($0.number, $0.name) }, uniquingKeysWith: { one, _ in one })
    guard
      entities.map({ [$0.name, $0.superentity] }) == rows.map({ [$0.name, parents[$0.parent]] })
    else { return false }
    let names = StoreTables(self, existing: existing)
    return names.joins.allSatisfy { existing[$0.table] != nil }
      && names.tables.allSatisfy { table in
        let columns = Set(existing[table.name] ?? [])
        return table.columns.allSatisfy { columns.contains($0.name) }
      }
  }
}
