// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract

/// A contract of the user's own, given with `--contract`.
enum ContractFile {
  /// The file, if it is a contract without errors; else nil, and the reason stands on the error stream.
  static func read(_ path: String, _ format: FindingFormat, _ streams: Streams) -> SourceFile? {
    do {
      let file = try streams.file(path)
      let outcome = ContractReader.read(file)
      streams.errors.write(format.render(outcome.findings.inReadingOrder(), in: SourceMap([file])))
      return outcome.value == nil || outcome.findings.hasErrors ? nil : file
    } catch {
      streams.errors.write(format.render([error.finding], in: error.sources))
      return nil
    }
  }
}
