// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "LarderBenchmarks",
  dependencies: [.package(name: "Larder", path: "..")],
  targets: [
    .executableTarget(
      name: "ModelBenchmark",
      dependencies: [.product(name: "SwiftData", package: "Larder")],
      path: "Models/ModelBenchmark"),
    .executableTarget(
      name: "ObjectBenchmark",
      dependencies: [.product(name: "LarderEngine", package: "Larder")],
      path: "Objects/ObjectBenchmark"),
  ],
  swiftLanguageModes: [.v6]
)
