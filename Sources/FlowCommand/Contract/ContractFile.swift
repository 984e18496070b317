// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowSyntax
import FlowLanguage
import SDKContract

/// A contract of the user's own, given with `--contract`.
enum ContractFile {
  /// What a command that runs flows tells of a contract that bears the name of a built-in one, and says something else; nil
  /// for nothing.
  static func standIn(_ contract: Contract) -> String? {
    contract.standsInFor.map {
      "mfaflow: the contract `\(contract.name)` is not the built-in `\($0)`: its fingerprint is \(contract.fingerprint)\n"
    }
  }

  /// The file and what stands in it, if it is a contract without errors; else the reason stands on the error stream.
  static func read(
    _ path: String, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> (file: SourceFile, contract: Contract) {
    let file: SourceFile
    do throws(FileProblem) {
      file = try streams.file(path)
    } catch {
      throw error.told(format, streams)
    }
    let outcome = ContractReader.read(file)
    let told = told(outcome.findings, in: file)
    streams.errors.write(format.render(told.findings, in: told.sources))
    guard let contract = outcome.value, !outcome.findings.hasErrors else { throw .told(.wrongInput) }
    return (file, contract)
  }

  /// What was found in a file as it may be told: of one that is surely no contract only that, and no line of it.
  static func told(_ findings: [Diagnostic], in file: SourceFile) -> (findings: [Diagnostic], sources: SourceMap) {
    guard !findings.isEmpty, !FileKind.contract.isSurely(file) else {
      return (findings.inReadingOrder(), SourceMap([file]))
    }
    if let misplaced = MisplacedFile(file, meant: .contract) {
      return ([misplaced.finding], SourceMap([misplaced.shown]))
    }
    return (
      [.notAContract(file.path, at: .beginning(of: .first), first: findings.inReadingOrder().first)],
      SourceMap([SourceFile(path: file.path, bytes: [])])
    )
  }
}
