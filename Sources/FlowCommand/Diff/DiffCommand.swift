// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowCompiler
import FlowDifference
import FlowGraph
import FlowRuntime
import FlowSyntax
import LocalFiles
import SDKContract
import YAMLTree

extension Option {
  static let failOnDifference = Option(
    name: "--fail-on", shape: .oneOf(["weaker", "changed", "any", "none"]),
    meaning: "which differences end with 1: weaker (the default) includes what might be weaker; any includes texts")

  static let allowDifference = Option(
    name: "--allow", shape: .text(placeholder: "'TEXT because REASON'"), isRepeatable: true,
    meaning: "let differences pass whose line holds TEXT; the reason is printed beside them")

  static let diffFormat = Option(
    name: "--format", shape: .oneOf(["text", "json", "markdown", "github"]),
    meaning: "text (the default); markdown is for the comment of a pull request, github for its lines")

  static let summary = Option(name: "--summary", shape: .flag, meaning: "leave out the runs that show the differences")
}

extension Command {
  static let diff = Command(
    name: "diff", summary: "show what another version of a flow does, and whether that is as safe",
    details: [
      """
      What the flows do is compared, not how they are written: both are run side by side, and each difference is
      shown by the shortest run in which they differ. The proofs that are needed, and how often a secret can be
      guessed or a code sent, are compared over all runs. Messages that read differently are reported as `wording`.
      """,
      """
      OLD and NEW are files, folders, or files and folders of a git revision, such as `main:flows/login.yaml`.
      A file with a version, such as `flows/login.yaml@1.0`, is the latest revision that had it.
      """,
    ],
    operands: Operands(placeholder: "OLD NEW", minimum: 2, maximum: 2, meaning: "what it was, and what it is now"),
    options: [
      .failOnDifference, .allowDifference, .summary, .differenceFolder, .diffFormat, .configuration, .contract, .color,
    ],
    exits: [
      Exit(.success, "nothing that `--fail-on` names, or all of it is allowed"),
      Exit(.failure, "there is a difference that `--fail-on` names"),
      Exit(.wrongInput, "the command line or one of the flows is wrong, or they are for different contracts"),
      Exit(.broken, "a file could not be read, or not written"),
    ],
    examples: [
      Example("mfaflow diff flows/login.yaml flows/variants/country.yaml", "what a variant changes"),
      Example("mfaflow diff main:flows flows --format markdown", "all flows, against a branch"),
      Example("mfaflow diff flows/login.yaml@1.0 flows/login.yaml", "what changed since version 1.0"),
      Example("mfaflow diff --write-scenario found old.yaml new.yaml", "keep the runs that show it"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let format = FindingFormat.text(color: FindingFormat.color(invocation, streams.errors, streams))
      var contract: Contract?
      if let path = invocation.value(of: .contract) {
        contract = try ContractFile.read(path, format, streams).contract
      }
      var allowances: [DiffAllowance] = []
      for words in invocation.values(of: .allowDifference) {
        guard let allowance = DiffAllowance(words) else {
          throw UsageProblem(
            message: "\(Diagnostic.quoting(words)) allows nothing: it gives no reason, or too little of the line",
            help: "write eight characters of the line or more, and the reason: `--allow 'tries is 3 because …'`",
            command: "diff")
        }
        allowances.append(allowance)
      }
      // Of the configuration nothing but `exclude:` concerns a comparison.
      let decisions = TeamDecisions(invocation, format, streams, knowsBaselines: false)
      var sides: [DiffSide] = []
      do throws(FileProblem) {
        for operand in invocation.operands {
          sides.append(try DiffSide(operand, streams.reading, excluding: decisions.excludes))
        }
      } catch {
        throw error.told(format, streams)
      }
      try decisions.check(command: "diff")
      let folder = invocation.value(of: .differenceFolder).map { ScenarioFolder($0, for: .differenceFolder) }
      try folder?.check(command: "diff")
      if folder != nil, sides[1].isOfRevision {
        throw UsageProblem(
          message:
            "`--write-scenario` needs files of this machine, and \(Diagnostic.quoting(path: sides[1].operand)) is of a revision",
          help: "check the revision out, and name its folder as NEW", command: "diff")
      }
      var run = DiffRun(sides[0], sides[1], contract, allowances, format, streams)
      do throws(FileProblem) {
        try run.compare()
      } catch {
        throw error.told(format, streams)
      }
      if run.isOfTwoKinds { return .wrongInput }
      for allowance in run.allowances where !allowance.isUsed {
        streams.errors.write("mfaflow: nothing was allowed by \(Diagnostic.quoting(allowance.text))\n")
      }
      let report = DiffReport(
        run.flows, added: run.added, removed: run.removed, notCompared: run.notCompared,
        isShort: invocation.has(.summary))
      let fails = report.fails(from: invocation.value(of: .failOnDifference) ?? "weaker")
      let code: ExitCode = run.isWrong ? .wrongInput : fails ? .failure : .success
      switch invocation.value(of: .diffFormat) {
      case "json": streams.output.write(report.json(exit: code.rawValue))
      case "markdown": streams.output.write(report.markdown)
      case "github": streams.output.write(report.github)
      default: streams.output.write(report.text)
      }
      if let folder {
        var scenarios = DifferenceScenarios(folder, contract: invocation.value(of: .contract), streams)
        guard await scenarios.write(run.flows) else { return .broken }
      }
      return code
    })
}

/// Flows of two sides, each compared with that of the same path.
struct DiffRun {
  private let old: DiffSide
  private let new: DiffSide
  private let contract: Contract?
  private let format: FindingFormat
  private let streams: Streams
  private(set) var allowances: [DiffAllowance]
  /// What came of flows that both sides have, in the order of their paths.
  private(set) var flows: [FlowDiff] = []
  /// The paths of flows that one side alone has.
  private(set) var added: [String] = []
  private(set) var removed: [String] = []
  /// The paths of flows that both sides have and that could not be compared; why has been told.
  private(set) var notCompared: [String] = []
  /// Whether a flow is wrong that is not the same in both; why has been told.
  private(set) var isWrong = false
  /// Whether a file and a folder are to be compared; that has been told.
  private(set) var isOfTwoKinds = false
  /// Whether both sides are files that are named, and not folders.
  private var isOfFiles = false

  init(
    _ old: DiffSide, _ new: DiffSide, _ contract: Contract?, _ allowances: [DiffAllowance], _ format: FindingFormat,
    _ streams: Streams
  ) {
    self.old = old
    self.new = new
    self.contract = contract
    self.allowances = allowances
    self.format = format
    self.streams = streams
  }

  mutating func compare() throws(FileProblem) {
    let (mine, theirs) = (try old.flows(), try new.flows())
    isOfFiles = theirs[""] != nil
    removed = mine.keys.filter { theirs[$0] == nil }.sorted()
    added = theirs.keys.filter { mine[$0] == nil }.sorted()
    if removed == [""] || added == [""] {
      isOfTwoKinds = true
      return streams.errors.write("mfaflow: a file and a folder cannot be compared; name two of one kind\n")
    }
    // A flow of another file is the same flow by its name.
    for path in added {
      guard let file = theirs[path], let name = Self.name(of: file) else { continue }
      let twins = removed.filter { mine[$0].flatMap(Self.name) == name }
      guard twins.count == 1, let twin = twins.first, let before = mine[twin] else { continue }
      removed.removeAll { $0 == twin }
      added.removeAll { $0 == path }
      compare(before, file)
    }
    for path in theirs.keys.sorted() {
      guard let after = theirs[path] else { continue }
      if let before = mine[path] { compare(before, after) } else if added.contains(path) { read(after) }
    }
    flows.sort { $0.path < $1.path }
  }

  /// The name of a flow; nil if it cannot be read.
  private static func name(of file: SourceFile) -> String? {
    YAML.read(file, words: .ofFlows).value?["flow"]?.text
  }

  /// Tells what is wrong with a flow that one side alone has.
  private mutating func read(_ file: SourceFile) {
    let compilation = new.compile(file, contract)
    if compilation.flow == nil, streams.tellMisplaced(file, format) { return isWrong = true }
    let errors = compilation.findings.filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    isWrong = true
    streams.tell(errors, in: compilation.sources, format)
  }

  private mutating func compare(_ before: SourceFile, _ after: SourceFile) {
    let (mine, theirs) = (old.compile(before, contract), new.compile(after, contract))
    guard let one = mine.flow, let other = theirs.flow else { return leaveOut((before, mine), (after, theirs)) }
    guard let comparison = FlowComparison(one.flow, other.flow) else {
      isWrong = true
      notCompared.append(after.path)
      return streams.errors.write(
        "mfaflow: `\(one.flow.name)` is for the contract \(one.flow.contract.name) \(one.flow.contract.version), and "
          + "`\(other.flow.name)` for another: \(other.flow.contract.name) \(other.flow.contract.version)\n"
          + "  help: give one contract for both with `--contract`\n")
    }
    flows.append(
      FlowDiff(
        path: after.path, comparison, Program(one), Program(other), (mine.sources, theirs.sources), &allowances))
  }

  /// Tells why two flows are not compared, at least one of which has errors.
  ///
  /// A flow of a folder that is the same in both, with all that it is made of, has not become weaker: whether its errors may
  /// stand is for `check` to say.
  private mutating func leaveOut(
    _ before: (file: SourceFile, made: Compilation), _ after: (file: SourceFile, made: Compilation)
  ) {
    notCompared.append(after.file.path)
    let isSame = before.made.sources.files.map(\.bytes) == after.made.sources.files.map(\.bytes)
    if isSame, !isOfFiles {
      return streams.errors.write(
        "mfaflow: \(Diagnostic.quoting(path: after.file.path)) has errors and is the same in both, so it is not compared\n"
      )
    }
    isWrong = true
    for (word, side) in [("old", before), ("new", after)] where side.made.flow == nil {
      if streams.tellMisplaced(side.file, format) { continue }
      let errors = side.made.findings.filter { $0.severity == .error }
      let path = Diagnostic.quoting(path: side.file.path)
      streams.errors.write(
        "mfaflow: the \(word) \(path) "
          + (errors.isEmpty ? "is no flow that can be run\n" : "has errors, so it is not compared:\n"))
      streams.tell(errors, in: side.made.sources, format)
    }
  }
}
