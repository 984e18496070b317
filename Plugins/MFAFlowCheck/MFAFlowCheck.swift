// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// `swift package mfaflow-check [PATH…]`: checks the flows of a package with the `mfaflow` that this package builds.
///
/// The words behind it are those of `mfaflow check`; without any, the folder of the package is searched. What has not
/// changed since the last time is not looked at again.
@main
struct MFAFlowCheck: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "mfaflow").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = ["check"] + cache(context, arguments) + (arguments.isEmpty ? ["."] : arguments)
    try process.run()
    process.waitUntilExit()
    // Why: an error that is thrown would be told a second time, in words that say less.
    guard process.terminationReason == .exit else { exit(3) }
    guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
  }

  /// The only folder in which a plugin may write without asking.
  private func cache(_ context: PluginContext, _ arguments: [String]) -> [String] {
    let isGiven = arguments.contains { $0 == "--cache" || $0.hasPrefix("--cache=") }
    return isGiven ? [] : ["--cache", context.pluginWorkDirectoryURL.appending(path: "cache").path]
  }
}
