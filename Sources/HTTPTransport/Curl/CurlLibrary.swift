import CCurl
import Glibc

/// libcurl, opened at the first use: linked, it would cost every start a few milliseconds.
package struct CurlLibrary: @unchecked Sendable {  // Written once, then only read.
  let functions: UnsafePointer<ccurl_functions>

  /// The library, or why it cannot be used.
  static let shared = Result { () throws(HTTPError) in try CurlLibrary(named: "libcurl.so.4") }

  /// Opens the library and never closes it.
  package init(named name: String) throws(HTTPError) {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw HTTPError(
        .libraryMissing,
        detail: "\(name) is not installed (on Debian and Ubuntu: apt install libcurl4)")
    }
    let functions = UnsafeMutablePointer<ccurl_functions>.allocate(capacity: 1)
    functions.initialize(to: ccurl_functions())
    if let missing = ccurl_find(library, functions) {
      throw HTTPError(.libraryMissing, detail: "\(name) has no \(String(cString: missing))")
    }
    self.functions = UnsafePointer(functions)
    guard functions.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
      let version = functions.pointee.version_info(CURLVERSION_FIRST)
    else { throw HTTPError(.libraryMissing, detail: "\(name) does not start") }
    guard version.pointee.version_num >= Self.oldestVersion else {
      let found = String(cString: version.pointee.version)
      throw HTTPError(
        .libraryMissing, detail: "\(name) is version \(found); 7.80 or later is needed")
    }
  }

  /// 7.80, the first that says when it is about to send.
  private static let oldestVersion: UInt32 = 0x075000
}
