// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import SDKContract

extension Command {
  static let check = Command(
    name: "check", summary: "find what must never be deployed",
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
      .checkFormat, ReportOutputs.option, .profile, .guesses, .proofs, .failOn, .configuration, .baseline, .newBaseline,
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
      Example("mfaflow check --proofs login.yaml", "tell what is proved, for those who sign off"),
      Example("mfaflow check --cache .mfaflow-cache flows/", "look only at what has changed since the last time"),
      Example(
        "mfaflow check --write-scenario flows/found flows/", "write a test for each run that must not be possible"),
      Example("mfaflow check --stdin-filename login.yaml - < login.yaml", "for an editor"),
      Example("mfaflow check --contract my-relid.yaml flows/", "check against another version of the SDK"),
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
    let decisions = TeamDecisions(invocation, command: "check", problems, streams)
    var excluded = 0
    let found = PathWalker.find(paths) { path in
      let isExcluded = decisions.excludes(path)
      if isExcluded { excluded += 1 }
      return isExcluded
    }
    let groups = Dictionary(grouping: found.indices) { decisions.index(for: found[$0].path) }
    if let problem = decisions.problem { throw problem }
    let contract = try ownContract()
    if invocation.has(.saysConfiguration) { streams.errors.write(decisions.words(of: found).joined()) }
    let plan = try CheckPlan(invocation, decisions.all, in: streams)
    // The guesses and proofs are told anew each time, and a run that shows a finding is looked for in the flow.
    let isAnew = invocation.has(.guesses) || invocation.has(.proofs) || plan.scenarios != nil
    let folder = isAnew ? nil : invocation.value(of: .cache).map { CacheFolder($0) }
    let cache = folder?.read()
    let streams = streams
    let kits = decisions.all.map { (policy: $0.policy, limit: limit(of: $0), compilers: compilers($0, contract)) }
    let checked = await ProgressLine.during("checked", of: found.count, in: streams) { count in
      var checked: [(place: Int, file: CheckedFile)] = []
      for (index, places) in groups.sorted(by: { $0.key < $1.key }) {
        let kit = kits[index]
        let files = await CheckWorkers.check(places.map { found[$0] }, count) {
          FileChecker(
            FlowReading(cache, kit.compilers.key, kit.compilers.make), plan, kit.policy, failingOn: kit.limit, streams)
        }
        checked += zip(places, files).map { ($0, $1) }
      }
      return checked.sorted { $0.place < $1.place }.map(\.file)
    }
    let files = SharedFindings.toldOnce(checked, in: plan.reports)
    decisions.tellStalePermits(among: files)
    let warned = zip(decisions.all, kits).filter { $0.0.warnings > 0 }
    let summary = CheckSummary(
      files, plan.permits, excluded: excluded,
      configurations: (
        warned.count, warnings: warned.reduce(0) { $0 + $1.0.warnings },
        fail: warned.contains { $0.1.limit == .warning }
      ), staleCount: kits.reduce(0) { $0 + $1.policy.baseline.staleCount(files) })
    guard summary.hasMatched else {
      throw UsageProblem(
        message: "there is no flow in what is named",
        help: "flows are *.yaml or *.yml files with the key `flow:`; a file that is named itself is always checked",
        command: "check")
    }
    try plan.check(against: files.flatMap(\.read), invocation)
    var isWritten = plan.write(files, to: streams)
    if invocation.has(.newBaseline), let words = BaselineReport.leftOut(files.flatMap(\.toldOnce)) {
      streams.errors.write("mfaflow: \(words)\n")
    }
    if let folder = plan.scenarios {
      var report = CounterexampleReport(folder, contract: self.contract, kits[0].compilers.make(.files), streams)
      if await !report.write(files.compactMap(\.flow)) { isWritten = false }
    }
    if let folder, let cache { keep(files.compactMap(\.use), cache, folder) }
    if invocation.has(.statistics) { streams.errors.write(RuleStatistics(files).text) }
    if !invocation.has(.withoutSummary) || summary.exitCode == .broken {
      streams.errors.write(summary.lines.joined(separator: "\n") + "\n")
    }
    return isWritten ? summary.exitCode : .broken
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

  /// From which weight on a file fails; a baseline that is written anew fails for nothing.
  private func limit(of decided: TeamDecisions.Decided) -> FailureLimit {
    if invocation.has(.newBaseline) { return .none }
    return invocation.value(of: .failOn).flatMap { FailureLimit(rawValue: $0) } ?? decided.limit ?? .error
  }

  /// What makes the compiler of a worker.
  ///
  /// - Parameter contract: the user's own, which is one; nil for that of the program.
  private func compilers(_ decided: TeamDecisions.Decided, _ contract: SourceFile?) -> Compilers {
    let profile = (invocation.value(of: .profile) ?? decided.profile).flatMap { Profile.named($0) }
    let (countsGuesses, tellsProofs) = (invocation.has(.guesses), invocation.has(.proofs))
    let accounts = decided.guessesOverAccounts
    let standIns = StandIns.refused(except: decided.contracts)
    let depends = [
      contract.map { ContentDigest($0.bytes).text } ?? "", profile?.name ?? "", accounts.map(String.init) ?? "",
      decided.contracts.sorted().joined(separator: ","),
    ]
    return Compilers(key: depends.joined(separator: ":")) {
      Compiler(
        contract: contract.flatMap { ContractReader.read($0).value }, loader: $0, profile: profile,
        guessesOverAccounts: accounts, countsGuesses: countsGuesses, tellsProofs: tellsProofs, standIns: standIns)
    }
  }

  private struct Compilers {
    /// What a check depends on beside its files: the digest of the contract that was given, and what flows are measured by.
    let key: String
    let make: @Sendable (FileLoader) -> Compiler
  }
}
