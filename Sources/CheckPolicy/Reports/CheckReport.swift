// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowChecks

/// A way to write down a whole check: a piece for each path, and what stands around the pieces.
///
/// The pieces are made by the workers, each for itself; only the joining waits for all of them.
package protocol CheckReport: Sendable {
  /// Whether a finding in a part that several flows use stands in it once, with one of them; or with each of them.
  var tellsOnce: Bool { get }

  /// Whether it says how long the check of each file took.
  var tellsTimes: Bool { get }

  /// Whether warnings of a configuration file stand in it, as those of a flow do.
  var tellsConfigurations: Bool { get }

  /// What the report says of one path; empty for nothing.
  func piece(of check: CheckedPath) -> String

  /// The report of all that was checked, in the order of the paths.
  ///
  /// - Parameters:
  ///   - summary: what the check came to.
  ///   - exit: the number with which the check ends, for programs.
  func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String
}

extension CheckReport {
  package var tellsOnce: Bool { true }
  package var tellsTimes: Bool { false }
  package var tellsConfigurations: Bool { true }
}

/// What a check of one path knows when its piece of a report is written.
package struct CheckedPath: Sendable {
  /// As the user named or would name it.
  let path: String
  package let kind: CheckedFile.Kind
  /// In reading order.
  package var findings: [Diagnostic]
  /// What was found and is not told, since somebody has decided so, and what no other file tells.
  var suppressed: [SuppressedFinding] = []
  /// The same, with what another file tells that has the same part.
  private(set) var allSuppressed: [SuppressedFinding] = []
  let sources: SourceMap
  /// How often each secret can be guessed; nil where it was not asked for.
  var guesses: [SecretGuesses]?
  /// How often calls that have something sent can be made; nil where guesses were not asked for.
  var sends: [SendCount]?
  /// What is proved; nil where it was not asked for.
  var proofs: ProofReport?
  /// What is left to `else`; nil where it was not asked for.
  var unnamed: UnnamedReport?
  /// From which weight on its findings make the check fail.
  var limit = FailureLimit.error
  /// How long the check took on this machine; zero where no report tells.
  var duration = Duration.zero

  package init(
    path: String, kind: CheckedFile.Kind, findings: [Diagnostic], suppressed: [SuppressedFinding] = [],
    sources: SourceMap, guesses: [SecretGuesses]? = nil
  ) {
    self.path = path
    self.kind = kind
    self.findings = findings
    self.suppressed = suppressed
    allSuppressed = suppressed
    self.sources = sources
    self.guesses = guesses
  }

  /// Of those that are suppressed, a report shows no more of a file.
  static let mostSuppressed = 200

  /// With no more findings than anybody reads.
  var shown: CheckedPath {
    var shown = self
    shown.findings = findings.shown()
    return shown
  }
}

/// A report in one of the formats that are lines of text: what they say of each path, one after another.
extension FindingFormat: CheckReport {
  /// People read them on standard error.
  package var tellsConfigurations: Bool { if case .json = self { true } else { false } }

  package func piece(of check: CheckedPath) -> String {
    var pieces = [render(check.findings, in: check.sources)]
    if let guesses = check.guesses {
      let report = GuessReport(path: check.path, secrets: guesses, sends: check.sends ?? [], sources: check.sources)
      pieces.append(told(report.text, report.json))
    }
    if let proofs = check.proofs {
      let report = ProofWords(path: check.path, proofs: proofs, suppressed: check.allSuppressed, sources: check.sources)
      pieces.append(told(report.text, report.json))
    }
    if let unnamed = check.unnamed {
      let report = UnnamedWords(path: check.path, report: unnamed, sources: check.sources)
      pieces.append(told(report.text, report.json))
    }
    return pieces.filter { !$0.isEmpty }.joined(separator: separator)
  }

  /// What is told beside findings, where there is room for it.
  private func told(_ text: String, _ json: String) -> String {
    switch self {
    case .text: text
    case .json: json
    case .oneline: ""
    }
  }

  package func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String {
    let text = pieces.filter { !$0.isEmpty }.joined(separator: separator)
    guard case .json = self else { return text }
    return text + summary.json(exit: exit)
  }
}
