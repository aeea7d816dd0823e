// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnShell",
  dependencies: [.package(name: "Larder", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnShell",
      dependencies: [
        .product(name: "LarderShell", package: "Larder"),
        .product(name: "SwiftData", package: "Larder"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
