// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowSyntax
import RuleBook

/// What a team has decided about findings: which weigh more or less, which are allowed, which are known.
package struct FindingPolicy: Sendable {
  /// How much the findings of a rule weigh, by its code; nil for nothing at all.
  var severities: [String: Severity?] = [:]
  /// What the configuration lets pass.
  package var permits: [Permit] = []
  /// How many permits of other configurations stand before these in the reports.
  var permitsBefore = 0
  var baseline = Baseline()

  /// The findings of a file as the team judges them, in the order of a reader.
  package func judge(_ findings: [Diagnostic], in sources: SourceMap) -> JudgedFindings {
    var judged = allow(findings, in: sources)
    let left = judged.told
    judged.told = []
    for finding in left {
      if let permit = permits.firstIndex(where: { $0.fits(finding, in: sources) }) {
        judged.suppressed.append(
          SuppressedFinding(
            finding: finding, means: .configuration, reason: permits[permit].reason, permit: permitsBefore + permit))
      } else if let severity = severities[finding.code.id] {
        var weighed = finding
        if let severity { weighed.severity = severity }
        if severity == nil {
          judged.suppressed.append(SuppressedFinding(finding: finding, means: .configuration))
        } else {
          judged.told.append(weighed)
        }
      } else {
        judged.told.append(finding)
      }
    }
    let parted = baseline.parted(judged.told, in: sources)
    judged.told = parted.unknown
    judged.knownLines = parted.lines
    judged.suppressed += parted.known.map { SuppressedFinding(finding: $0, means: .baseline) }
    return judged
  }

  /// What an allowance speaks of: a rule in a line of a file.
  private struct RuleLine: Hashable {
    let file: FileID
    let line: Int32
    let code: String
  }

  private func allow(_ findings: [Diagnostic], in sources: SourceMap) -> JudgedFindings {
    var added: [Diagnostic] = []
    var allowances: [(place: RuleLine, allowance: Allowance)] = []
    for (index, file) in sources.files.enumerated() {
      let id = FileID(index: UInt16(truncatingIfNeeded: index))
      let (read, problems) = Allowance.read(file, as: id)
      added += problems
      allowances += read.map { (RuleLine(file: id, line: $0.line, code: $0.code), $0) }
    }
    guard !allowances.isEmpty else {
      return JudgedFindings(told: added.isEmpty ? findings : (findings + added).inReadingOrder())
    }
    let reasons = Dictionary(allowances.map { ($0.place, $0.allowance.reason) }) { first, _ in first }
    var judged = JudgedFindings()
    var used: Set<RuleLine> = []
    let users = NamingLines(sources, allowances.map { ($0.place.file, $0.place.line) })
    for finding in findings {
      let own = RuleLine(file: finding.range.file, line: finding.range.start.line, code: finding.code.id)
      let others = users.lines(naming: own.file).map { RuleLine(file: $0.file, line: $0.line, code: own.code) }
      if let place = ([own] + others).first(where: { reasons[$0] != nil }), let reason = reasons[place] {
        used.insert(place)
        judged.suppressed.append(SuppressedFinding(finding: finding, means: .allowance, reason: reason))
      } else {
        judged.told.append(finding)
      }
    }
    // A file that means nothing was not looked at by the rules that can be allowed; what a part allows may be of use in
    // another flow.
    if findings.allSatisfy(\.code.isOpenToPolicy), sources.files.first.map(Self.isPart) == false {
      for (place, allowance) in allowances where place.file == .first && used.insert(place).inserted {
        added.append(.useless(allowance))
      }
    }
    judged.told = (judged.told + added).inReadingOrder()
    return judged
  }

  private static func isPart(_ file: SourceFile) -> Bool { FileKind.sniff(file)?.value == .part }
}

extension Diagnostic {
  fileprivate static func useless(_ allowance: Allowance) -> Diagnostic {
    Diagnostic(
      PolicyRules.uselessAllowance, "nothing breaks `\(allowance.code)` here any more", at: allowance.range,
      help: "take the comment out")
  }
}
