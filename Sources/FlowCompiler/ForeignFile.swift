// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLanguage
import FlowSyntax
import Redaction
import YAMLTree

/// A file that is read as a flow and is surely none: what is wrong with it is told without a word of it.
///
/// Why: a path, or a link, may lead to a file with passwords, and what is found stands in the logs of a build server.
enum ForeignFile {
  /// The findings about a file without what they quote of it, and without the run that shows them.
  static func covering(_ findings: [Diagnostic], about file: FileID, _ source: SourceFile) -> [Diagnostic] {
    var words = SoughtWords(FileWords(source.bytes))
    return findings.map { finding in
      guard finding.range.file == file || finding.notes.contains(where: { $0.range?.file == file }) else {
        return finding
      }
      var covered = finding
      covered.message = covering(finding.message, taking: &words)
      covered.help = finding.help.map { covering($0, taking: &words) }
      covered.notes = finding.notes.map { Note(covering($0.message, taking: &words), at: $0.range) }
      covered.way = []
      return covered
    }
  }

  /// Puts dots into each pair of backticks that quotes the file.
  private static func covering(_ words: String, taking file: inout SoughtWords) -> String {
    QuotedWords.covering(words) { word in
      guard !ownWords.contains(word) else { return false }
      let core = word.hasSuffix("…") ? String(word.dropLast()) : word
      // What a message writes as a number, such as `<U+0007>`, does not stand in the file as it is quoted.
      if core.contains("<U+") || core.contains("\\") || file.mayHold(core) { return true }
      // A cure may put another sign in front of a word, as in `&name` for `*name`.
      let bare = core.filter { !"&*!\"".contains($0) }
      return !bare.isEmpty && bare != core && !ownWords.contains(bare) && file.mayHold(bare)
    }
  }

  /// What stands in a file, each word of which is looked for once: many findings have the same help.
  private struct SoughtWords {
    private let file: FileWords
    private var known: [String: Bool] = [:]

    init(_ file: FileWords) { self.file = file }

    mutating func mayHold(_ word: String) -> Bool {
      if let known = known[word] { return known }
      let mayHold = file.mayHold(word)
      known[word] = mayHold
      return mayHold
    }
  }

  /// The outermost words of the language.
  private static let ownWords: Set<String> = [
    "language", "flow", "part", "version", "summary", "sdk", "goal", "require", "use", "start", "steps", "interrupts",
    "ends", "messages", "budgets", "needs", "key: value", "- ", "---", "...", "%", ":", "{", "}", "[", "]", "<<", "{ }",
    "[ ]", #"\""#, "''",
  ]
}

extension Diagnostic {
  /// What a path names as a contract and is none.
  ///
  /// - Parameter first: the first thing that is wrong with it as a contract; nil if nothing is known.
  /// - Parameter kind: what it is by its outermost keys.
  package static func notAContract(
    _ path: String, at range: SourceRange, first: Diagnostic?, kind: FileKind? = nil
  ) -> Diagnostic {
    let place =
      kind.map { "it looks like \($0.name); " }
      ?? (first?.code == YAMLRules.emptyFile ? "it is empty; " : nil)
      ?? first.map { "line \($0.range.start.line), column \($0.range.start.column): \($0.code.id); " } ?? ""
    return Diagnostic(
      CompilerRules.notAContract, "\(quoting(path.split(separator: "/").last ?? "", limit: 40)) is no contract",
      at: range,
      help: "\(place)a contract has the keys `contract:`, `events:` and `calls:`")
  }
}
