// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowSyntax
import Guide
import LocalFiles
import SystemCalls
import YAMLTree

extension Option {
  fileprivate static let from = Option(
    name: "--from", shape: .oneOf(["small"] + ShippedFlows.names),
    meaning:
      "of a flow or project: begin with this flow of mfaflow, its parts and scenarios, such as password-update or "
      + "device-check; small has no parts")

  fileprivate static let extends = Option(
    name: "--extends", shape: .text(placeholder: "FLOW"),
    meaning: "of a flow: make a variant of this flow, which says only what differs")

  fileprivate static let into = Option(
    name: "--into", shape: .text(placeholder: "DIR"), meaning: "write into this folder; the current one is the default")
}

extension Command {
  static let new = Command(
    name: "new", summary: "begin a flow, part, scenario file, contract, backend or project",
    details: [
      """
      What is made is sound as it is: a flow or a project passes `check --fail-on warning`, `fmt --check` and
      `test --min-coverage 100`, a contract `contract --check`, and a backend `backend verify`. No file is written
      over: either all files are made, or none. What is missing is asked for at a terminal.
      """,
      """
      `new flow login` copies the login that mfaflow brings, with its parts and scenarios; under a name of your
      own, a small flow is made, or with `--from` a copy. `new scenario FLOW` plays the flow and writes down how it
      comes out, for each step, branch, interrupt and choice that there is.
      """,
    ],
    operands: Operands(
      placeholder: NewKind.allCases.map(\.rawValue).joined(separator: "|") + " [NAME]", minimum: 0, maximum: 2,
      meaning: "what is begun, and its name: a flow's file for a scenario, python or swift for a backend, a folder "
        + "for a project",
      offersBehind: {
        [
          "flow": .words(ShippedFlows.names), "scenario": .files, "project": .folders,
          "backend": .words(BackendLanguage.allCases.map(\.rawValue)),
        ]
      }),
    options: [.from, .extends, .into, .contract, .color],
    exits: [
      Exit(.success, "made"),
      Exit(
        .failure,
        "no way was found to something of the flow; the scenarios for all else are made; or those of its base do not "
          + "take all of a variant, which is made"),
      Exit(
        .wrongInput,
        "the command line or the flow is wrong, or a file with another text is there already; nothing is made"),
      Exit(
        .broken,
        "a file could not be read or written, and nothing is made; or all is made, and the list of it could not be printed"
      ),
    ],
    examples: [
      Example("mfaflow new project our-app", "flows, scenarios, CI, pre-commit and settings for editors"),
      Example("mfaflow new flow login --into flows", "a copy of the login, its parts and its scenarios"),
      Example("mfaflow new flow our-login --extends flows/login.yaml --into flows", "a variant of it"),
      Example("mfaflow new scenario flows/transfer.yaml", "scenarios that take everything in a flow that has none"),
      Example("mfaflow new backend python --into backend", "a program that is the SDK"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      try await NewRun(invocation, streams).perform()
    })
}

/// One run of `mfaflow new`.
private struct NewRun {
  let invocation: Invocation
  let streams: Streams
  private let into: String

  init(_ invocation: Invocation, _ streams: Streams) {
    self.invocation = invocation
    self.streams = streams
    into = invocation.value(of: .into) ?? "."
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    let kinds = NewKind.allCases.map(\.rawValue)
    let word = try await AskedWord(
      prompt: "new (\(kinds.joined(separator: ", ")))",
      problem: UsageProblem(
        message: "`new` needs what is begun",
        help: "write `mfaflow new flow login`, or one of "
          + kinds.map { "`\($0)`" }.joined(separator: ", "), command: "new")
    ) { word in kinds.contains(word) ? nil : "is none of \(kinds.joined(separator: ", "))" }
    .value(invocation.operands.first, streams)
    guard let kind = NewKind(rawValue: word) else { return .wrongInput }
    try checkOptions(of: kind)
    let name = try await name(of: kind)
    var files = NewFiles(into: kind == .project ? name : into)
    switch kind {
    case .flow: try addFlow(name, &files)
    case .part: files.addPart(named: name)
    case .contract: files.addContract(named: name)
    case .backend: files.addBackend(BackendLanguage(rawValue: name) ?? .python)
    case .project: addProject(&files)
    case .scenario: return try await NewScenarios(path: name, invocation, streams).write()
    }
    guard try files.write(streams) else { return .broken }
    guard let base = invocation.value(of: .extends) else { return .success }
    return await VariantScenarios(files, of: base).isComplete(streams) ? .success : .failure
  }

  private func checkOptions(of kind: NewKind) throws(UsageProblem) {
    func refuse(_ option: Option, _ kinds: String) -> UsageProblem {
      UsageProblem(
        message: "`\(option.name)` is for \(kinds), not for `new \(kind.rawValue)`", help: "leave it out",
        command: "new")
    }
    if invocation.has(.from), kind != .flow, kind != .project { throw refuse(.from, "`new flow` and `new project`") }
    if invocation.has(.extends), kind != .flow { throw refuse(.extends, "`new flow`") }
    if invocation.has(.contract), kind != .scenario { throw refuse(.contract, "`new scenario`") }
    if invocation.has(.into), kind == .project || kind == .scenario {
      throw refuse(.into, "`new flow`, `new part`, `new contract` and `new backend`")
    }
    if invocation.has(.from), invocation.has(.extends) {
      throw UsageProblem(
        message: "`--from` and `--extends` exclude each other",
        help: "`--from` copies a flow, `--extends` makes a variant of one", command: "new")
    }
  }

  private static let ruleOfNames =
    "a name begins with a letter A-Z or a-z, has letters, digits, `-` and `_` only, and is none of "
    + OtherParsers.takenNames.dropLast().map { "`\($0)`" }.joined(separator: ", ")
    + " and `\(OtherParsers.takenNames.last ?? "")`, in small or capital letters"

  private func name(of kind: NewKind) async throws(UsageProblem) -> String {
    let given = invocation.operands.count == 2 ? invocation.operands[1] : nil
    let problem = UsageProblem(
      message: "`new \(kind.rawValue)` needs \(kind.placeholder)",
      help: kind == .flow || kind == .part || kind == .contract
        ? Self.ruleOfNames
        : "write `mfaflow new \(kind.rawValue) \(kind.placeholder)`", command: "new")
    return try await AskedWord(prompt: kind.wanted, problem: problem) { word in
      switch kind {
      case .flow, .part, .contract:
        guard word.isName else { return "is no name" }
        return OtherParsers.reading(ofName: word).map { "cannot be a name here: some YAML parsers take it for \($0)" }
      case .backend: return BackendLanguage(rawValue: word) == nil ? "is no language for a backend" : nil
      case .scenario, .project: return word.isEmpty ? "is no path" : nil
      }
    }.value(given, streams)
  }

  private func addFlow(_ name: String, _ files: inout NewFiles) throws(UsageProblem) {
    if let base = invocation.value(of: .extends) { return try addVariant(name, of: base, &files) }
    switch invocation.value(of: .from) {
    case "small": files.addFlow(named: name)
    case let original?: files.addShipped(original, as: name)
    case nil where ShippedFlows.names.contains(name): files.addShipped(name, as: name)
    case nil: files.addFlow(named: name)
    }
  }

  private func addVariant(_ name: String, of base: String, _ files: inout NewFiles) throws(UsageProblem) {
    let path = FilePath.withEnding(base)
    guard FileStatus(of: path) == nil else { return try addVariant(name, ofFile: path, &files) }
    guard ShippedFlows.names.contains(base), let text = ShippedFlows.text(of: path) else {
      throw UsageProblem(
        message: "there is no flow \(Diagnostic.quoting(path: base)) to extend",
        help: Suggestion.help(
          for: base, among: ShippedFlows.names,
          otherwise: "name the file of a flow, or one of " + ShippedFlows.names.joined(separator: ", ")),
        command: "new")
    }
    guard name != base else { throw same(name) }
    files.addShipped(base, as: base)
    let version = Self.version(in: text) ?? "1.0"
    files.addVariant(named: name, of: "\(base)@\(version)", scenarios: base + FilePath.scenariosEnding)
  }

  private func addVariant(_ name: String, ofFile path: String, _ files: inout NewFiles) throws(UsageProblem) {
    let format = FindingFormat(invocation, for: streams.errors, in: streams)
    let text: String
    do throws(FileProblem) {
      text = String(decoding: try streams.file(path).bytes, as: UTF8.self)
    } catch {
      throw error.told(format, streams)
    }
    guard let version = Self.version(in: text) else {
      throw UsageProblem(
        message: "\(Diagnostic.quoting(path: path)) is no flow that has a version",
        help: "name the file of a flow; `mfaflow check` tells what is wrong with it", command: "new")
    }
    let base = RelativePath.path(from: into, to: path)
    guard FilePath.stem(of: base) != name else { throw same(name) }
    guard DocumentReader.isPath(base) else {
      throw UsageProblem(
        message: "\(Diagnostic.quoting(path: base)) cannot stand behind `extends:`",
        help: "in the path of a flow, names have letters A-Z and a-z, digits, `-` and `_` only", command: "new")
    }
    let scenarios = FilePath.stem(of: path) + FilePath.scenariosEnding
    files.addVariant(
      named: name, of: FilePath.withoutEnding(base) + "@" + version,
      scenarios: FileStatus(of: scenarios) == nil ? nil : RelativePath.path(from: into, to: scenarios))
  }

  private func same(_ name: String) -> UsageProblem {
    UsageProblem(
      message: "a variant cannot have the name of its base, \(Diagnostic.quoting(name))", help: "give it another name",
      command: "new")
  }

  /// The first two numbers of the version that a flow states.
  private static func version(in text: String) -> String? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("version: ") }) else { return nil }
    let numbers = line.dropFirst("version: ".count).prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    return numbers.count == 3 ? numbers.prefix(2).joined(separator: ".") : nil
  }

  private func addProject(_ files: inout NewFiles) {
    let original = invocation.value(of: .from)
    let isSmall = original == nil || original == "small"
    files.addProject(flow: isSmall ? "first" : original ?? "first", from: isSmall ? nil : original)
  }
}
