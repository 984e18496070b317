// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import LocalFiles
import SDKContract
import SystemCalls

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
      Exit(
        .wrongInput,
        "the command line or one of the flows is wrong, be it by the contract of the new one, or none is in both"),
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
      for side in sides where !side.isOfRevision && !FileStatus.isFolder(side.operand) {
        decisions.read(for: side.operand)
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
      let path = invocation.value(of: .contract)
      let contracts = (
        old: try ContractFile.read(path, of: sides[0], format, streams) ?? contract,
        new: try ContractFile.read(path, of: sides[1], format, streams) ?? contract
      )
      let run: DiffRun
      do throws(FileProblem) {
        run = try DiffRun(sides[0], sides[1], contracts, allowances)
      } catch {
        throw error.told(format, streams)
      }
      // Those of the folders were read while they were searched.
      try decisions.check(command: "diff")
      for obstacle in run.obstacles { obstacle.tell(format, streams) }
      if case .fileAndFolder? = run.obstacles.first { return .wrongInput }
      let reportFormat = invocation.value(of: .diffFormat)
      // Of two files that cannot be compared there is nothing to report but what is wrong, to where no terminal is read.
      let isForReview = reportFormat == "markdown" || reportFormat == "github"
      if run.isOfFiles, run.flows.isEmpty, run.isWrong, !isForReview { return .wrongInput }
      for allowance in run.allowances where !allowance.isUsed {
        streams.errors.write("mfaflow: nothing was allowed by \(Diagnostic.quoting(allowance.text))\n")
      }
      let report = DiffReport(run, isShort: invocation.has(.summary))
      let fails = report.fails(from: invocation.value(of: .failOnDifference) ?? "weaker")
      if run.isOfNothing { run.tellOfNothing(streams) }
      let code: ExitCode = run.isWrong || run.isOfNothing ? .wrongInput : fails ? .failure : .success
      switch reportFormat {
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
