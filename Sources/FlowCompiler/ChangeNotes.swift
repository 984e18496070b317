// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowLinking
import FlowSyntax
import YAMLTree

/// Which findings of a variant come of what it changes: those that go where a line below `change:`, `add:` or `remove:` is passed over.
///
/// Why not told by each rule: whatever is changed, something else may need what was there before, and the place where it is needed says
/// nothing of the line that its author wrote.
struct ChangeNotes {
  /// More lines than this are not tried one by one.
  private static let mostTried = 64
  /// Of more lines than this it is not looked for which of them are the reason together.
  private static let mostTogether = 16
  /// So many lines are named where only together they are the reason.
  private static let mostNamed = 3

  private let changes: [ChangeLine]
  private let sources: SourceMap
  /// What is found in the flow without some lines; nil where that cannot be held against what is found with them.
  private let without: (Set<String>) -> Found?

  /// What is found in a version of the flow.
  struct Found {
    /// As ``key(of:in:)`` has them.
    fileprivate let keys: Set<String>
    /// By what is said, the keys of those that say it.
    private let places: [String: Set<String>]

    init(_ findings: [Diagnostic], in sources: SourceMap) {
      let keyed = findings.map { (ChangeNotes.words(of: $0), ChangeNotes.key(of: $0, in: sources)) }
      keys = Set(keyed.map(\.1))
      places = Dictionary(keyed.map { ($0.0, [$0.1]) }) { $0.union($1) }
    }

    /// Whether a finding is there, be it told at a place where nothing is told in the other version.
    func holds(_ finding: Diagnostic, _ key: String, unlike other: Set<String>) -> Bool {
      keys.contains(key) || !(places[ChangeNotes.words(of: finding)] ?? []).isSubset(of: other)
    }
  }

  init(_ changes: [ChangeLine], _ sources: SourceMap, without: @escaping (Set<String>) -> Found?) {
    self.changes = Array(changes.prefix(Self.mostTried))
    self.sources = sources
    self.without = without
  }

  /// The findings, each with the lines that it comes of, where none of its own places is in one.
  func noted(_ findings: [Diagnostic]) -> [Diagnostic] {
    var findings = findings
    var open = findings.indices.filter { !isAtChange(findings[$0]) }
    guard !open.isEmpty, let rest = without(Set(changes.map(place))) else { return findings }
    let own = Set(findings.map { Self.key(of: $0, in: sources) })
    func isThere(_ index: Int, in rest: Found) -> Bool {
      rest.holds(findings[index], Self.key(of: findings[index], in: sources), unlike: own)
    }
    open.removeAll { isThere($0, in: rest) }
    // By finding: the lines without which it is not there, and those that add what it names, and that the flow cannot be without.
    var (reasons, added): ([Int: [ChangeLine]], [Int: [ChangeLine]]) = ([:], [:])
    for change in changes where !open.isEmpty {
      guard let rest = changes.count == 1 ? rest : without([place(change)]) else {
        for index in open where findings[index].names(change) { added[index, default: []].append(change) }
        continue
      }
      for index in open where !isThere(index, in: rest) { reasons[index, default: []].append(change) }
    }
    for index in open {
      let lines =
        added[index] ?? reasons[index]
        ?? Array(together(causing: Self.key(of: findings[index], in: sources)).prefix(Self.mostNamed))
      findings[index].notes += lines.map(note)
    }
    return findings
  }

  /// Without what is weaker than the flow that it is held to, where another error is of the very same line: its cure is the one to follow.
  func withoutWeaker(_ findings: [Diagnostic]) -> [Diagnostic] {
    let isWeaker = { (finding: Diagnostic) in finding.code == CompilerRules.weakerThanRefined }
    guard findings.contains(where: isWeaker) else { return findings }
    let told = findings.filter { !isWeaker($0) && $0.severity == .error }.map(lines)
    return findings.filter { finding in
      guard isWeaker(finding) else { return true }
      let own = lines(of: finding)
      return own.isEmpty || !told.contains { own.isSubset(of: $0) }
    }
  }

  /// The lines of changes in which a place of a finding is.
  private func lines(of finding: Diagnostic) -> Set<SourceRange> {
    let places = finding.places
    return Set(changes.filter { change in places.contains { Self.holds(change, $0) } }.map(\.path.range))
  }

  private static func holds(_ change: ChangeLine, _ place: SourceRange) -> Bool {
    place.file == change.extent.file && place.start >= change.extent.start && place.end <= change.extent.end
  }

  /// The lines that only together cause a finding: with any one of them passed over less, it is there again.
  private func together(causing key: String) -> [ChangeLine] {
    guard changes.count <= Self.mostTogether else { return changes }
    var needed = changes
    for change in changes {
      let fewer = needed.filter { $0.path.range != change.path.range }
      if let rest = without(Set(fewer.map(place))), !rest.keys.contains(key) { needed = fewer }
    }
    return needed
  }

  private func isAtChange(_ finding: Diagnostic) -> Bool {
    let places = finding.places
    return changes.contains { change in places.contains { Self.holds(change, $0) } }
  }

  private func place(_ change: ChangeLine) -> String { ChangeLine.place(of: change.path.range, in: sources) }

  private func note(_ change: ChangeLine) -> Note {
    Note("\(Diagnostic.quoting(change.path.value, limit: 120)) is \(change.deed) here", at: change.path.range)
  }

  /// What is said, wherever it is.
  private static func words(of finding: Diagnostic) -> String { "\(finding.code.id) \(finding.message)" }

  /// What tells a finding from others of the same flow: some rules tell several things at one place.
  static func key(of finding: Diagnostic, in sources: SourceMap) -> String {
    let words = finding.code == CompilerRules.weakerThanRefined ? finding.message : ""
    return "\(finding.code.id) \(ChangeLine.place(of: finding.range, in: sources)) \(words)"
  }
}

extension Diagnostic {
  /// Whether it quotes what a line adds or changes, by its name.
  fileprivate func names(_ change: ChangeLine) -> Bool {
    guard let name = change.path.value.split(separator: ".").last else { return false }
    return [message, help].compactMap(\.self).contains { $0.contains("`\(name)`") }
  }
}
