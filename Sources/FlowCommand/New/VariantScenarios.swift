// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics

/// The scenarios that a new variant takes over from its base: they may not take all of it.
struct VariantScenarios {
  private let variant: String
  /// Nil where the base has none.
  private let scenarios: String?
  private let base: String

  /// - Parameters:
  ///   - files: the variant and its scenarios, the last of those that were made.
  ///   - base: as it is named on the command line.
  init(_ files: NewFiles, of base: String) {
    let paths = files.files.map(\.path)
    scenarios = paths.last.flatMap { FilePath.isScenarios($0) ? $0 : nil }
    variant = paths.last { !FilePath.isScenarios($0) } ?? ""
    self.base = base
  }

  /// Whether they take all of the variant; says what to do where they do not.
  func isComplete(_ streams: Streams) async -> Bool {
    guard let scenarios else {
      tell(
        "\(Diagnostic.quoting(path: base)) has no scenarios beside it, and so the variant has none",
        "`mfaflow new scenario \(variant.onOneLine)` writes them", streams)
      return false
    }
    let quiet = streams.writing(to: OverheardOutput(Silence()), OverheardOutput(Silence()))
    guard await Tool.run(["test", "--min-coverage", "100", scenarios], in: quiet) != .success else { return true }
    tell(
      "the scenarios of \(Diagnostic.quoting(path: base)) do not take all of the variant",
      "`mfaflow test \(scenarios.onOneLine)` tells what is missing, and with `--write-missing DIR` writes it", streams)
    return false
  }

  private func tell(_ message: String, _ help: String, _ streams: Streams) {
    streams.errors.write("mfaflow: \(message)\n  help: \(help)\n")
  }
}
