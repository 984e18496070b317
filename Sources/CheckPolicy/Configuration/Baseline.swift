// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import RuleBook

/// Findings that were there when a team began to check, and that do not fail its builds.
///
/// A text of one line a finding: the code, the path as seen from the folder of the baseline, and the message. Places are
/// left out, so that a finding stays known when lines are put in above it; a line that stands there twice knows two
/// findings.
struct Baseline: Sendable {
  /// A line of it.
  struct Line: Hashable, Sendable {
    let code: String
    let path: String
    let message: String

    /// - Parameter name: how the folder of the baseline names the file of the finding.
    private init(_ finding: Diagnostic, in name: String) {
      code = finding.code.id
      path = TerminalText.line(name)
      message = TerminalText.line(finding.message)
    }

    /// The lines of findings, each at its place.
    ///
    /// - Parameter folder: that of the baseline.
    static func lines(of findings: [Diagnostic], in sources: SourceMap, from folder: PathFolder) -> [Line] {
      // Why: the system is asked for the links on the way to a file once.
      var names: [String: String] = [:]
      return findings.map { finding in
        let path = sources.file(finding.range.file)?.path ?? ""
        let name = names[path] ?? folder.realName(of: path)
        names[path] = name
        return Line(finding, in: name)
      }
    }

    /// Nil for what no program wrote.
    ///
    /// - Parameter name: how the folder names a path that is written there.
    init?(_ text: Substring.UTF8View, _ name: (String) -> String) {
      let parts = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count == 3, parts[0].hasPrefix("MFA"), !parts[1].isEmpty else { return nil }
      (code, path, message) = (parts[0], name(parts[1]), parts[2])
    }

    var text: String { "\(code)\t\(path)\t\(message)\n" }
  }

  private var counts: [Line: Int] = [:]
  /// The number of each line in the file; of equal ones, that of the first.
  private var numbers: [Line: Int] = [:]
  private let folder: PathFolder

  /// The baseline of nothing.
  init() { folder = PathFolder(of: "") }

  private init(of file: SourceFile) { folder = PathFolder(of: file.path) }

  /// A baseline and what is wrong with it; lines that begin with `#` are comments.
  static func read(_ file: SourceFile) -> Outcome<Baseline> {
    var baseline = Baseline(of: file)
    var findings: [Diagnostic] = []
    // Why: each path and each rule stands in many lines, and is looked up once.
    var names: [String: String] = [:]
    var barred: [String: DiagnosticCode?] = [:]
    let lines = String(decoding: file.bytes, as: UTF8.self).utf8.split(
      omittingEmptySubsequences: false
    ) { $0 == UInt8(ascii: "\n") }
    for (index, ended) in lines.enumerated() {
      let text = ended.last == UInt8(ascii: "\r") ? ended.dropLast() : ended
      guard text.first != UInt8(ascii: "#"), !Substring(text).allSatisfy(\.isWhitespace) else { continue }
      let place = SourcePosition(line: index + 1, column: 1)
      let line = Line(text) { path in
        if let known = names[path] { return known }
        let name = baseline.folder.realName(of: baseline.folder.path(to: path))
        names[path] = name
        return name
      }
      guard let line else {
        findings.append(
          Diagnostic(
            PolicyRules.badBaseline, "this is no line of a baseline", at: SourceRange(place, place),
            help: "write the baseline again with `--write-baseline`"))
        break
      }
      if barred[line.code] == nil {
        let rule = RuleBook.rule(named: line.code)
        barred[line.code] = .some(rule?.mayPassInFlow == false ? rule : nil)
      }
      if let rule = barred[line.code] ?? nil {
        findings.append(
          Diagnostic(
            PolicyRules.badBaseline, "no baseline can suppress what `\(rule.id)` finds", at: SourceRange(place, place),
            help: rule.isOpenToPolicy
              ? "mend it; only the team's configuration can let it pass, below `allow:`"
              : "mend it, and take the line out"))
      }
      baseline.counts[line, default: 0] += 1
      if baseline.numbers[line] == nil { baseline.numbers[line] = index + 1 }
    }
    return Outcome(findings.isEmpty ? baseline : nil, findings)
  }

  /// What became of the findings of one file.
  struct Parted {
    var unknown: [Diagnostic] = []
    var known: [Diagnostic] = []
    /// The lines that know them.
    var lines: Set<Line> = []
  }

  /// The findings that are not known, and those that are.
  func parted(_ findings: [Diagnostic], in sources: SourceMap) -> Parted {
    guard !counts.isEmpty, !findings.isEmpty else { return Parted(unknown: findings) }
    var used: [Line: Int] = [:]
    var parted = Parted()
    for (finding, line) in zip(findings, Line.lines(of: findings, in: sources, from: folder)) {
      if let count = counts[line], used[line, default: 0] < count {
        used[line, default: 0] += 1
        parted.known.append(finding)
        parted.lines.insert(line)
      } else {
        parted.unknown.append(finding)
      }
    }
    return parted
  }

  /// The numbers of the lines that speak of files that were checked in full, and fit no finding there.
  func staleLines(_ files: [CheckedFile]) -> [Int] {
    guard !counts.isEmpty else { return [] }
    let checked = Set(files.filter { !$0.isPartlyChecked }.compactMap { $0.path.map(folder.realName) })
    let used = files.reduce(into: Set<Line>()) { $0.formUnion($1.knownLines) }
    return counts.keys.filter { checked.contains($0.path) && !used.contains($0) }.compactMap { numbers[$0] }.sorted()
  }
}
