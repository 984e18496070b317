// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract

extension PartLoading {
  /// The contract that a flow names by its path; nil, and findings, if it cannot be had or is none.
  ///
  /// - Parameter path: of the contract's file, in its place already.
  mutating func contract(_ path: Spanned<String>) -> Contract? {
    switch loader.load(path.value) {
    case .failure(let problem):
      findings.append(
        Diagnostic(
          CompilerRules.noSuchContract, "the contract \(Diagnostic.quoting(path.value)) cannot be read", at: path.range,
          help: "\(problem.words); the path begins at the folder of the file that names it"))
      return nil
    case .success(let file):
      let read = ContractReader.read(file, as: sources.add(file))
      findings += read.findings
      return read.value
    }
  }
}

extension Spanned<String> {
  /// Whether an `sdk:` is the path of a contract, and not its name.
  var isPath: Bool { value.hasSuffix(".yaml") }

  /// Makes the path of a contract one from where the program runs.
  ///
  /// - Parameter file: the path of the file that names it.
  mutating func place(from file: String) {
    if isPath { self = Spanned(PartLoading.resolved(value, from: file), range) }
  }
}
