// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The toolchain's own swift-syntax, beside the `swift` on the path or, where that is a proxy, beside the
/// library that reads this manifest.
let swiftSyntax: (compiling: [SwiftSetting], linking: [LinkerSetting]) = {
  let folders = (Context.environment["PATH"] ?? "").split(separator: ":").map { folder in
    URL(fileURLWithPath: folder + "/swift").resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/lib/swift"
  }
  let data = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
  let own = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
    line.range(of: "/pm/ManifestAPI/").flatMap { end in
      line.firstIndex(of: "/").map { String(line[$0..<end.lowerBound]) }
    }
  }
  let folder =
    (folders + own + ["/usr/lib/swift"]).map { $0 + "/host" }
    .first { FileManager.default.fileExists(atPath: $0 + "/SwiftSyntax.swiftmodule") }
    ?? "/usr/lib/swift/host"
  return (
    [.unsafeFlags(["-I", folder])],
    [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
  )
}()

let package = Package(
  name: "Larder",
  products: [
    .executable(name: "larder", targets: ["LarderCommand"]),
    .library(
      name: "LarderEngine",
      targets: ["LarderCore", "LarderJSON", "LarderQuery", "LarderSQLite", "LarderStore"]),
    .library(name: "LarderKit", targets: ["Larder"]),
    .library(name: "LarderShell", targets: ["LarderShell"]),
    .library(name: "LarderStores", targets: ["LarderStores"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
  ],
  targets: [
    // Floor 0: system libraries.
    // Only its header is used: the library is opened at run time, so pkg-config, which links it, is not asked.
    .systemLibrary(
      name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CLibedit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // Floor 1: the entity plane's values, and one Swift face for each C library.
    .target(name: "Deflate", dependencies: ["CZlib"]),
    .target(name: "HTTPTransport", dependencies: ["CCurl"]),
    .target(name: "JSONTree"),
    .target(name: "LarderCore"),
    .target(name: "LineEditor", dependencies: ["CLibedit"]),
    .target(name: "PatternMatching", dependencies: ["CPCRE2"]),
    .target(name: "SQLiteDriver", dependencies: ["CSQLite"]),
    .target(name: "XMLTree"),

    // Floor 2: the context engine, and the query language.
    .target(name: "LarderQuery", dependencies: ["LarderCore"]),
    .target(name: "LarderStore", dependencies: ["LarderCore", "PatternMatching"]),

    // Floor 3: stores.
    .target(name: "LarderJSON", dependencies: ["LarderCore", "LarderStore"]),
    .target(
      name: "LarderSQLite",
      dependencies: ["JSONTree", "LarderCore", "LarderStore", "SQLiteDriver"]),
    .target(
      name: "LarderCoreData",
      dependencies: [
        "Deflate", "LarderCore", "LarderSQLite", "LarderStore", "SQLiteDriver", "XMLTree",
      ]),
    .target(
      name: "LarderREST",
      dependencies: ["HTTPTransport", "JSONTree", "LarderCore", "LarderStore", "XMLTree"]),

    // Floor 4: SwiftData's API, and the shell.
    .macro(
      name: "LarderMacros", swiftSettings: swiftSyntax.compiling,
      linkerSettings: swiftSyntax.linking),
    .target(
      name: "Larder", dependencies: ["LarderCore", "LarderMacros", "LarderSQLite", "LarderStore"]),
    .target(name: "SwiftData", dependencies: ["Larder"]),
    .target(
      name: "LarderShell",
      dependencies: ["JSONTree", "LarderCore", "LarderQuery", "LarderStore", "LineEditor"]),

    // Floor 5: ready configurations for SwiftData's API, and the executable.
    .target(
      name: "LarderStores",
      dependencies: [
        "HTTPTransport", "Larder", "LarderCore", "LarderJSON", "LarderREST", "LarderStore",
      ]),
    .executableTarget(
      name: "LarderCommand",
      dependencies: [
        "HTTPTransport", "LarderCore", "LarderCoreData", "LarderJSON", "LarderQuery",
        "LarderREST", "LarderShell", "LarderSQLite", "LarderStore",
      ]),

    // Tests.
    .target(
      name: "CoreDataFixtures",
      dependencies: [
        "Deflate", "LarderCore", "LarderCoreData", "LarderTestSupport", "SQLiteDriver",
      ],
      path: "Tests/CoreDataFixtures"),
    .target(
      name: "LarderTestSupport",
      dependencies: ["HTTPTransport", "LarderCore", "LarderQuery", "LarderStore"],
      path: "Tests/LarderTestSupport"),
    .target(name: "ModelFixtures", dependencies: ["SwiftData"], path: "Tests/ModelFixtures"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CoreDataFixtures", "LarderCommand", "LarderStores", "LarderTestSupport", "ModelFixtures",
        "SQLiteDriver", "SwiftData",
      ],
      exclude: ["Transcripts"]),
    .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport", "LarderTestSupport"]),
    .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree"]),
    .testTarget(
      name: "LarderCoreDataTests",
      dependencies: [
        "CoreDataFixtures", "Deflate", "LarderCore", "LarderCoreData", "LarderStore",
        "LarderTestSupport",
        "SQLiteDriver",
      ]),
    .testTarget(
      name: "LarderCoreTests",
      dependencies: ["LarderCore", "LarderTestSupport", "PatternMatching"]),
    .testTarget(
      name: "LarderJSONTests",
      dependencies: ["LarderCore", "LarderJSON", "LarderStore", "LarderTestSupport"]),
    .testTarget(
      name: "LarderQueryTests", dependencies: ["LarderCore", "LarderQuery", "LarderTestSupport"]),
    .testTarget(
      name: "LarderRESTTests",
      dependencies: [
        "HTTPTransport", "JSONTree", "LarderCore", "LarderREST", "LarderStore",
        "LarderTestSupport", "XMLTree",
      ]),
    .testTarget(
      name: "LarderShellTests",
      dependencies: [
        "LarderCore", "LarderQuery", "LarderShell", "LarderStore", "LarderTestSupport",
        "LineEditor",
      ]),
    .testTarget(
      name: "LarderSQLiteTests",
      dependencies: [
        "LarderCore", "LarderQuery", "LarderSQLite", "LarderStore", "LarderTestSupport",
        "SQLiteDriver",
      ]),
    .testTarget(
      name: "LarderStoreTests", dependencies: ["LarderCore", "LarderStore", "LarderTestSupport"]),
    .testTarget(
      name: "LarderTests",
      dependencies: ["Larder", "LarderCore", "LarderStore", "LarderTestSupport"]),
    .testTarget(
      name: "LarderMacrosTests", dependencies: ["LarderMacros"],
      swiftSettings: swiftSyntax.compiling, linkerSettings: swiftSyntax.linking),
    .testTarget(
      name: "LarderStoresTests",
      dependencies: [
        "HTTPTransport", "LarderCore", "LarderJSON", "LarderStore", "LarderStores",
        "LarderTestSupport",
        "ModelFixtures", "SwiftData",
      ]),
    .testTarget(name: "LineEditorTests", dependencies: ["LarderTestSupport", "LineEditor"]),
    .testTarget(name: "SwiftDataTests", dependencies: ["LarderTestSupport", "SwiftData"]),
    .testTarget(name: "SQLiteDriverTests", dependencies: ["LarderTestSupport", "SQLiteDriver"]),
    .testTarget(
      name: "StoreConformanceTests",
      dependencies: [
        "CoreDataFixtures", "HTTPTransport", "Larder", "LarderCore", "LarderCoreData", "LarderJSON",
        "LarderQuery", "LarderREST", "LarderSQLite", "LarderStore", "LarderTestSupport",
        "SQLiteDriver",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
