// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RuleBook
import SystemCalls
import YAMLTree

/// What an editor puts where the author of an allowance writes why: it is no reason.
package enum ReasonToWrite {
  package static let words = "(write the reason here)"
}

/// `# mfaflow: allow MFA307 because the server counts`: a comment that lets a finding pass, and says why.
///
/// Behind something, it speaks of its own line; alone on a line, of the next line that is no comment.
struct Allowance: Equatable {
  /// The rule, by its code.
  let code: String
  /// The line that it speaks of.
  let line: Int32
  /// Where the code stands.
  let range: SourceRange
  /// What stands behind `because`.
  let reason: String

  /// All allowances of a file, in their order, and what is wrong with how they are written.
  static func read(_ file: SourceFile, as id: FileID) -> (allowances: [Allowance], findings: [Diagnostic]) {
    // Why: most files have none, and are looked through only once.
    guard mayHaveSome(file.bytes) else { return ([], []) }
    var reader = AllowanceReader(file, id)
    reader.read()
    return (reader.allowances, reader.findings)
  }

  static let marker = "# mfaflow:"

  /// Whether a word like the name of the program follows a number sign somewhere.
  private static func mayHaveSome(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var rest = bytes
      while let place = rest.firstPlace(of: UInt8(ascii: "#")) {
        rest = UnsafeBufferPointer(rebasing: rest[(place + 1)...])
        let words = rest.drop { $0 == UInt8(ascii: " ") }
        guard let first = words.first, first | 0x20 == UInt8(ascii: "m") else { continue }
        let name = words.prefix(AllowanceWords.longestName + 1).prefix { $0 > 0x20 && $0 != UInt8(ascii: ":") }
        if AllowanceWords.isProgram(String(decoding: name, as: UTF8.self)) { return true }
      }
      return false
    }
  }
}

/// Takes the comments of one file apart.
private struct AllowanceReader {
  private let file: SourceFile
  private let id: FileID
  private let lines: LineTable
  private let comments: [Range<Int>]
  /// The lines that hold nothing but a comment.
  private var aloneLines: Set<Int> = []
  /// The next line with content, as it was found last: of comments above one another it is the same.
  private var nextContent = 0
  private(set) var allowances: [Allowance] = []
  private(set) var findings: [Diagnostic] = []

  init(_ file: SourceFile, _ id: FileID) {
    self.file = file
    self.id = id
    lines = LineTable(file)
    comments = YAMLComments(file).places
  }

  mutating func read() {
    let numbers = comments.map { Int(lines.position(at: $0.lowerBound).line) }
    for (comment, line) in zip(comments, numbers) where isAlone(comment, on: line) { aloneLines.insert(line) }
    for (comment, line) in zip(comments, numbers) {
      let text = String(decoding: file.bytes[comment], as: UTF8.self)
      guard let start = Self.marker(in: text) else {
        if let words = AllowanceWords(meantBy: text) {
          let range = SourceRange(
            lines.position(at: comment.lowerBound), lines.position(at: comment.upperBound), in: id)
          report("an allowance begins with `\(Allowance.marker)`", range, words, isWarning: words.isNameMisspelt)
        }
        continue
      }
      read(text[start...], at: comment.lowerBound + text.utf8.distance(from: text.startIndex, to: start), on: line)
    }
  }

  private func isAlone(_ comment: Range<Int>, on line: Int) -> Bool {
    let start = lines.bytes(ofLine: line).lowerBound
    return file.bytes[start..<max(start, comment.lowerBound)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Where the marker begins, at the beginning of the comment or behind white space.
  private static func marker(in comment: String) -> String.Index? {
    guard let start = comment.firstRange(of: Allowance.marker)?.lowerBound else { return nil }
    return start == comment.startIndex || comment[comment.index(before: start)].isWhitespace ? start : nil
  }

  private mutating func read(_ comment: Substring, at byte: Int, on line: Int) {
    let words = comment.dropFirst(Allowance.marker.count).split(separator: " ")
    func place(of part: Substring) -> SourceRange {
      let start = byte + comment.utf8.distance(from: comment.startIndex, to: part.startIndex)
      return SourceRange(lines.position(at: start), lines.position(at: start + part.utf8.count), in: id)
    }
    guard words.first == "allow", words.count > 1 else {
      return report("a comment for mfaflow says `allow`, a rule, and why", place(of: comment), AllowanceWords(words))
    }
    let range = place(of: words[1])
    guard let rule = RuleBook.rule(named: String(words[1])) else {
      return report(
        "there is no rule \(Diagnostic.quoting(words[1]))", range, AllowanceWords(words),
        help: AllowanceWords(words).rule == nil ? RuleBook.cure(for: String(words[1]), after: findings.count) : nil)
    }
    guard rule.mayPassInFlow else {
      return report(
        "no comment can allow what `\(rule.id)` finds", range, AllowanceWords(words),
        help: rule.isOpenToPolicy
          ? "mend it; only the team's configuration can let it pass, below `allow:`"
          : "mend it; an error below MFA300 cannot be allowed")
    }
    guard words.count > 3, words[2] == "because", words[3...].joined(separator: " ") != ReasonToWrite.words else {
      return report("an allowance says why", place(of: comment), AllowanceWords(words))
    }
    allowances.append(
      Allowance(
        code: rule.id, line: Int32(aloneLines.contains(line) ? content(below: line) ?? line : line), range: range,
        reason: words[3...].joined(separator: " ")))
  }

  /// The next line that is neither blank nor a comment; nil if there is none.
  private mutating func content(below line: Int) -> Int? {
    if nextContent <= line {
      nextContent = line + 1
      while nextContent <= lines.count, lines.isBlank(nextContent) || aloneLines.contains(nextContent) {
        nextContent += 1
      }
    }
    return nextContent <= lines.count ? nextContent : nil
  }

  /// - Parameters:
  ///   - words: what the author wrote, of which the cure keeps the rule and the reason.
  ///   - isWarning: whether the comment may be something else.
  private mutating func report(
    _ message: String, _ range: SourceRange, _ words: AllowanceWords, isWarning: Bool = false, help: Cure? = nil
  ) {
    var finding = Diagnostic(PolicyRules.badAllowance, message, at: range, help: help ?? Cure(words.form))
    if isWarning { finding.severity = .warning }
    findings.append(finding)
  }
}
