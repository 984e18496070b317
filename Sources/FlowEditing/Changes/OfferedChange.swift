// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowFormatting
import FlowLanguage
import RuleBook
import YAMLTree

/// A change that an author may want at a place.
package struct OfferedChange: Sendable {
  package enum Kind: Sendable {
    /// It mends a finding.
    case mends
    case names
    case allows
  }

  package let kind: Kind
  /// What it does, in the imperative.
  package let title: String
  /// What it mends; nil for nothing that was found.
  package let finding: PlacedFinding?
  /// Of what gives names, ``FlowWorkspace/edits(forNaming:in:of:)`` tells whether nothing changes by them.
  package let edits: FileEdits
}

extension FlowWorkspace {
  /// The changes for a stretch of a file.
  package func offeredChanges(in range: Range<Int>, of path: String) -> [OfferedChange] {
    guard let text = texts.text(path) else { return [] }
    settle(path)
    var offers: [OfferedChange] = []
    lazy var known = Self.problems(text.file)
    for placed in findings(of: path) {
      let place = text.bytes(of: placed.finding.range)
      guard place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound else { continue }
      let changes = placed.edits(in: text)
      if !changes.isEmpty, Self.problems(text.file(with: changes)) <= known {
        var edits = FileEdits()
        for change in changes { edits.add(change, to: path) }
        offers.append(
          OfferedChange(
            kind: .mends, title: placed.finding.help ?? placed.finding.message, finding: placed, edits: edits))
      }
      if let line = missingElse(placed, in: text) { offers.append(line) }
      if let allowance = allowance(for: placed, in: text) { offers.append(allowance) }
    }
    let named = namings(in: range, of: text).map {
      OfferedChange(kind: .names, title: $0.title, finding: nil, edits: $0.edits)
    }
    return (offers + named).map { offer in
      OfferedChange(
        kind: offer.kind, title: offer.title, finding: offer.finding,
        edits: offer.edits.inLineBreaks(of: texts.text, created: text).keepingLayout(of: texts.text))
    }
  }

  /// The line that a step lacks, leading where the cure of the finding says; nil for any other finding.
  private func missingElse(_ placed: PlacedFinding, in text: EditedText) -> OfferedChange? {
    guard placed.finding.code.slug == "missing-else", let help = placed.finding.help,
      let start = help.firstRange(of: "else: ")?.upperBound,
      let keys = KeyedPlace.find(at: text.bytes(of: placed.finding.range).lowerBound, in: text)?.keys, keys.count == 2
    else { return nil }
    let end = String(help[start...].prefix { $0.utf8.allSatisfy(\.isOfName) })
    let (step, line) = (SourcePath() / keys[0] / keys[1], SourceValue.Member("else", .text(end)))
    guard !end.isEmpty, let editor = try? text.editor(),
      let file = (try? editor.inserting(line, into: step / "then"))
        ?? (try? editor.inserting(SourceValue.Member("then", .map([line])), into: step))
    else { return nil }
    // The end may be new to the flow, and a part has to say that it needs it.
    let sound = [file, withEnd(end, in: file)].compactMap(\.self).map { file in
      text.changes(to: file.bytes).reduce(into: FileEdits()) { $0.add($1, to: text.path) }
    }.first { breakage(by: $0, checkingGraph: false) == nil }
    return sound.map { OfferedChange(kind: .mends, title: help, finding: placed, edits: $0) }
  }

  /// A flow with one more end, which fails; nil where it cannot have one.
  private func withEnd(_ name: String, in file: SourceFile) -> SourceFile? {
    let text = EditedText(file)
    guard text.kind == .flow, text.section("extends") == nil, let editor = try? text.editor() else { return nil }
    let end = SourceValue.Member(name, .map([SourceValue.Member("outcome", .text(EndWords.failure))]))
    return text.section("ends") == nil
      ? try? editor.inserting(SourceValue.Member("ends", .map([end])), into: SourcePath())
      : try? editor.inserting(end, into: SourcePath() / "ends")
  }

  /// How much is wrong with how a file is written, such as a key that stands twice: a cure that adds to it is none.
  private static func problems(_ file: SourceFile) -> Int { YAML.read(file).findings.count { $0.severity == .error } }

  /// A comment that lets a finding pass; its reason is for the author to write.
  private func allowance(for placed: PlacedFinding, in text: EditedText) -> OfferedChange? {
    guard text.kind == .flow || text.kind == .part, placed.finding.code.mayPassInFlow else { return nil }
    let line = text.lines.bytes(ofLine: Int(placed.finding.range.start.line))
    let indentation = text.bytes[line].prefix { $0 == 0x20 }
    var edits = FileEdits()
    edits.add(
      FileEdits.Change(
        line.lowerBound..<line.lowerBound,
        String(decoding: indentation, as: UTF8.self)
          + "# mfaflow: allow \(placed.finding.code.id) because \(ReasonToWrite.words)\n"),
      to: text.path)
    // Inside of a text of several lines, a comment is none.
    let after = EditedText(text.file(with: edits.changes[text.path] ?? []))
    guard (after.tree?.comments.count ?? 0) == (text.tree?.comments.count ?? 0) + 1 else { return nil }
    return OfferedChange(
      kind: .allows, title: "Allow \(placed.finding.code.id) here, and write the reason", finding: placed, edits: edits)
  }
}
