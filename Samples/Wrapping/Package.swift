// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Wrapping",
  dependencies: [.package(name: "Larder", path: "../..")],
  targets: [
    .systemLibrary(name: "COldDatabase", path: "COldDatabase", pkgConfig: "sqlite3"),
    .executableTarget(
      name: "Wrapping",
      dependencies: ["COldDatabase", .product(name: "SwiftData", package: "Larder")],
      path: "Sources"),
  ],
  swiftLanguageModes: [.v6]
)
