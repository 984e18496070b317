// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// The module graph, in the order in which a flow passes through it:
// text becomes a tree, the tree a document, the document a graph, the graph is checked, a checked graph runs.

import Foundation
import PackageDescription

/// Whether this is a build of `make` or CI, which have `MFAFLOW_OPTIMIZED` in the environment.
let isOptimized = Context.environment["MFAFLOW_OPTIMIZED"] != nil

/// Leaves what is not ours out of the index that editors read: to write it down takes a quarter of the time of such a build.
let shortIndex: [SwiftSetting] =
  isOptimized
  ? [
    .unsafeFlags(
      ["-index-ignore-system-modules", "-Xfrontend", "-index-ignore-clang-modules"], .when(configuration: .debug))
  ] : []

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ] + shortIndex

/// The modules in which the tests spend most of their time.
let tested: Set = [
  "Diagnostics", "Values", "YAMLTree", "Guards", "SDKContract", "FlowSyntax", "FlowLinking", "FlowGraph", "FlowMeaning",
  "FlowChecks", "FlowDifference", "FlowRuntime", "FlowExploration", "RELIDSimulator", "FlowEditing",
]

/// In a build of `make` or CI those are optimised though it is a debug build: all tests are then played in less than half the time.
///
/// Only then: it makes each build after a change longer, and a package with such flags cannot be a dependency.
let optimized: [SwiftSetting] =
  isOptimized
  ? [.unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))] : []

/// Runs the program on the flows of a package that depends on this one.
///
/// It has all of the program built once more, for the machine that builds. So it is left out where the tests alone are wanted.
let plugin: Target? =
  optimized.isEmpty
  ? .plugin(
    name: "MFAFlowCheck",
    capability: .command(
      intent: .custom(
        verb: "mfaflow-check", description: "Find what must never be deployed in the flows of a package")),
    dependencies: ["mfaflow"]) : nil

/// A library target whose sources stand in `Sources/<name>`.
///
/// - Parameter held: what its folder has besides, for C to hold.
func module(_ name: String, _ imports: [Target.Dependency], held: [String] = []) -> Target {
  .target(
    name: name, dependencies: imports, exclude: held,
    swiftSettings: settings + (tested.contains(name) ? optimized : []))
}

/// The tests of a module, in `Tests/<name>Tests`.
func tests(of name: String, _ imports: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: imports, exclude: exclude, swiftSettings: settings)
}

/// What `MFAFlow` gives on to an app.
///
/// Why each is named wherever `MFAFlow` is: of two builds the second one looks only at direct dependencies for what has changed.
let exported = [
  "Diagnostics", "Values", "Guards", "SDKContract", "FlowGraph", "FlowChecks", "FlowCompiler", "FlowRuntime",
]

/// A framework that an app has put into the folder `Frameworks` of this package; nil where it has not.
func framework(_ name: String) -> Target? {
  let path = "Frameworks/\(name).xcframework"
  guard FileManager.default.fileExists(atPath: Context.packageDirectory + "/" + path) else { return nil }
  return .binaryTarget(name: name, path: path)
}

/// The vendor's framework; else a stand-in with its names, and nothing behind them.
let relid =
  framework("RELID") ?? .target(name: "RELID", path: "Tests/RELID", swiftSettings: [.swiftLanguageMode(.v5)])

/// libyaml as a framework, as an app for iOS needs it; else the one of the system.
let libyaml =
  framework("CLibYAML")
  ?? .systemLibrary(
    name: "CLibYAML", pkgConfig: "yaml-0.1",
    providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])])

let package = Package(
  name: "mfaflow",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "MFAFlow", targets: ["MFAFlow"] + exported),
    .library(name: "RELIDSimulator", targets: ["RELIDSimulator"]),
    .library(name: "ProcessBackend", targets: ["ProcessBackend"]),
    .library(name: "BackendConformance", targets: ["BackendConformance"]),
    .library(name: "RELIDAdapter", targets: ["RELIDAdapter"]),
    .executable(name: "mfaflow", targets: ["mfaflow"]),
  ] + (plugin.map { [.plugin(name: $0.name, targets: [$0.name])] } ?? []),
  targets: [
    libyaml,
    module("Diagnostics", []),
    module("Values", []),
    module("MessageLanguages", []),
    module("Gettext", ["Diagnostics"]),
    module("FlowLanguage", ["Diagnostics", "YAMLTree"]),
    module("YAMLTree", ["Diagnostics", "CLibYAML"]),
    module("FlowFormatting", ["Diagnostics", "FlowLanguage", "YAMLTree"]),
    module("Redaction", ["Diagnostics", "Values", "YAMLTree"]),
    module("Guards", ["Diagnostics", "Values"]),
    // What the program holds is held by C: Swift takes minutes to compile long lists of bytes.
    .target(name: "CContracts", dependencies: []),
    .target(name: "CTexts", dependencies: []),
    module("EmbeddedTexts", ["CTexts"]),
    module(
      "SDKContract", ["Diagnostics", "Values", "FlowLanguage", "YAMLTree", "CContracts"], held: ["Contracts"]),
    module("FlowSyntax", ["Diagnostics", "MessageLanguages", "FlowLanguage", "YAMLTree", "Guards"]),
    module("FlowLinking", ["Diagnostics", "MessageLanguages", "FlowLanguage", "YAMLTree", "FlowSyntax"]),
    module(
      "FlowGraph",
      ["Diagnostics", "Values", "MessageLanguages", "SDKContract", "Guards", "FlowSyntax", "FlowLinking"]),
    module(
      "MessageCatalogues",
      [
        "Diagnostics", "MessageLanguages", "Gettext", "FlowLanguage", "YAMLTree", "FlowFormatting", "FlowSyntax",
        "FlowLinking", "FlowGraph",
      ]),
    module("FlowMeaning", ["Diagnostics", "Values", "SDKContract", "FlowGraph"]),
    module(
      "FlowChecks", ["Diagnostics", "Values", "SDKContract", "Guards", "FlowLinking", "FlowGraph", "FlowMeaning"]),
    module(
      "FlowDifference",
      ["Diagnostics", "Values", "MessageLanguages", "Guards", "SDKContract", "FlowGraph", "FlowMeaning", "FlowChecks"]),
    module("FlowPictures", ["Diagnostics", "SDKContract", "FlowGraph", "FlowMeaning", "FlowChecks"]),
    module(
      "FlowCompiler",
      [
        "Diagnostics", "Redaction", "FlowLanguage", "YAMLTree", "SDKContract", "FlowSyntax", "FlowLinking", "FlowGraph",
        "FlowChecks", "FlowDifference",
      ]),
    module(
      "FlowRuntime",
      [
        "Diagnostics", "Values", "MessageLanguages", "Redaction", "FlowLanguage", "Guards", "SDKContract", "FlowGraph",
        "FlowMeaning",
      ]),
    // What an app imports: it gives on what the API names.
    module(
      "MFAFlow",
      [
        "Diagnostics", "Values", "Guards", "SDKContract", "FlowGraph", "FlowChecks", "FlowCompiler", "FlowRuntime",
      ]),
    module(
      "FlowExploration",
      ["Diagnostics", "Values", "Guards", "SDKContract", "FlowGraph", "FlowDifference", "FlowRuntime"]),
    module(
      "FlowStories",
      ["Diagnostics", "Values", "MessageLanguages", "SDKContract", "FlowGraph", "FlowRuntime", "FlowExploration"]),
    module(
      "FlowPages",
      [
        "Diagnostics", "Values", "MessageLanguages", "EmbeddedTexts", "SDKContract", "FlowGraph", "FlowChecks",
        "FlowPictures", "FlowRuntime", "FlowExploration", "FlowStories",
      ], held: ["Resources"]),
    module("SimulatedWorlds", ["Diagnostics", "YAMLTree", "Redaction", "SDKContract", "FlowRuntime"]),
    module(
      "RELIDSimulator", ["Diagnostics", "Values", "FlowLanguage", "YAMLTree", "FlowRuntime", "SimulatedWorlds"]),
    .target(name: "CSystemCalls", dependencies: []),
    module("SystemCalls", ["CSystemCalls"]),
    module("ProcessBackend", ["Diagnostics", "Values", "Redaction", "SDKContract", "FlowRuntime", "SystemCalls"]),
    module("Cassettes", ["Diagnostics", "Values", "Redaction", "SDKContract", "FlowRuntime"]),
    relid,
    module("RELIDAdapter", ["Diagnostics", "Values", "FlowRuntime", "RELID"]),
    module(
      "BackendConformance",
      ["Diagnostics", "Values", "SDKContract", "FlowRuntime", "FlowExploration", "ProcessBackend"]),
    module(
      "FlowScenarios",
      [
        "Diagnostics", "Values", "MessageLanguages", "FlowLanguage", "YAMLTree", "FlowFormatting", "Redaction",
        "SDKContract", "FlowGraph",
        "FlowRuntime",
        "SimulatedWorlds",
      ]),
    module("LocalFiles", ["Diagnostics", "SystemCalls"]),
    module(
      "WrittenScenarios",
      [
        "Diagnostics", "Values", "SDKContract", "FlowGraph", "FlowChecks", "FlowRuntime", "FlowExploration",
        "RELIDSimulator", "FlowScenarios",
      ]),
    module(
      "FlowPlay",
      [
        "Diagnostics", "Values", "MessageLanguages", "SDKContract", "FlowGraph", "FlowRuntime", "FlowExploration",
        "FlowScenarios", "WrittenScenarios", "LocalFiles",
      ]),
    module(
      "Guide",
      ["Diagnostics", "Values", "EmbeddedTexts", "Guards", "SDKContract", "FlowGraph", "FlowScenarios"],
      held: ["Handouts"]),
    module(
      "RuleBook",
      [
        "Diagnostics", "Gettext", "EmbeddedTexts", "YAMLTree", "SDKContract", "FlowSyntax", "FlowLinking", "FlowGraph",
        "FlowChecks", "FlowCompiler", "RELIDSimulator", "FlowScenarios", "Cassettes", "LocalFiles",
      ]),
    module(
      "ReferencePages",
      [
        "Diagnostics", "Values", "FlowLanguage", "Guards", "SDKContract", "FlowGraph", "FlowChecks", "RuleBook",
        "Guide",
      ]),
    module(
      "CheckPolicy",
      [
        "Diagnostics", "FlowLanguage", "YAMLTree", "Redaction", "SDKContract", "FlowSyntax", "FlowGraph", "FlowChecks",
        "FlowDifference", "FlowCompiler", "FlowRuntime", "FlowScenarios", "SystemCalls", "LocalFiles", "RuleBook",
      ]),
    module(
      "DifferenceReports",
      [
        "Diagnostics", "Values", "FlowLanguage", "YAMLTree", "SDKContract", "FlowSyntax", "FlowGraph", "FlowDifference",
        "FlowCompiler", "FlowRuntime", "FlowExploration", "FlowScenarios", "WrittenScenarios", "SystemCalls",
        "LocalFiles", "CheckPolicy",
      ]),
    module(
      "FlowTesting",
      [
        "Diagnostics", "FlowLanguage", "Redaction", "SDKContract", "FlowSyntax", "FlowGraph", "FlowCompiler",
        "FlowRuntime", "SimulatedWorlds", "RELIDSimulator", "FlowScenarios", "SystemCalls", "LocalFiles", "RuleBook",
        "CheckPolicy",
      ]),
    module(
      "FlowReviews",
      [
        "Diagnostics", "YAMLTree", "SDKContract", "FlowGraph", "FlowChecks", "FlowDifference", "FlowPictures",
        "FlowCompiler", "FlowRuntime", "FlowExploration", "FlowStories", "FlowPages", "FlowScenarios", "SystemCalls",
        "LocalFiles", "CheckPolicy", "DifferenceReports", "FlowTesting",
      ]),
    module(
      "FlowTrials",
      [
        "Diagnostics", "Values", "MessageLanguages", "FlowLanguage", "YAMLTree", "Redaction", "SDKContract",
        "FlowSyntax", "FlowGraph", "FlowDifference", "FlowCompiler", "FlowRuntime", "SimulatedWorlds",
        "RELIDSimulator", "SystemCalls", "ProcessBackend", "Cassettes", "FlowScenarios", "LocalFiles", "RuleBook",
        "CheckPolicy", "DifferenceReports", "FlowPages",
      ]),
    module("LanguageServerProtocol", ["Diagnostics"]),
    module(
      "FlowEditing",
      [
        "Diagnostics", "Values", "FlowLanguage", "YAMLTree", "FlowFormatting", "Guards", "SDKContract", "FlowSyntax",
        "FlowGraph",
        "FlowChecks", "FlowDifference", "FlowPictures", "RELIDSimulator", "FlowScenarios", "LocalFiles", "RuleBook",
        "CheckPolicy",
        "FlowTesting",
      ]),
    module(
      "FlowCommand",
      [
        "Diagnostics", "Values", "MessageLanguages", "Gettext", "FlowLanguage", "YAMLTree", "Redaction",
        "FlowFormatting", "SDKContract", "FlowSyntax", "FlowGraph", "FlowChecks", "FlowDifference",
        "FlowCompiler", "MessageCatalogues", "FlowRuntime",
        "FlowExploration", "SimulatedWorlds", "RELIDSimulator", "SystemCalls",
        "ProcessBackend", "BackendConformance", "Cassettes", "FlowScenarios", "WrittenScenarios", "LocalFiles",
        "RuleBook", "ReferencePages", "CheckPolicy", "FlowTesting", "FlowTrials", "FlowPlay", "DifferenceReports",
        "FlowReviews", "Guide",
        "FlowPictures", "FlowStories", "FlowPages", "LanguageServerProtocol",
        "FlowEditing",
      ]),
    .executableTarget(name: "mfaflow", dependencies: ["FlowCommand"], swiftSettings: settings),
    .executableTarget(
      name: "HostExample", dependencies: exported.map { .target(name: $0) } + ["MFAFlow"], path: "Examples/Host",
      exclude: ["README.md", "output.txt", "Package.swift"], swiftSettings: settings),
    .executableTarget(
      name: "PhoneExample", dependencies: exported.map { .target(name: $0) } + ["MFAFlow", "RELIDSimulator"],
      path: "Examples/Phone",
      exclude: ["README.md", "output.txt"], swiftSettings: settings),
    .executableTarget(
      name: "FlowMutation",
      dependencies: [
        "Diagnostics", "Values", "FlowLanguage", "YAMLTree", "FlowFormatting", "SDKContract", "FlowGraph", "FlowChecks",
        "FlowDifference",
        "FlowCompiler", "FlowRuntime", "FlowExploration", "RELIDSimulator", "FlowScenarios",
      ], path: "Maintenance/Mutation", exclude: ["reviewed.yaml", "run"], swiftSettings: settings),
    tests(of: "Diagnostics", ["Diagnostics"]),
    tests(of: "MessageLanguages", ["MessageLanguages"]),
    tests(of: "Gettext", ["Diagnostics", "MessageLanguages", "Gettext"]),
    tests(of: "FlowLanguage", ["Diagnostics", "FlowLanguage"]),
    tests(of: "YAMLTree", ["Diagnostics", "YAMLTree"]),
    tests(
      of: "FlowFormatting",
      ["Diagnostics", "FlowLanguage", "YAMLTree", "FlowSyntax", "FlowCompiler", "FlowRuntime", "FlowFormatting"],
      exclude: ["Cases"]),
    tests(of: "Guards", ["Guards", "Values"]),
    tests(of: "SDKContract", ["Diagnostics", "SDKContract", "Values"]),
    tests(of: "FlowSyntax", ["Diagnostics", "YAMLTree", "FlowSyntax"]),
    tests(
      of: "FlowGraph",
      ["Diagnostics", "Values", "YAMLTree", "SDKContract", "FlowSyntax", "FlowLinking", "FlowGraph"]),
    tests(
      of: "FlowChecks", ["Diagnostics", "FlowChecks", "FlowCompiler", "FlowGraph", "FlowMeaning", "FlowSyntax"],
      exclude: ["Cases"]),
    tests(
      of: "FlowRuntime",
      [
        "Diagnostics", "Values", "MessageLanguages", "YAMLTree", "SDKContract", "FlowSyntax", "FlowLinking",
        "FlowGraph", "FlowCompiler",
        "FlowRuntime",
      ]),
    tests(
      of: "FlowExploration",
      [
        "Diagnostics", "Values", "YAMLTree", "SDKContract", "FlowSyntax", "FlowLinking", "FlowGraph", "FlowCompiler",
        "FlowRuntime",
        "FlowExploration",
      ]),
    tests(of: "SystemCalls", ["SystemCalls"]),
    tests(
      of: "ProcessBackend",
      ["Diagnostics", "Values", "Redaction", "SDKContract", "FlowRuntime", "SystemCalls", "ProcessBackend"]),
    tests(
      of: "BackendConformance",
      [
        "Diagnostics", "Values", "SDKContract", "FlowRuntime", "RELIDSimulator", "ProcessBackend", "BackendConformance",
      ]),
    tests(of: "RELIDSimulator", ["Diagnostics", "FlowRuntime", "RELIDSimulator", "Values"]),
    tests(
      of: "RELIDAdapter",
      ["Values", "FlowRuntime", "RELID", "RELIDAdapter"]),
    tests(
      of: "FlowScenarios",
      [
        "Diagnostics", "Values", "FlowLanguage", "YAMLTree", "SDKContract", "FlowGraph", "FlowCompiler", "FlowRuntime",
        "SimulatedWorlds", "RELIDSimulator", "RELID", "RELIDAdapter", "ProcessBackend", "BackendConformance",
        "Cassettes", "FlowScenarios", "FlowTrials", "FlowCommand",
      ]),
    tests(of: "LanguageServerProtocol", ["Diagnostics", "LanguageServerProtocol"]),
    tests(
      of: "FlowEditing",
      [
        "Diagnostics", "FlowLanguage", "LocalFiles", "CheckPolicy", "YAMLTree", "FlowGraph", "FlowChecks",
        "FlowPictures",
        "FlowDifference", "FlowEditing",
      ]),
    tests(
      of: "FlowCommand",
      [
        "Diagnostics", "Values", "FlowLanguage", "Redaction", "SDKContract", "FlowSyntax", "FlowGraph", "FlowCompiler",
        "FlowRuntime",
        "RELIDSimulator", "FlowScenarios", "SystemCalls", "ProcessBackend", "Cassettes", "LocalFiles", "RuleBook",
        "ReferencePages",
        "CheckPolicy", "FlowTesting", "FlowTrials", "FlowPlay", "FlowReviews", "Guide", "FlowEditing", "FlowCommand",
        "LanguageServerProtocol",
      ], exclude: ["PlayScreens"]),
    tests(
      of: "FlowMutation",
      [
        "Diagnostics", "Values", "FlowLanguage", "YAMLTree", "FlowFormatting", "SDKContract", "FlowGraph",
        "FlowMeaning", "FlowChecks",
        "FlowDifference", "FlowCompiler", "FlowRuntime", "FlowExploration", "FlowPictures", "FlowPages",
        "RELIDSimulator", "FlowMutation",
      ]),
    tests(
      of: "FlowPages",
      [
        "Diagnostics", "Values", "SDKContract", "FlowGraph", "FlowChecks", "FlowCompiler", "FlowRuntime",
        "FlowExploration", "FlowPictures", "FlowStories", "FlowPages", "CheckPolicy",
      ]),
    tests(
      of: "FlowReviews",
      [
        "Diagnostics", "FlowGraph", "FlowDifference", "FlowExploration", "FlowPictures", "FlowPages", "LocalFiles",
        "CheckPolicy", "DifferenceReports", "FlowReviews",
      ]),
    tests(
      of: "Repository",
      [
        "Diagnostics", "YAMLTree", "SDKContract", "FlowSyntax", "FlowLinking", "FlowGraph", "FlowChecks",
        "FlowCompiler",
        "FlowRuntime", "RELIDSimulator", "RELIDAdapter", "FlowScenarios", "ProcessBackend", "BackendConformance",
        "Cassettes", "LocalFiles", "RuleBook", "CheckPolicy", "FlowTesting", "FlowTrials", "Guide", "FlowCommand",
        "FlowLanguage",
        "SystemCalls", "EmbeddedTexts",
        "HostExample", "PhoneExample", "mfaflow", "Values",
      ], exclude: ["Keyboard/Sessions"]),
  ] + (plugin.map { [$0] } ?? []),
  swiftLanguageModes: [.v6], cLanguageStandard: .gnu2x
)
