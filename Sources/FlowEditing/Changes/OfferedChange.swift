// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowFormatting
import FlowGraph
import FlowLanguage
import LocalFiles
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
    return (offers + namings(in: range, of: text)).map { offer in
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
    var edits = FileEdits()
    for change in text.changes(to: file.bytes) { edits.add(change, to: text.path) }
    return OfferedChange(kind: .mends, title: help, finding: placed, edits: edits)
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

  /// Lines for what only an `else` in the stretch takes: they lead where the `else` leads.
  private func namings(in range: Range<Int>, of text: EditedText) -> [OfferedChange] {
    guard text.kind == .flow || text.kind == .part, let line = otherwiseLine(at: range.lowerBound, in: text) else {
      return []
    }
    var lines: [String] = []
    for root in roots(of: text.path).prefix(Self.mostRoots) {
      guard let file = texts.text(root.path)?.file, let flow = check.graph(of: file),
        let report = Checker.unnamed(in: flow)?.report
      else { continue }
      let sources = check.check(file).sources
      for outcome in report.outcomes
      where outcome.mayBeNamed
        && sources.file(outcome.otherwise.range.file).map({ RelativePath.absolute($0.path) }) == text.path
      {
        guard text.bytes(of: outcome.otherwise.range).lowerBound == line.key.lowerBound else { continue }
        let words = line.leading(outcome.line)
        if !lines.contains(words) { lines.append(words) }
      }
    }
    let offers = lines.map { naming([$0], line, text, title: "Name `\($0)`, which only `else` takes here") }
    guard lines.count > 1 else { return offers }
    return [naming(lines, line, text, title: "Name all \(lines.count) that only `else` takes here")] + offers
  }

  /// In so many flows what takes nothing but an `else` is looked for: to follow one takes its time, and a part may be used by all.
  private static let mostRoots = 4

  private func naming(_ lines: [String], _ line: OtherwiseLine, _ text: EditedText, title: String) -> OfferedChange {
    var edits = FileEdits()
    let start = line.key.lowerBound
    let words = line.isInBrackets ? lines.map { "\($0), " } : lines.map { "\($0)\n\(line.indentation)" }
    edits.add(FileEdits.Change(start..<start, words.joined()), to: text.path)
    return OfferedChange(kind: .names, title: title, finding: nil, edits: edits)
  }

  /// The key `else` of a map.
  private struct OtherwiseLine {
    let key: Range<Int>
    let isInBrackets: Bool
    let indentation: String
    /// Where it leads, as it is written; nil where that takes several lines.
    ///
    /// In a flow that runs this one, and with the needs of a part, it may be called otherwise.
    let target: String?

    /// A line for something else that leads where this one leads.
    func leading(_ words: String) -> String {
      guard let target, let colon = words.firstRange(of: ": ") else { return words }
      return words[..<colon.upperBound] + target
    }
  }

  /// The `else` of the innermost `then:` around a byte.
  private func otherwiseLine(at offset: Int, in text: EditedText) -> OtherwiseLine? {
    guard let tree = text.tree else { return nil }
    var found: OtherwiseLine?
    func walk(_ node: SourceNode) {
      for entry in node.entries {
        let range = text.place(entry.start..<max(entry.start, entry.value.range.upperBound))
        guard range.lowerBound <= offset, offset <= range.upperBound else { continue }
        if entry.key.map({ tree.unquoted($0) }) == "then" {
          for member in entry.value.entries {
            guard let key = member.key, tree.unquoted(key) == "else" else { continue }
            let place = text.place(key.range)
            let target = tree.text(member.value.range)
            let start = text.lines.bytes(ofLine: Int(text.lines.position(at: place.lowerBound).line)).lowerBound
            found = OtherwiseLine(
              key: place, isInBrackets: !entry.value.isBlock,
              indentation: text.text(start..<place.lowerBound), target: target.contains("\n") ? nil : target)
          }
        }
        walk(entry.value)
      }
    }
    walk(tree.root)
    guard let found, found.isInBrackets || found.indentation.utf8.allSatisfy({ $0 == 0x20 }) else { return nil }
    return found
  }
}
