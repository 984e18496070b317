// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import SDKContract

/// What can be wrong with a cassette that is to be played.
package enum CassetteRules {
  static let notACassette = DiagnosticCode("MFA985", "not-a-cassette")
  package static let otherVersion = DiagnosticCode("MFA986", "cassette-of-other-version")
  package static let otherContract = DiagnosticCode("MFA987", "cassette-of-other-contract")

  /// Every code of cassettes.
  package static let all = [notACassette, otherVersion, otherContract]
}

/// Why a cassette is not played.
package struct CassetteProblem: Error, Sendable, Hashable {
  package let code: DiagnosticCode
  package let message: String
  package let help: String
  /// Where in the file.
  package let position: SourcePosition

  init(_ code: DiagnosticCode, _ message: String, _ help: String, at position: SourcePosition? = nil) {
    self.code = code
    self.message = message
    self.help = help
    self.position = position ?? SourcePosition(line: 1, column: 1)
  }

  /// - Parameter line: the line of the file in which it stands, counted from 1.
  init(_ problem: JSONProblem, inLine line: Int) {
    self.init(problem.bareMessage, line: line, column: problem.place.column)
  }

  init(_ message: String, line: Int, column: Int = 1) {
    self.init(
      CassetteRules.notACassette, "the cassette cannot be read: \(message)",
      "mend it there, or give a file that `mfaflow run --record` has written",
      at: SourcePosition(line: line, column: column))
  }

  init(version: Int) {
    self.init(
      CassetteRules.otherVersion, "the cassette has the form \(version), which this program does not read",
      "play it with the version of mfaflow that recorded it, or record it again")
  }
}

extension Cassette {
  /// Nil if it can be played for flows of this contract.
  package func problem(for contract: Contract) -> CassetteProblem? {
    let recorded = Diagnostic.quoting(identity.contract + " " + identity.contractVersion)
    guard identity.contract == contract.name, identity.contractVersion == contract.version else {
      return CassetteProblem(
        CassetteRules.otherContract, "the cassette was recorded with the contract \(recorded)",
        "the flow has `\(contract.name) \(contract.version)`: give a flow of that contract, or record it again")
    }
    guard identity.contractHash == contract.fingerprint else {
      return CassetteProblem(
        CassetteRules.otherContract, "the contract \(recorded) has changed since the cassette was recorded",
        "give the contract as it was, or record the run again")
    }
    return nil
  }
}
