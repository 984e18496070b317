// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import FlowLinking
import FlowSyntax
import SDKContract

extension Linker {
  /// The contract that a flow names by its path; nil, and findings, if it cannot be had or is none.
  ///
  /// - Parameter path: of the contract's file, in its place already.
  mutating func contract(_ path: Spanned<String>) -> Contract? {
    switch load(path.value) {
    case .failure(let problem):
      tell([
        Diagnostic(
          CompilerRules.noSuchContract, "the contract \(Diagnostic.quoting(path.value)) cannot be read", at: path.range,
          help: "\(problem.words); "
            + (problem.near.map { "did you mean `\(FilePath.path(to: $0, from: naming(path)))`?" }
              ?? "the path begins at the folder of the file that names it"))
      ])
      return nil
    case .success(let (id, file)):
      let read = ContractReader.read(file, as: id)
      guard read.findings.isEmpty || FileKind.contract.isSurely(file) else {
        refuse(
          id, .notAContract(path.value, at: path.range, first: read.findings.first, kind: FileKind.sniff(file)?.value))
        return nil
      }
      tell(read.findings)
      return read.value
    }
  }
}
