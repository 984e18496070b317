// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// What measures mfaflow. A package of its own, so that nobody who uses the library builds it. `make bench` runs it.

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "mfaflow", path: "../..")],
  targets: [
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
    // The floor: what libyaml costs when nothing is made of its events.
    .target(name: "CFloor", dependencies: ["CYAML"]),
    .executableTarget(name: "floor", dependencies: ["CFloor"]),
    // A program as the SDK that does nothing.
    .executableTarget(name: "EchoBackend"),
    // The other floor: what it costs to start a Swift program.
    .executableTarget(name: "EmptyStart"),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CFloor", .product(name: "MFAFlow", package: "mfaflow"), .product(name: "RELIDSimulator", package: "mfaflow"),
        .product(name: "ProcessBackend", package: "mfaflow"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
