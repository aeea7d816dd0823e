// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "RESTClient",
  dependencies: [.package(name: "Larder", path: "../..")],
  targets: [
    .executableTarget(
      name: "RESTClient",
      dependencies: [
        .product(name: "LarderStores", package: "Larder"),
        .product(name: "SwiftData", package: "Larder"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
