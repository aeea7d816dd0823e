// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "JSONStore",
  dependencies: [.package(name: "Larder", path: "../..")],
  targets: [
    .executableTarget(
      name: "JSONStore",
      dependencies: [
        .product(name: "SwiftData", package: "Larder")
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
