// SPDX-License-Identifier: Apache-2.0

import Cassettes
import Diagnostics
import FlowRuntime
import LocalFiles
import SDKContract

/// A cassette that the command line names.
enum CassetteFile {
  /// Why a cassette is not played.
  struct Obstacle: Error {
    let finding: Diagnostic
    /// The file, without what stands in it: it may be any file, with secrets in it.
    let sources: SourceMap
    let code: ExitCode

    /// As a failure of the SDK, for who knows no other.
    var failure: BackendFailure { BackendFailure(.gone, finding.message) }
  }

  /// - Parameter contract: that of the flow; nil if it is not known yet.
  static func read(_ path: String, for contract: Contract?) throws(Obstacle) -> Cassette {
    let file: SourceFile
    do throws(FileProblem) {
      file = try FileReader.file(path)
    } catch {
      throw Obstacle(finding: error.finding, sources: error.sources, code: .broken)
    }
    do throws(CassetteProblem) {
      let cassette = try Cassette.read(file.bytes)
      if let contract, let problem = cassette.problem(for: contract) { throw problem }
      return cassette
    } catch {
      throw Obstacle(
        finding: Diagnostic(
          error.code, error.message, at: SourceRange(error.position, error.position, in: .first), help: error.help),
        sources: SourceMap([SourceFile(path: path, bytes: [])]), code: .wrongInput)
    }
  }
}

extension Cassette.Identity {
  /// What a recording of a run belongs to.
  init(_ identity: RunFile.Identity) {
    self.init(
      contract: identity.contract, contractVersion: identity.contractVersion, contractHash: identity.contractHash,
      flow: identity.flow, flowVersion: identity.flowVersion, sources: identity.sources)
  }
}
