// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowCompiler
import LocalFiles
import SDKContract

extension Command {
  static let check = Command(
    name: "check", summary: "check flows for errors before they are deployed",
    details: [
      """
      Folders are searched for *.yaml and *.yml files that are flows: files with the key `flow:` or `part:`
      on their outermost level. Worlds, answers, scenarios and contracts in a folder are skipped, and so
      are names that begin with a dot. A file that is named is always checked.
      """,
      "Findings go to standard output in the order of the paths, one line of summary to standard error.",
      """
      A path with `*`, `?` or `**` that is no file is a pattern, so that it can be quoted: `*` stands for any
      part of a name, `**` for any folders. One that finds nothing is an error.
      """,
    ],
    operands: Operands(
      placeholder: "PATH…", minimum: 1, maximum: nil, meaning: "files and folders; `-` is standard input"),
    options: [
      .checkFormat, ReportOutputs.option, .profile, .guesses, .proofs, .unnamed, .failOn, .configuration, .baseline,
      .newBaseline,
      .cache,
      .scenarioFolder, .inputName, .contract, .statistics, .withoutSummary, .saysConfiguration,
      .color,
    ],
    exits: [
      Exit(.success, "no errors; there may be warnings (see `--fail-on`)"),
      Exit(.failure, "at least one error was found, or a warning with `--fail-on warning`"),
      Exit(.wrongInput, "the command line is wrong, or there is no flow in what it names"),
      Exit(.broken, "a path could not be read, or a report not be written; the rest was done"),
    ],
    examples: [
      Example("mfaflow check flows/", "check every flow in a folder and below"),
      Example("mfaflow check --format oneline login.yaml", "one line for each finding"),
      Example("mfaflow check --format json flows/ > findings.json", "for programs"),
      Example("mfaflow check --format github --output sarif=flows.sarif flows/", "for GitHub"),
      Example("mfaflow check --output gitlab=quality.json --output junit=check.xml flows/", "for GitLab"),
      Example("mfaflow check --profile nist-63b-4 flows/", "measure flows by a standard"),
      Example("mfaflow check --guesses login.yaml", "tell how often each secret can be guessed"),
      Example("mfaflow check --proofs login.yaml", "tell what is proved, for those who approve a flow"),
      Example("mfaflow check --unnamed login.yaml", "tell what a flow leaves to `else`"),
      Example("mfaflow check --cache .mfaflow-cache flows/", "look only at what has changed since the last time"),
      Example(
        "mfaflow check --write-scenario flows/found flows/", "write a test for each run that must not be possible"),
      Example("mfaflow check --stdin-filename login.yaml - < login.yaml", "for an editor"),
      Example("mfaflow check --contract my-relid.yaml flows/", "check against a contract whose fingerprint is listed"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      try await CheckRun(invocation, streams).perform()
    })
}

/// One run of `mfaflow check`.
private struct CheckRun {
  private let paths: [String]
  private let contract: String?
  private let invocation: Invocation
  private let problems: FindingFormat
  private let streams: Streams

  init(_ invocation: Invocation, _ streams: Streams) {
    paths = invocation.operands
    contract = invocation.value(of: .contract)
    self.invocation = invocation
    problems = FindingFormat(invocation, for: streams.errors, in: streams)
    self.streams = streams
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    try invocation.checkInputName(of: "check")
    let decisions = TeamDecisions(invocation, problems, streams)
    let (found, excluded) = decisions.find(paths)
    let groups = Dictionary(grouping: found.indices) { decisions.index(for: found[$0].path) }
    try decisions.check(command: "check")
    let contract = try ownContract()
    if invocation.has(.saysConfiguration) {
      streams.errors.write(decisions.words(of: found).map { "mfaflow: \($0)\n" }.joined())
    }
    let plan = try CheckPlan(invocation, decisions.all, in: streams)
    let order = order(plan, contract)
    // The guesses and proofs are told anew each time, and a run that shows a finding is looked for in the flow.
    let isAnew = order.countsGuesses || order.tellsProofs || order.tellsUnnamed || order.keepsFlows
    let folder = isAnew ? nil : invocation.value(of: .cache).map { CacheFolder($0) }
    let cache = folder?.read()
    let check = FlowCheck(order, by: decisions, cache, streams.reading)
    let files = await ProgressLine.during("checked", of: found.count, in: streams) { count in
      await check.check(found, groups, count)
    }
    decisions.tellStalePermits(among: files)
    let summary = check.summary(of: files, excluded: excluded)
    guard summary.hasMatched else {
      throw UsageProblem(
        message: excluded > 0
          ? "the configuration leaves out all that is named" : "there is no flow in what is named",
        help: excluded > 0
          ? "name a file itself to have it checked, or take its folder out of `exclude:` in the configuration"
          : "flows are *.yaml or *.yml files with the key `flow:`; a file that is named itself is always checked",
        command: "check")
    }
    try plan.check(against: files.flatMap(\.read))
    let exit = ExitCode(summary.verdict)
    var isWritten = plan.write(check.configurations + files, summary, exit: exit, to: streams)
    if invocation.has(.newBaseline), let words = BaselineReport.leftOut(files.flatMap(\.toldOnce)) {
      streams.errors.write("mfaflow: \(words)\n")
    }
    if let folder = plan.scenarios {
      let compiler = order.compilers(by: decisions.all[0]).make(.files)
      var report = CounterexampleReport(folder, contract: self.contract, compiler, streams)
      if await !report.write(files.compactMap(\.flow)) { isWritten = false }
    }
    if let folder, let cache { keep(files.compactMap(\.use), cache, folder) }
    if invocation.has(.statistics) { streams.errors.write(RuleStatistics(files).text) }
    if !invocation.has(.withoutSummary) || exit == .broken {
      streams.errors.write(summary.lines.joined(separator: "\n") + "\n")
    }
    return isWritten ? exit : .broken
  }

  private func order(_ plan: CheckPlan, _ contract: SourceFile?) -> CheckOrder {
    var order = CheckOrder()
    order.contract = contract
    order.profile = invocation.value(of: .profile)
    // A baseline that is written anew fails for nothing.
    order.limit =
      invocation.has(.newBaseline)
      ? FailureLimit.none : invocation.value(of: .failOn).flatMap { FailureLimit(rawValue: $0) }
    order.countsGuesses = invocation.has(.guesses)
    order.tellsProofs = invocation.has(.proofs)
    order.tellsUnnamed = invocation.has(.unnamed)
    order.reports = plan.reports
    order.inputName = invocation.value(of: .inputName)
    order.keepsFlows = plan.scenarios != nil
    order.keepsPaths = plan.writesFiles
    order.runsOfDifferences = RunOfDifference.told
    return order
  }

  private func ownContract() throws(UsageProblem) -> SourceFile? {
    guard let contract else { return nil }
    return try ContractFile.read(contract, problems, streams).file
  }

  /// A cache that cannot be kept costs time and nothing else.
  private func keep(_ used: [CheckCache.Use], _ cache: CheckCache, _ folder: CacheFolder) {
    guard let reason = folder.keep(used, beside: cache) else { return }
    let path = Diagnostic.quoting(invocation.value(of: .cache) ?? "")
    streams.errors.write("mfaflow: nothing can be kept in \(path): \(reason)\n")
  }
}

extension ExitCode {
  fileprivate init(_ verdict: CheckSummary.Verdict) {
    self =
      switch verdict {
      case .passed: .success
      case .failed: .failure
      case .incomplete: .broken
      }
  }
}
