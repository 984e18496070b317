// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import LocalFiles
import SDKContract

extension Option {
  fileprivate static let list = Option(name: "--list", shape: .flag, meaning: "print the names of the contracts")

  fileprivate static let checkFile = Option(
    name: "--check", shape: .text(placeholder: "FILE"), meaning: "check a contract of your own; nothing is printed")
}

extension Command {
  static let contract = Command(
    name: "contract", summary: "print what the program knows of an SDK",
    details: [
      """
      A contract says which events an SDK sends, which calls answer them and what each call may lead to. It is
      printed byte for byte, so that it can be changed and given back with `--contract FILE`.
      """
    ],
    operands: Operands(
      placeholder: "NAME", minimum: 0, maximum: 1,
      meaning: "a contract, as `sdk:` of a flow names it; `\(EmbeddedContracts.names.first ?? "")` if none is named"),
    options: [.list, .checkFile, .findingFormat, .color],
    exits: [
      Exit(.success, "printed, or the file has no errors"),
      Exit(.failure, "the file has at least one error"),
      Exit(.wrongInput, "the command line is wrong, or there is no contract of that name"),
      Exit(.broken, "the file could not be read"),
    ],
    examples: [
      Example("mfaflow contract", "print the REL-ID contract"),
      Example("mfaflow contract relid > my-relid.yaml", "begin a contract of your own"),
      Example("mfaflow contract --check my-relid.yaml", "check it"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let choices = [invocation.has(.list), invocation.has(.checkFile), !invocation.operands.isEmpty]
      guard choices.count(where: { $0 }) < 2 else {
        throw UsageProblem(
          message: "a name, `--list` and `--check` exclude each other", help: "give one of them", command: "contract")
      }
      if let path = invocation.value(of: .checkFile) {
        return check(path, FindingFormat(invocation, for: streams.output, in: streams), streams)
      }
      if invocation.has(.list) {
        streams.output.write(EmbeddedContracts.names.map { $0 + "\n" }.joined())
        return .success
      }
      return try print(invocation.operands.first, streams)
    })

  private static func print(_ name: String?, _ streams: Streams) throws(UsageProblem) -> ExitCode {
    let names = EmbeddedContracts.names
    guard let name = name ?? names.first, let text = EmbeddedContracts.text(named: name) else {
      let list = "the program has " + names.map { "`\($0)`" }.joined(separator: ", ")
      throw UsageProblem(
        message: "there is no contract \(Diagnostic.quoting(name ?? ""))",
        help: (name ?? "").contains(".")
          ? "check a file with `mfaflow contract --check FILE`"
          : Suggestion.help(for: name ?? "", among: names, otherwise: list), command: "contract")
    }
    streams.output.write(String(decoding: text, as: UTF8.self))
    return .success
  }

  private static func check(_ path: String, _ format: FindingFormat, _ streams: Streams) -> ExitCode {
    do {
      let file = try streams.file(path)
      let told = ContractFile.told(ContractReader.read(file).findings, in: file)
      streams.output.write(format.render(told.findings, in: told.sources))
      return told.findings.hasErrors ? .failure : .success
    } catch {
      streams.output.write(format.render([error.finding], in: error.sources))
      return .broken
    }
  }
}
