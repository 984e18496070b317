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
      .checkFormat, .checkOutput, .profile, .guesses, .proofs, .failOn, .configuration, .baseline, .newBaseline, .cache,
      .scenarioFolder, .inputName, .contract, .color,
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
      Example("mfaflow check --format github --output sarif=flows.sarif flows/", "for a build server"),
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
    let decisions = TeamDecisions(invocation, problems, streams)
    guard let decided = decisions.read(), let compilers = compilers(decided) else { return .wrongInput }
    let plan = try CheckPlan(invocation, decided, in: streams)
    // The guesses and proofs are worked out each time, and a run that shows a finding is looked for in the flow.
    let isAnew = invocation.has(.guesses) || invocation.has(.proofs) || plan.scenarios != nil
    let folder = isAnew ? nil : invocation.value(of: .cache).map { CacheFolder($0) }
    let cache = folder?.read()
    let streams = streams
    let found = PathWalker.find(paths, except: decided.exclude)
    let checked = await ProgressLine.during("checked", of: found.count, in: streams) { count in
      await CheckWorkers.check(found, count) {
        FileChecker(FlowReading(cache, compilers.key, compilers.make), plan, streams)
      }
    }
    let files = SharedFindings.toldOnce(checked, in: plan.reports)
    let summary = CheckSummary(files, decided.policy.permits)
    guard summary.hasMatched else {
      throw UsageProblem(
        message: "there is no flow in what is named",
        help: "flows are *.yaml or *.yml files with the key `flow:`; a file that is named itself is always checked",
        command: "check")
    }
    try plan.check(against: files.flatMap(\.read), invocation)
    var isWritten = plan.write(files, to: streams)
    if let folder = plan.scenarios {
      var report = CounterexampleReport(folder, contract: contract, compilers.make(.files), streams)
      if await !report.write(files.compactMap(\.flow)) { isWritten = false }
    }
    if let folder, let cache { keep(files.compactMap(\.use), cache, folder) }
    streams.errors.write(summary.lines.joined(separator: "\n") + "\n")
    return isWritten ? summary.exitCode(failingOn: plan.limit) : .broken
  }

  /// A cache that cannot be kept costs time and nothing else.
  private func keep(_ used: [CheckCache.Use], _ cache: CheckCache, _ folder: CacheFolder) {
    guard let reason = folder.keep(used, beside: cache) else { return }
    let path = Diagnostic.quoting(invocation.value(of: .cache) ?? "")
    streams.errors.write("mfaflow: nothing can be kept in \(path): \(reason)\n")
  }

  /// What makes the compiler of a worker; nil, and said so, if the user's own contract is no contract.
  private func compilers(_ decided: TeamDecisions.Decided) -> Compilers? {
    let profile = (invocation.value(of: .profile) ?? decided.profile).flatMap { Profile.named($0) }
    let (countsGuesses, tellsProofs) = (invocation.has(.guesses), invocation.has(.proofs))
    let standIns = StandIns.refused(except: decided.contracts)
    let trusted = decided.contracts.sorted().joined(separator: ",")
    guard let contract else {
      return Compilers(key: ":\(profile?.name ?? ""):\(trusted)") {
        Compiler(
          loader: $0, profile: profile, countsGuesses: countsGuesses, tellsProofs: tellsProofs, standIns: standIns)
      }
    }
    guard let file = ContractFile.read(contract, problems, streams) else { return nil }
    return Compilers(key: "\(ContentDigest(file.bytes).text):\(profile?.name ?? ""):\(trusted)") {
      Compiler(
        contract: ContractReader.read(file).value, loader: $0, profile: profile, countsGuesses: countsGuesses,
        tellsProofs: tellsProofs, standIns: standIns)
    }
  }

  private struct Compilers {
    /// What a check depends on beside its files: the digest of the contract that was given, and the profile.
    let key: String
    let make: @Sendable (FileLoader) -> Compiler
  }
}
