// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowLinking
import FlowSyntax
import YAMLTree

/// Which findings of a variant come of what it removes: those that go where a line below `remove:` is passed over.
///
/// Why not told by each rule: whatever is removed, something else may miss it, and the place where it is missed says nothing of the
/// line that its author wrote.
struct RemovalNotes {
  /// More lines than this are not tried one by one.
  private static let mostTried = 64
  /// Of more lines than this it is not looked for which of them are the reason together.
  private static let mostTogether = 16
  /// So many lines are named where only together they are the reason.
  private static let mostNamed = 3

  private let removals: [Spanned<String>]
  private let sources: SourceMap
  /// The findings of the flow without some lines, as ``key(of:in:)`` has them; nil where nothing can be made of it.
  private let without: (Set<String>) -> Set<String>?

  init(_ removals: [Spanned<String>], _ sources: SourceMap, without: @escaping (Set<String>) -> Set<String>?) {
    self.removals = Array(removals.prefix(Self.mostTried))
    self.sources = sources
    self.without = without
  }

  /// The findings, each with the lines below `remove:` that it comes of.
  func noted(_ findings: [Diagnostic]) -> [Diagnostic] {
    var findings = findings
    var open = findings.indices.filter { !isAtRemoval(findings[$0]) }
    guard !open.isEmpty, let rest = without(Set(removals.map(place))) else { return findings }
    open.removeAll { rest.contains(Self.key(of: findings[$0], in: sources)) }
    var isNoted: Set<Int> = []
    for removal in removals where !open.isEmpty {
      guard let rest = removals.count == 1 ? rest : without([place(removal)]) else { continue }
      for index in open where !rest.contains(Self.key(of: findings[index], in: sources)) {
        findings[index].notes.append(note(removal))
        isNoted.insert(index)
      }
    }
    for index in open where !isNoted.contains(index) {
      let together = together(causing: Self.key(of: findings[index], in: sources))
      findings[index].notes += together.prefix(Self.mostNamed).map(note)
    }
    return findings
  }

  /// The lines that only together cause a finding: with any one of them passed over less, it is there again.
  private func together(causing key: String) -> [Spanned<String>] {
    guard removals.count <= Self.mostTogether else { return removals }
    var needed = removals
    for removal in removals {
      let fewer = needed.filter { $0.range != removal.range }
      if let rest = without(Set(fewer.map(place))), !rest.contains(key) { needed = fewer }
    }
    return needed
  }

  private func isAtRemoval(_ finding: Diagnostic) -> Bool {
    let places = [finding.range] + finding.notes.compactMap(\.range)
    return removals.contains { places.contains($0.range) }
  }

  private func place(_ removal: Spanned<String>) -> String { Removal.place(of: removal.range, in: sources) }

  private func note(_ removal: Spanned<String>) -> Note {
    Note("\(Diagnostic.quoting(removal.value)) is removed here", at: removal.range)
  }

  /// What tells a finding from others of the same flow: some rules tell several things at one place.
  static func key(of finding: Diagnostic, in sources: SourceMap) -> String {
    let words = finding.code == CompilerRules.weakerThanRefined ? finding.message : ""
    return "\(finding.code.id) \(Removal.place(of: finding.range, in: sources)) \(words)"
  }
}
