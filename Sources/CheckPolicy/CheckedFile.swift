// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowChecks
import RuleBook

/// What the check of one path came to, with its findings written out.
package struct CheckedFile: Sendable {
  package enum Kind: Sendable {
    case checked
    /// A YAML file of a folder that is no flow.
    case skipped
    case unreadable
  }

  let kind: Kind
  var errors = 0
  var warnings = 0
  /// How long it took on this machine; zero where no report tells.
  var duration = Duration.zero
  /// From which weight on its findings make the check fail.
  var limit = FailureLimit.error
  /// What was found, each finding; nil if nothing was.
  var found: CheckedPath?
  /// The path that was checked; nil for what was no flow.
  var path: String?
  /// What was found and is not told, since somebody has decided so, and what no other file tells.
  var suppressed: [SuppressedFinding] = []
  /// The permits of configurations that let findings of it pass: one for each that none before it has let pass by the same permit.
  var permitted: [Int] = []
  /// Of these, the ones of findings that are told all the same: another flow has them, too, and its configuration lets none pass.
  var permittedInVain: [Int] = []
  /// The findings that no other file tells.
  package var toldOnce: [Diagnostic] = []
  /// How many of its findings another file tells, which uses the same part.
  var toldElsewhere: [Severity: Int] = [:]
  /// The lines of the baseline that know some of them.
  var knownLines: Set<Baseline.Line> = []
  /// The rules that were broken; a rule may come twice.
  var codes: [DiagnosticCode] = []
  /// The piece of each report that was asked for; empty for a path that no report speaks of.
  package var pieces: [String] = []
  /// The paths of the file and of all that was read for it, if a report is to be written into a file.
  package var read: [String] = []
  /// The paths of the files that it is made of, without itself and without the flows that it extends.
  var others: [String] = []
  /// The paths of the flows that it extends.
  var bases: [String] = []
  /// What runs can be looked for in that show its findings; nil if nobody asks for them.
  package var flow: CheckedFlow?
  /// What the cache is to keep of it.
  package var use: CheckCache.Use?

  /// Whether it was not looked at in full, since something in it could not be read or resolved: what else it has is not known.
  var isPartlyChecked: Bool {
    found?.findings.contains { $0.code.deniesMeaning } ?? false
  }

  package init(kind: Kind, duration: Duration = .zero, codes: [DiagnosticCode] = [], pieces: [String] = []) {
    self.kind = kind
    self.duration = duration
    self.codes = codes
    self.pieces = pieces
  }
}

/// A file that was checked, kept so that runs can show what is wrong with it.
package struct CheckedFlow: Sendable {
  package let file: SourceFile
  /// Those that the team's decisions leave.
  package let findings: [Diagnostic]
  package let sources: SourceMap
}
