import FoundationEssentials
import LarderTestSupport

extension TemporaryFolder {
  /// Makes a folder inside, and those that it lies in.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }
}
