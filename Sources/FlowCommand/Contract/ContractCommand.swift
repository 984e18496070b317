// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowCompiler
import FlowGraph
import LocalFiles
import ReferencePages
import RuleBook
import SDKContract

extension Option {
  fileprivate static let list = Option(name: "--list", shape: .flag, meaning: "print the names of the contracts")

  fileprivate static let checkFile = Option(
    name: "--check", shape: .text(placeholder: "FILE"),
    meaning: "check a contract of your own; only what is wrong with it is printed")

  fileprivate static let after = Option(
    name: "--after", shape: .text(placeholder: "STEP"),
    meaning: "print what may come at this step of a flow, which is named instead of a word")
}

extension Command {
  static let contract = Command(
    name: "contract", summary: "print what the program knows of an SDK, or look up one word of it",
    details: [
      """
      A contract says which events an SDK sends, which calls answer them and what each call may lead to. It is
      printed byte for byte, so that it can be changed and given back with `--contract FILE`: under another
      name, or with its fingerprint below `contracts:` of `.mfaflow.yaml`. For programs, `--format json` prints
      it as one JSON object with the same keys.
      """,
      """
      With a word, only what is said of that: of a call, what it takes, earns and may lead to; of an event, who
      raises it, its fields, modes and codes. With `--after`, what may come at a step of a flow, and which line
      of the step takes it.
      """,
    ],
    operands: Operands(
      placeholder: "NAME [WORD|FLOW]", minimum: 0, maximum: 2,
      meaning: "a contract, as `sdk:` of a flow names it, or a file with one; "
        + "`\(EmbeddedContracts.names.first ?? "")` if none is named",
      offers: { EmbeddedContracts.names },
      offersBehind: {
        let contracts = EmbeddedContracts.names.compactMap { name in
          EmbeddedContracts.contract(named: name).map { (name, CompletedWords.words(ContractPages($0).words)) }
        }
        return Dictionary(uniqueKeysWithValues: contracts)
      }),
    options: [.list, .checkFile, .after, .findingFormat, .color],
    exits: [
      Exit(.success, "printed, or the file has no errors"),
      Exit(.failure, "the file has at least one error"),
      Exit(.wrongInput, "the command line is wrong, or there is no contract, word or step of that name"),
      Exit(.broken, "the file could not be read"),
    ],
    examples: [
      Example("mfaflow contract", "print the REL-ID contract"),
      Example("mfaflow contract relid setPassword", "look up one call, event, status code or phase"),
      Example(
        "mfaflow contract relid --after verifyPassword login.yaml", "what may come at a step, and where it leads"),
      Example("mfaflow contract relid > my-relid.yaml", "begin a contract of your own"),
      Example("mfaflow contract relid --format json", "the contract for another program"),
      Example("mfaflow contract --check my-relid.yaml", "check it"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let choices = [invocation.has(.list), invocation.has(.checkFile), !invocation.operands.isEmpty]
      guard choices.count(where: { $0 }) < 2 else {
        throw UsageProblem(
          message: "a name, `--list` and `--check` exclude each other", help: "give one of them", command: "contract")
      }
      if let step = invocation.value(of: .after) { return try tell(after: step, invocation, streams) }
      if let path = invocation.value(of: .checkFile) {
        return try check(path, FindingFormat(invocation, for: streams.output, in: streams), streams)
      }
      if invocation.has(.list) {
        let names = EmbeddedContracts.names
        streams.output.write(isJSON(invocation) ? ContractObjects.list(names) : names.map { $0 + "\n" }.joined())
        return .success
      }
      guard invocation.operands.count == 2 else { return try print(invocation.operands.first, invocation, streams) }
      return try lookUp(invocation.operands[1], invocation, streams)
    })

  /// The contract of that name, or in that file.
  private static func contract(
    _ name: String, _ invocation: Invocation, _ streams: Streams
  ) throws(UsageProblem) -> Contract {
    if let contract = EmbeddedContracts.contract(named: name) { return contract }
    guard name.contains(".") || name.contains("/") else { throw unknown(name) }
    return try ContractFile.read(name, FindingFormat(invocation, for: streams.errors, in: streams), streams).contract
  }

  private static func lookUp(
    _ word: String, _ invocation: Invocation, _ streams: Streams
  ) throws(UsageProblem) -> ExitCode {
    let pages = ContractPages(try contract(invocation.operands[0], invocation, streams))
    let found = pages.pages(meantBy: word)
    guard !found.isEmpty else {
      throw UsageProblem(
        message: "the contract `\(pages.contract.name)` has no \(Diagnostic.quoting(word))",
        help: pages.meant(by: word).map { "did you mean `\($0)`?" }
          ?? Suggestion.help(
            for: word, among: pages.words, otherwise: "\(pages.contract.wherePrinted) has all of them"),
        command: "contract")
    }
    write(found, of: word, in: pages.contract.name, invocation, streams)
    return .success
  }

  private static func isJSON(_ invocation: Invocation) -> Bool { invocation.value(of: .findingFormat) == "json" }

  private static func write(
    _ pages: [Page], of word: String, in contract: String, _ invocation: Invocation, _ streams: Streams
  ) {
    streams.output.write(
      isJSON(invocation)
        ? ContractObjects.page(pages, of: word, in: contract) : pages.text(PageLook(invocation, in: streams)))
  }

  /// What may come at a step; the flow may have findings, as it is looked at while it is written.
  private static func tell(
    after name: String, _ invocation: Invocation, _ streams: Streams
  ) throws(UsageProblem) -> ExitCode {
    let format = FindingFormat(invocation, for: streams.errors, in: streams)
    // The name of a contract alone is no flow.
    guard let path = invocation.operands.last,
      invocation.operands.count == 2 || !EmbeddedContracts.names.contains(path)
    else {
      throw UsageProblem(
        message: "`--after` needs the flow of the step", help: "write `mfaflow contract relid --after STEP FLOW`",
        command: "contract")
    }
    let named = invocation.operands.count == 2 ? invocation.operands[0] : nil
    let own = try named.map { name throws(UsageProblem) in try contract(name, invocation, streams) }
    let isEmbedded = named.map { EmbeddedContracts.names.contains($0) } ?? true
    let file = try streams.flowFile(path, format)
    let compiler = Compiler(contract: isEmbedded ? nil : own, loader: streams.loader, standIns: .accepted)
    guard let flow = compiler.unchecked(file), flow.isWhole else {
      let compilation = compiler.compile(file)
      streams.tell(compilation.findings.inReadingOrder(), in: compilation.sources, format)
      if !compilation.findings.hasErrors {
        streams.errors.write("mfaflow: this file is a part; name a flow that uses it\n")
      }
      throw .told(.wrongInput)
    }
    if let own, own.name != flow.contract.name {
      throw UsageProblem(
        message: "the flow is for the contract `\(flow.contract.name)`, not for `\(own.name)`",
        help: EmbeddedContracts.names.contains(flow.contract.name)
          ? "leave the name out, or name `\(flow.contract.name)`"
          : "leave the name out: the flow names the file of its contract", command: "contract")
    }
    guard let outcomes = StepOutcomes(of: name, in: flow) else {
      if flow.runs.contains(where: { $0.value == name }) {
        let inner = flow.steps.first { $0.name.value.hasPrefix(name + "/") }
        throw UsageProblem(
          message: "the step \(Diagnostic.quoting(name)) runs another flow",
          help: "name a step of that flow" + (inner.map { ", such as `\($0.name.value)`" } ?? ""), command: "contract")
      }
      let steps = flow.steps.map(\.name.value)
      let all = "`mfaflow show FLOW` prints all of the steps"
      if let word = StepsOfWord(name, in: flow), word.isExact || Suggestion.nearest(to: name, among: steps) == nil {
        throw UsageProblem(
          message: "the flow has no step \(Diagnostic.quoting(name))", help: word.help(otherwise: all),
          command: "contract")
      }
      throw UsageProblem(
        message: "the flow has no step \(Diagnostic.quoting(name))",
        help: Suggestion.help(for: name, among: steps, otherwise: all), command: "contract")
    }
    let sources = compiler.compile(file).sources
    let place = sources.shownPlace(outcomes.step.range, otherwise: path)
    write([StepOutcomesPage(outcomes, at: place).page], of: name, in: flow.contract.name, invocation, streams)
    return .success
  }

  private static func unknown(_ name: String) -> UsageProblem {
    let names = EmbeddedContracts.names
    let list = "built into the program: " + names.map { "`\($0)`" }.joined(separator: ", ")
    return UsageProblem(
      message: "there is no contract \(Diagnostic.quoting(name))",
      help: name.contains(".")
        ? "check a file with `mfaflow contract --check FILE`"
        : Suggestion.help(for: name, among: names, otherwise: list), command: "contract")
  }

  private static func print(
    _ name: String?, _ invocation: Invocation, _ streams: Streams
  ) throws(UsageProblem) -> ExitCode {
    guard let name = name ?? EmbeddedContracts.names.first else { throw unknown("") }
    func write(_ text: some Sequence<UInt8>) {
      let file = SourceFile(path: name, bytes: Array(text))
      streams.output.write(
        isJSON(invocation) ? ContractObjects.whole(file) : String(decoding: file.bytes, as: UTF8.self))
    }
    if let text = EmbeddedContracts.text(named: name) {
      write(text)
      return .success
    }
    // What is no contract is not printed: it may be any file.
    _ = try contract(name, invocation, streams)
    let format = FindingFormat(invocation, for: streams.errors, in: streams)
    do throws(FileProblem) {
      write(try streams.file(name).bytes)
    } catch {
      throw error.told(format, streams)
    }
    return .success
  }

  private static func check(
    _ path: String, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> ExitCode {
    let file: SourceFile
    do throws(FileProblem) {
      file = try streams.file(path)
    } catch {
      throw error.told(format, streams)
    }
    let told = ContractFile.told(ContractReader.read(file).findings, in: file)
    streams.output.write(format.render(told.findings, in: told.sources))
    let code: ExitCode = told.findings.hasErrors ? .failure : .success
    if case .json = format { streams.output.write(ContractObjects.summary(of: told.findings, exit: code)) }
    return code
  }
}
