import Glibc
import LarderCore
import SQLiteDriver

extension Connection {
  /// Adds the functions and collations that the triggers, indices and tables of stores call.
  ///
  /// What only tells the framework of a change returns null; what computes a value computes it.
  func addCoreDataFunctions() throws(SQLiteError) {
    let silent = [
      ("NSCoreDataTriggerUpdateAffectedObjectValue", 5),
      ("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", 5),
      ("NSCoreDataDATriggerUpdatedAffectedObjectValue", 5),
      ("NSCoreDataDATriggerMergeableString", 5),
      ("NSPersistentHistoryBatchDeleteUpdateTrigger", -1),
      ("NSPersistentHistoryBatchDeleteUpdateTriggerDataBlobOperator", -1),
    ]
    for (name, count) in silent {
      try addFunction(name, argumentCount: count, isDeterministic: false) { _ in .null }
    }
    try addFunction("NSCoreDataNow", argumentCount: 0, isDeterministic: false) { _ in
      .real(Self.secondsSince2001)
    }
    try addTextFunction("NSCoreDataToUpper") { $0.uppercased() }
    try addTextFunction("NSCoreDataToLower") { $0.lowercased() }
    try addTextFunction("NSCoreDataCanonical") {
      TextFolding.folded($0, [.caseInsensitive, .diacriticInsensitive])
    }
    try addFunction("NSCoreDataPrependExternalReferenceMarker", argumentCount: 2) { arguments in
      guard arguments.kind(at: 0) == .blob, let mark = UInt8(arguments.text(at: 1)) else {
        return .null
      }
      return .blob([mark] + arguments.blob(at: 0))
    }
    try addCollations()
  }

  private func addTextFunction(
    _ name: String, _ body: @escaping (String) -> String
  ) throws(SQLiteError) {
    try addFunction(name, argumentCount: 1) { arguments in
      arguments.kind(at: 0) == .text ? .text(body(arguments.text(at: 0))) : .null
    }
  }

  private func addCollations() throws(SQLiteError) {
    let names = [
      "NSCollateNoCase", "NSCollateNumericallyNoCase", "NSCollateLocaleSensitive",
      "NSCollateLocaleSensitiveNoCase", "NSCollateFinderlike",
    ]
    for name in names {
      try addCollation(name) { left, right in
        TextFolding.localizedOrder(
          String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
      }
    }
  }

  private static var secondsSince2001: Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec - 978_307_200) + Double(now.tv_nsec) / 1e9
  }
}
