// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StructModels",
  dependencies: [.package(name: "Larder", path: "../..")],
  targets: [
    .executableTarget(
      name: "StructModels",
      dependencies: [
        .product(name: "SwiftData", package: "Larder")
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
