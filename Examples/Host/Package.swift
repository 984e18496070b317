// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// This program as an app has it: a package of its own, which takes mfaflow by its product and writes one import.
// `make check` builds it, so that no name that an app needs is missing from the product.

import PackageDescription

let package = Package(
  name: "host",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "mfaflow", path: "../..")],
  targets: [
    .executableTarget(
      name: "Host", dependencies: [.product(name: "MFAFlow", package: "mfaflow")], path: ".",
      exclude: ["README.md", "output.txt"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
