import Foundation

/// What the sample promised and did not keep.
struct BrokenPromise: Error {
  let claim: String
}

/// Says that a claim holds, or ends the sample with a failure.
func check(_ claim: String, _ holds: Bool) throws {
  guard holds else { throw BrokenPromise(claim: claim) }
  print("ok: \(claim)")
}

/// Runs a body with a folder that is removed afterwards.
func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}
