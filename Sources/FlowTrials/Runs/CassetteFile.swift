// SPDX-License-Identifier: Apache-2.0

package import Cassettes
package import Diagnostics
import FlowRuntime
import LocalFiles
package import SDKContract

/// A cassette as a file.
package enum CassetteFile {
  /// Why a cassette is not played.
  package struct Obstacle: Error {
    package let finding: Diagnostic
    /// The file, without what stands in it: it may be any file, with secrets in it.
    package let sources: SourceMap
    /// Whether the file could not be read at all.
    package let isUnreadable: Bool

    /// As a failure of the SDK, for who knows no other.
    var failure: BackendFailure { BackendFailure(.gone, finding.message) }
  }

  /// - Parameter contract: that of the flow; nil if it is not known yet.
  package static func read(_ path: String, for contract: Contract?) throws(Obstacle) -> Cassette {
    let file: SourceFile
    do throws(FileProblem) {
      file = try FileReader.file(path)
    } catch {
      throw Obstacle(finding: error.finding, sources: error.sources, isUnreadable: true)
    }
    do throws(CassetteProblem) {
      let cassette = try Cassette.read(file.bytes)
      if let contract, let problem = cassette.problem(for: contract) { throw problem }
      return cassette
    } catch {
      throw Obstacle(
        finding: Diagnostic(
          error.code, error.message, at: SourceRange(error.position, error.position, in: .first), help: error.help),
        sources: SourceMap([SourceFile(path: path, bytes: [])]), isUnreadable: false)
    }
  }
}

extension Cassette.Identity {
  /// What a recording of a run belongs to.
  package init(_ identity: RunFile.Identity) {
    self.init(
      contract: identity.contract, contractVersion: identity.contractVersion, contractHash: identity.contractHash,
      flow: identity.flow, flowVersion: identity.flowVersion, sources: identity.sources)
  }
}
