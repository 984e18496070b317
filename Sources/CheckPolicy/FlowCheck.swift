// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import LocalFiles
package import SystemCalls

/// A check of files, each by the decisions of its team.
package struct FlowCheck {
  private let order: CheckOrder
  private let decisions: TeamDecisions
  private let cache: CheckCache?
  private let readFile: FileReader.Reading

  /// - Parameters:
  ///   - cache: what earlier checks have found; nil to check everything again.
  ///   - readFile: how the text of a file that is checked is had.
  package init(
    _ order: CheckOrder, by decisions: TeamDecisions, _ cache: CheckCache? = nil,
    _ readFile: @escaping FileReader.Reading = FileReader.file
  ) {
    self.order = order
    self.decisions = decisions
    self.cache = cache
    self.readFile = readFile
  }

  /// What became of each path, in the order of the paths; what stands in a part that several use is told once.
  ///
  /// - Parameters:
  ///   - groups: by the index of their decisions, the places of the paths.
  ///   - count: where to count the files that are done; nil if nobody asks.
  package func check(
    _ found: [FoundPath], _ groups: [Int: [Int]], _ count: WorkCount? = nil
  ) async -> [CheckedFile] {
    var checked: [(place: Int, file: CheckedFile)] = []
    for (index, places) in groups.sorted(by: { $0.key < $1.key }) {
      let decided = decisions.all[index]
      let (compilers, limit) = (order.compilers(by: decided), order.limit(by: decided))
      let (order, cache, readFile) = (order, cache, readFile)
      let files = await CheckWorkers.check(places.map { found[$0] }, count) {
        FileChecker(
          FlowReading(cache, compilers.key, keepsPaths: order.keepsPaths, compilers.make), order, decided.policy,
          failingOn: limit, readFile)
      }
      checked += zip(places, files).map { ($0, $1) }
    }
    let files = RunInside.withoutStart(checked.sorted { $0.place < $1.place }.map(\.file), in: order.reports)
    return SharedFindings.toldOnce(files, in: order.reports)
  }

  /// The configurations that have warnings of their own, for the reports that have a place for these.
  package var configurations: [CheckedFile] {
    decisions.all.compactMap { decided in
      guard let file = decided.shown, !decided.warnings.isEmpty else { return nil }
      var check = CheckedPath(
        path: file.path, kind: .checked, findings: decided.warnings, sources: SourceMap([file]))
      check.limit = order.limit(by: decided)
      let shown = check.shown
      var checked = CheckedFile(
        kind: .checked, codes: shown.findings.map(\.code),
        pieces: order.reports.map { $0.tellsConfigurations ? $0.piece(of: shown) : "" })
      (checked.path, checked.limit, checked.warnings) = (file.path, check.limit, decided.warnings.count)
      return checked
    }
  }

  /// What the check came to, as it is told in its end.
  ///
  /// - Parameter excluded: how many files and folders the decisions leave out.
  package func summary(of files: [CheckedFile], excluded: Int) -> CheckSummary {
    let warned = decisions.all.filter { !$0.warnings.isEmpty }
    // A baseline that the command line names is for all of them.
    let baselines = Dictionary(
      decisions.all.map { ($0.baseline, $0.policy.baseline) }, uniquingKeysWith: { first, _ in first })
    return CheckSummary(
      files, decisions.permits, excluded: excluded,
      configurations: (
        warned.count, warnings: warned.reduce(0) { $0 + $1.warnings.count },
        fail: warned.contains { order.limit(by: $0) == .warning }
      ), staleLines: baselines.sorted { $0.key ?? "" < $1.key ?? "" }.flatMap { $0.value.staleLines(files) })
  }
}
