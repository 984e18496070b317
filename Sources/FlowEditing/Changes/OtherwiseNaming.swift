// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import LocalFiles
import YAMLTree

/// Lines for what only an `else` takes: they lead where the `else` leads.
struct OtherwiseNaming {
  let lines: [String]
  /// What it does, in the imperative.
  let title: String
  /// Where the `else` begins.
  let place: Int
  let edits: FileEdits
}

extension FlowWorkspace {
  /// The changes that name what only an `else` takes, once it is sure that no flow of the workspace does anything else by them.
  ///
  /// - Parameter title: that of one of the ``offeredChanges(in:of:)``.
  package func edits(
    forNaming title: String, in range: Range<Int>, of path: String
  ) throws(RefactoringProblem) -> FileEdits {
    settle(path)
    guard let text = texts.text(path), range.upperBound <= text.bytes.count,
      let naming = namings(in: range, of: text).first(where: { $0.title == title })
    else { throw RefactoringProblem(words: "the file has changed meanwhile") }
    // Where another flow has this `else` and leaves all of it to that, the same text may be told at the other line, and no more.
    let words = difference(by: naming.edits) { flow, sources in
      Set(naming.lines).isSubset(of: self.lines(at: naming.place, of: text, in: flow, sources))
    }
    if let words = breakage(by: naming.edits) ?? words { throw RefactoringProblem(words: words) }
    return naming.edits.inLineBreaks(of: texts.text, created: text).keepingLayout(of: texts.text)
  }

  /// All together, then one by one.
  func namings(in range: Range<Int>, of text: EditedText) -> [OtherwiseNaming] {
    guard text.kind == .flow || text.kind == .part, let line = otherwiseLine(at: range.lowerBound, in: text) else {
      return []
    }
    var lines: [String] = []
    for root in roots(of: text.path).prefix(Self.mostRoots) {
      guard let file = texts.text(root.path)?.file, let (flow, sources) = check.placedGraph(of: file) else { continue }
      for words in self.lines(at: line.key.lowerBound, of: text, in: flow, sources) where !lines.contains(words) {
        lines.append(words)
      }
    }
    let offers = lines.map { naming([$0], line, text, title: "Name `\($0)`, which only `else` takes here") }
    guard lines.count > 1 else { return offers }
    return [naming(lines, line, text, title: "Name all \(lines.count) that only `else` takes here")] + offers
  }

  /// In so many flows what takes nothing but an `else` is looked for: to follow one takes its time, and a part may be used by all.
  private static let mostRoots = 4

  /// Lines for what a flow leaves to the `else` at a byte of a file; none where it has another one.
  private func lines(at place: Int, of text: EditedText, in flow: Flow, _ sources: SourceMap) -> [String] {
    guard let line = otherwiseLine(at: place, in: text), let report = Checker.unnamed(in: flow)?.report else {
      return []
    }
    return report.outcomes.filter { outcome in
      outcome.mayBeNamed
        && sources.file(outcome.otherwise.range.file).map({ RelativePath.absolute($0.path) }) == text.path
        && text.bytes(of: outcome.otherwise.range).lowerBound == line.key.lowerBound
    }.map { line.leading($0.line) }
  }

  private func naming(
    _ lines: [String], _ line: OtherwiseLine, _ text: EditedText, title: String
  ) -> OtherwiseNaming {
    var edits = FileEdits()
    let start = line.key.lowerBound
    let words = line.isInBrackets ? lines.map { "\($0), " } : lines.map { "\($0)\n\(line.indentation)" }
    edits.add(FileEdits.Change(start..<start, words.joined()), to: text.path)
    return OtherwiseNaming(lines: lines, title: title, place: start, edits: edits)
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
