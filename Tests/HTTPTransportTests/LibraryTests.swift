import Glibc
import HTTPTransport
import LarderTestSupport
import Testing

/// How libcurl gets into the process, and what of the environment it heeds.
@Suite struct LibraryTests {
  /// Set in the processes that the tests of this suite start.
  private static let isChild = getenv("LARDER_LIBRARY_CHILD") != nil

  private static func passesInAChild(_ test: String, _ variables: [String: String] = [:]) -> Bool {
    guard let command = ChildProcess.command(running: "LibraryTests/\(test)") else { return false }
    let marked = variables.merging(["LARDER_LIBRARY_CHILD": "1"]) { old, _ in old }
    return ChildProcess.run(command, marked) == 0
  }

  private static func isLoaded() throws -> Bool {
    let file = try #require(fopen("/proc/self/maps", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      if strstr(line, "libcurl") != nil { return true }
    }
    return false
  }

  @Test(arguments: [
    (
      "libnothing.so.4",
      "libnothing.so.4 is not installed (on Debian and Ubuntu: apt install libcurl4)"
    ), ("libm.so.6", "libm.so.6 has no curl_global_init"),
  ])
  func aLibraryThatCannotBeUsedIsSaid(_ name: String, _ detail: String) {
    let error = #expect(throws: HTTPError.self) { try CurlLibrary(named: name) }
    #expect(error?.description == "libcurl cannot be used: \(detail)")
    #expect(error?.code == .libraryMissing)
  }

  @Test(.disabled(if: isChild)) func theLibraryIsLoadedByTheFirstRequestOnly() {
    #expect(Self.passesInAChild("theLibraryIsLoadedInAChild"))
  }

  @Test(.enabled(if: isChild)) func theLibraryIsLoadedInAChild() throws {
    let server = try HostileServer(replies: [HTTPText.reply()])
    let transport = CurlTransport()
    let before = try Self.isLoaded()

    _ = try transport.get(server.url)

    #expect(!before)
    #expect(try Self.isLoaded())
  }

  @Test(.disabled(if: isChild)) func theProxyOfTheEnvironmentIsUsed() throws {
    let proxy = try HostileServer(replies: [HTTPText.reply(200, "by proxy")])

    let passes = Self.passesInAChild(
      "aProxyIsInTheEnvironmentOfAChild",
      ["http_proxy": proxy.url, "no_proxy": "exception.invalid"])

    #expect(passes)
    #expect(proxy.requests.map(\.target) == ["http://service.invalid/"])
  }

  @Test(.enabled(if: isChild)) func aProxyIsInTheEnvironmentOfAChild() throws {
    let server = try HostileServer(replies: [HTTPText.reply(200, "direct")])
    let transport = CurlTransport.quick(connect: 3000)

    #expect(try transport.get("http://service.invalid").text == "by proxy")
    #expect(try transport.get(server.url).text == "direct")
    #expect(throws: HTTPError.self) { try transport.get("http://exception.invalid") }
  }
}
