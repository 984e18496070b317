// SPDX-License-Identifier: Apache-2.0

import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  /// All allowances of a file, in their order, and what is wrong with how they are written.
  static func read(_ file: SourceFile, as id: FileID) -> (allowances: [Allowance], findings: [Diagnostic]) {
    // Why: most files have none, and are looked through only once.
    guard contains(marker, in: file.bytes) else { return ([], []) }
    var reader = AllowanceReader(id)
    let lines = String(decoding: file.bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      reader.read(line, number: Int32(index + 1), below: lines[(index + 1)...])
    }
    return (reader.allowances, reader.findings)
  }

  static let marker = "# mfaflow:"

  private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard var start = bytes.baseAddress else { return false }
      let end = start + bytes.count
      while let found = memchr(start, Int32(UInt8(ascii: "#")), end - start) {
        let place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
        if UnsafeBufferPointer(start: place, count: end - place).starts(with: text.utf8) { return true }
        start = place + 1
      }
      return false
    }
  }
}

/// Takes the comments of one file apart.
private struct AllowanceReader {
  private let file: FileID
  private(set) var allowances: [Allowance] = []
  private(set) var findings: [Diagnostic] = []

  init(_ file: FileID) { self.file = file }

  mutating func read(_ line: Substring, number: Int32, below: ArraySlice<Substring>) {
    guard let comment = Self.comment(in: line) else { return }
    let isAlone = line[..<comment.startIndex].allSatisfy(\.isWhitespace)
    let words = comment.dropFirst(Allowance.marker.count).split(separator: " ")
    let whole = range(of: comment, in: line, number)
    guard words.first == "allow", words.count > 1 else {
      return report("a comment for mfaflow says `allow`, a rule, and why", whole)
    }
    let place = range(of: words[1], in: line, number)
    guard let page = RulePages.page(of: String(words[1])) else {
      let names = RulePages.all().flatMap { [$0.code, $0.slug] }
      return report(
        "there is no rule \(Diagnostic.quoting(words[1]))", place,
        help: Suggestion.help(for: String(words[1]), among: names, otherwise: "`mfaflow explain --list` has all rules"))
    }
    guard page.rule.isOpenToPolicy else {
      return report(
        "nobody can allow what `\(page.code)` finds", place, help: "mend it; what is below MFA300 cannot be allowed")
    }
    guard words.count > 3, words[2] == "because" else {
      return report("an allowance says why", whole)
    }
    let next = below.firstIndex { line in
      let text = line.drop(while: \.isWhitespace)
      return !text.isEmpty && !text.hasPrefix("#")
    }
    let target = isAlone ? next.map { Int32($0 + 1) } ?? number : number
    allowances.append(Allowance(code: page.code, line: target, range: place))
  }

  /// From the marker to the end of the line; nil where it is not the beginning of a comment.
  private static func comment(in line: Substring) -> Substring? {
    guard let start = line.firstRange(of: Allowance.marker)?.lowerBound else { return nil }
    let isComment = start == line.startIndex || line[line.index(before: start)].isWhitespace
    return isComment ? line[start...] : nil
  }

  private mutating func report(_ message: String, _ range: SourceRange, help: String? = nil) {
    let form = "write `# mfaflow: allow MFA307 because …`, with your reason behind `because`"
    findings.append(Diagnostic(PolicyRules.badAllowance, message, at: range, help: help ?? form))
  }

  private func range(of part: Substring, in line: Substring, _ number: Int32) -> SourceRange {
    let before = line[..<part.startIndex].unicodeScalars.count
    return SourceRange(
      SourcePosition(line: Int(number), column: before + 1),
      SourcePosition(line: Int(number), column: before + 1 + part.unicodeScalars.count), in: file)
  }
}
