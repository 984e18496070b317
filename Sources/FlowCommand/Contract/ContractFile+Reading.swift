// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import LocalFiles
import SDKContract

extension ContractFile {
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
    return (file, try contract(file, format, streams))
  }

  /// The contract of the command line as a revision has it; nil where there is none, or the side is of this machine.
  static func read(
    _ path: String?, of side: DiffSide, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> Contract? {
    guard let path, let file = side.contractFile(path) else { return nil }
    return try contract(file, format, streams)
  }

  private static func contract(
    _ file: SourceFile, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> Contract {
    let outcome = ContractReader.read(file)
    let told = told(outcome.findings, in: file)
    streams.tell(told.findings, in: told.sources, format)
    guard let contract = outcome.value, !outcome.findings.hasErrors else { throw .told(.wrongInput) }
    return contract
  }
}
