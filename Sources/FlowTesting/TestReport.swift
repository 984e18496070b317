// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
package import Diagnostics
package import FlowRuntime
import FlowScenarios

/// What came of a test: files with their scenarios, and how much they took of each flow.
package struct TestReport: Sendable {
  /// A scenario file and what came of it.
  package struct File: Sendable {
    let path: String
    let played: [PlayedScenario]
    let skipped: [SkippedScenario]
    /// The file as it may be shown, for the places of failures.
    package let sources: SourceMap
    /// Why nothing was played; nil if it was.
    let broken: BrokenFile?

    var failed: Int { played.count(where: \.failed) }
    var declined: Int { played.count { $0.declined != nil } }
    /// How many scenarios nobody was there to play.
    var unplayed: Int { played.count { $0.needsProgram } }

    /// What is wrong with the file, or keeps scenarios of it from being played.
    package var obstacles: [Diagnostic] {
      let names = played.filter(\.needsProgram).map(\.name)
      return (broken?.findings ?? []) + (names.isEmpty ? [] : [.needsProgram(names)])
    }
  }

  package let files: [File]
  /// Flows of which a scenario was played; without a filter, those too of which there is none; if much must be taken of
  /// each, also those that no scenario file is for.
  let flows: [FlowCoverage]
  private let overlooked: [String]
  let settings: TestSettings

  package init(_ plan: TestPlan, _ played: [[PlayedScenario]], _ coverage: [Coverage], _ settings: TestSettings) {
    var playedFlows: Set<Int> = []
    files = zip(plan.files, played).map { file, played in
      switch file.state {
      case .sound(let sound):
        if !sound.scenarios.isEmpty || !settings.choice.isPartial { playedFlows.formUnion(sound.flows) }
        return File(path: file.path, played: played, skipped: file.skipped, sources: sound.sources, broken: nil)
      case .broken(let broken):
        return File(path: file.path, played: [], skipped: [], sources: broken.sources, broken: broken)
      }
    }
    let credited = plan.crediting(coverage)
    flows = playedFlows.union(plan.bareFlows).sorted().map { index in
      FlowCoverage(
        plan.flows[index], coverage[index], credited: credited[index], settings,
        isBare: plan.bareFlows.contains(index))
    }
    overlooked = plan.overlooked
    self.settings = settings
  }

  var scenarios: Int { files.reduce(0) { $0 + $1.played.count + $1.skipped.count } }
  /// Left out by the command line, or not taken by the program.
  var skipped: Int { files.reduce(0) { $0 + $1.skipped.count + $1.declined } }
  var failed: Int { files.reduce(0) { $0 + $1.failed } }
  var unplayed: Int { files.reduce(0) { $0 + $1.unplayed } }
  var broken: Int { files.count { $0.broken != nil } }

  /// Flows of which at least so much must be taken; none if nobody asks for that.
  var measured: [FlowCoverage] { settings.minimum == nil ? [] : flows }
  /// How many flows too little was taken of.
  var tooLow: Int { flows.count { $0.isTooLow } }

  package enum Verdict {
    case passed
    case failed
    /// What was given cannot be played.
    case wrong
    /// A file could not be read, or a program was no SDK.
    case broken
  }

  /// Whether the backend took none of the worlds that it was asked for: that everything is well cannot be said then.
  private var isUntested: Bool {
    let asked = files.flatMap(\.played).filter(\.asksSDK)
    return !asked.isEmpty && asked.allSatisfy { $0.declined != nil }
  }

  package var verdict: Verdict {
    if files.contains(where: { $0.broken?.isUnreadable ?? false }) { return .broken }
    if broken > 0 || unplayed > 0 { return .wrong }
    if files.contains(where: { $0.played.contains { $0.isBackendBroken } }) { return .broken }
    return failed > 0 || tooLow > 0 || isUntested ? .failed : .passed
  }

  /// Such as `98 scenarios, 97 passed, 1 failed`.
  package var summary: String {
    var parts = [Self.counted(scenarios, failed, unplayed, skipped)]
    if broken > 0 {
      let paths = files.filter { $0.broken != nil }.map { Diagnostic.quoting(path: $0.path) }
      let named = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
      parts.append("\(broken) file\(broken == 1 ? "" : "s") could not be played: \(named)")
    }
    if !overlooked.isEmpty {
      let isOne = overlooked.count == 1
      let named = overlooked.prefix(3).map { Diagnostic.quoting(path: $0) }.joined(separator: ", ")
      parts.append(
        "\(overlooked.count) file\(isOne ? " holds" : "s hold") scenarios and \(isOne ? "is" : "are") not named "
          + "`….scenarios.yaml`, so \(isOne ? "it was" : "they were") not played: \(named)"
          + (overlooked.count > 3 ? ", …" : ""))
    }
    parts += flows.filter(\.isTooLow).map(\.shortfall)
    if isUntested { parts.append("the backend was not tested: it took none of the worlds") }
    return parts.joined(separator: "; ")
  }

  static func counted(_ scenarios: Int, _ failed: Int, _ unplayed: Int, _ skipped: Int) -> String {
    "\(scenarios) scenario\(scenarios == 1 ? "" : "s"), \(scenarios - failed - unplayed - skipped) passed"
      + (skipped > 0 ? ", \(skipped) skipped" : "") + (failed > 0 ? ", \(failed) failed" : "")
      + (unplayed > 0 ? ", \(unplayed) not played" : "")
  }

  /// In the words of a format.
  ///
  /// - Parameter exit: the number with which the test ends, for programs.
  package func text(as format: String, exit: Int) -> String {
    switch format {
    case "json": TestJSONReport(self, exit: exit).text
    case "junit": TestJUnitReport(self).text
    case "github": TestFindingsReport(self, as: GitHubReport()).text
    case "gitlab": TestFindingsReport(self, as: GitLabReport()).text
    case "sarif": TestFindingsReport(self, as: SARIFReport()).text
    default: TestTextReport(self).text
    }
  }

  /// The lines of a trace that are shown: all that are asked for.
  func shown(_ trace: [String]) -> ArraySlice<String> {
    settings.showsWholeTrace ? trace[...] : trace.suffix(Self.traceEnd)
  }

  /// How much of a trace is shown where nobody asks for more.
  private static let traceEnd = 12
}
