// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowLanguage
import FlowSyntax
import LocalFiles
import YAMLTree

extension Option {
  fileprivate static let origin = Option(
    name: "--origin", shape: .flag, meaning: "put before each line the file and the line where it was written")
}

extension Command {
  static let show = Command(
    name: "show", summary: "print a flow with its base, its parts and its changes as one file",
    details: [
      """
      What is printed says the same as the flow, and may stand in its place. Its paths, such as those of
      catalogues and of flows that it runs, begin at the folder of FLOW: put it there. Comments are not shown, so no
      allowance is. Checked as a file of its own, it may have
      warnings that the flow has not: of lines that another file brings and this flow does not need.
      """
    ],
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow"),
    options: [.origin, .contract, .findingFormat, .color],
    exits: [
      Exit(.success, "printed"),
      Exit(.wrongInput, "the command line is wrong, or the flow has errors"),
      Exit(.broken, "the file could not be read"),
    ],
    examples: [
      Example("mfaflow show flows/variants/kiosk.yaml", "the whole flow of a variant"),
      Example("mfaflow show --origin flows/login.yaml", "where each line of it was written"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let format = FindingFormat(invocation, for: streams.errors, in: streams)
      let contract = try invocation.value(of: .contract).map { path throws(UsageProblem) in
        try ContractFile.read(path, format, streams).contract
      }
      let file = try streams.flowFile(invocation.operands[0], format)
      let compiler = Compiler(contract: contract, loader: streams.loader, standIns: .accepted)
      return show(compiler.merged(file), withOrigins: invocation.has(.origin), format, streams)
    })

  private static func show(
    _ merged: MergedFlow, withOrigins: Bool, _ format: FindingFormat, _ streams: Streams
  ) -> ExitCode {
    guard let root = merged.root, !merged.findings.hasErrors,
      let printed = PrintedTree(root, as: .shape { .flow }, words: .ofFlows)
    else {
      streams.tell(merged.findings.filter { $0.severity == .error }, in: merged.sources, format)
      return .wrongInput
    }
    guard withOrigins else {
      streams.output.write(printed.lines.map { $0 + "\n" }.joined())
      return .success
    }
    let origins = printed.origins.map { range in
      range.flatMap { range in
        merged.sources.file(range.file).map { TerminalText.line("\($0.path):\(range.start.line)") }
      } ?? ""
    }
    let width = origins.map(\.utf8.count).max() ?? 0
    for (line, origin) in zip(printed.lines, origins) {
      let space = String(repeating: " ", count: width - origin.utf8.count)
      streams.output.write(line.isEmpty ? "\n" : origin + space + "  " + line + "\n")
    }
    return .success
  }
}
