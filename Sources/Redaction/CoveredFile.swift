// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import Values
import YAMLTree

/// A file that holds passwords or codes, as it may be shown beside a finding: dots stand over its values.
///
/// Keys are shown, and values that are known to be harmless; all else is covered, comments too. The file is read by its
/// marks alone, since one with an error may be no YAML at all.
package struct CoveredFile: Sendable {
  /// The file with its dots; places in it are those of the file that was read.
  package let shown: SourceFile
  private let original: SourceFile
  private let lines: LineTable
  private let shownWords: Set<String>
  /// Where something stands that may be shown, in the order of the file.
  private let shownPlaces: [Range<Int>]
  /// Names of the flow, and words of the language of the file.
  private let names: Set<String>
  /// Where the dots of a setting begin: as many as for any other, so that nobody can count the characters of a secret; nil for a file.
  private var dots: SourcePosition?

  /// Covers a file.
  ///
  /// - Parameter harmless: the keys whose values may be shown.
  package init(_ file: SourceFile, showing harmless: HarmlessValues) {
    var scanner = ValueScanner(file.bytes, showing: harmless)
    scanner.scan()
    original = file
    lines = LineTable(file)
    shown = file.covered(except: scanner.shown)
    shownPlaces = scanner.shown.joined()
    shownWords = scanner.words.union(harmless.words)
    names = harmless.words
  }

  /// Covers a setting of a command line: a name, `=` and a value.
  package init(setting text: String, at path: String, showing harmless: HarmlessValues) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].split(separator: ".").last.map(String.init) ?? ""
    let value = parts.count > 1 ? parts[1] : ""
    let keys = parts[0].split(separator: ".").map(String.init)
    let isKnown = keys.allSatisfy { harmless.showsKey($0, below: nil) }
    // What stands before `=` is a name, unless all of it is a secret: such a one in Base64 ends in `=`.
    let isNamed = isKnown || keys.allSatisfy(HarmlessValues.isTypedName) && value.contains { $0 != "=" }
    let isHarmless = isKnown && harmless.shows(value, behind: name)
    original = SourceFile(path: path, text: text)
    lines = LineTable(original)
    let end = original.bytes.count
    let keyEnd = parts[0].utf8.count
    let places = [0..<(isHarmless ? end : isNamed ? end - value.utf8.count : 0), keyEnd..<min(keyEnd + 1, end)]
    let shownEnd = places[0].count
    if shownEnd < end {
      let beginning = String(decoding: original.bytes[..<shownEnd], as: UTF8.self)
      let mark = String(repeating: String(Secret.mark.prefix(1)), count: Self.dotCount)
      shown = SourceFile(path: path, text: beginning + mark)
      dots = SourcePosition(line: 1, column: beginning.unicodeScalars.count + 1)
    } else {
      shown = original
    }
    shownPlaces = places.joined()
    shownWords = harmless.words.union(isNamed ? keys + [parts[0]] : []).union(isHarmless ? [value] : [])
    names = harmless.words
  }

  /// Findings about the file as they may be told, in the order of a reader: what is covered in the file is not quoted in
  /// their words either.
  ///
  /// Of those that come after more than anybody reads, only the places are told: each costs a search of the whole file.
  package func covering(_ findings: [Diagnostic]) -> [Diagnostic] { covering([findings])[0] }

  /// The same for findings in groups, which stay in their order.
  package func covering(_ groups: [[Diagnostic]]) -> [[Diagnostic]] {
    guard groups.contains(where: { !$0.isEmpty }) else { return groups }
    let all = FileWords(original.bytes)
    var left = Self.mostCovered
    return groups.map { findings in
      findings.inReadingOrder().map { finding in
        left -= 1
        return before(
          dots, left >= 0 ? covering(finding, takenFrom: all) : Diagnostic(finding.code, Secret.mark, at: finding.range)
        )
      }
    }
  }

  /// The same with no place behind the dots of a setting.
  private func before(_ dots: SourcePosition?, _ finding: Diagnostic) -> Diagnostic {
    guard let dots else { return finding }
    let end = SourcePosition(line: 1, column: Int(dots.column) + Self.dotCount)
    func moved(_ range: SourceRange) -> SourceRange {
      SourceRange(
        range.start > dots ? dots : range.start, range.end > dots ? end : range.end, in: range.file)
    }
    var finding = finding
    finding.range = moved(finding.range)
    for index in finding.notes.indices { finding.notes[index].range = finding.notes[index].range.map(moved) }
    return finding
  }

  private static let dotCount = 8
  private static let mostCovered = 250
  /// Lines that are longer count as the whole file, which was read once and for all.
  private static let longestLines = 4096

  private func covering(_ finding: Diagnostic, takenFrom all: FileWords) -> Diagnostic {
    var finding = finding
    let lines = finding.places.map { bytes(ofLinesOf: $0) }
    let isShort = lines.reduce(0) { $0 + $1.count } < Self.longestLines
    let near = isShort ? FileWords(lines.flatMap { Array(original.bytes[$0]) + [0x0A] }) : all
    // A word that stands for yes or no is known by what it is read as, and the cure is of use only beside it.
    let isSaid = finding.code == YAMLRules.unportableText && OtherParsers.isFlag(text(at: finding.range))
    if !isSaid { finding.message = covering(finding.message, takenFrom: all) }
    let cure = finding.cure
    finding.help = cure.map(\.words).map { help in
      // What the language has at a place is no secret, whatever stands in the file.
      let (cure, allowed) = Self.dividing(help)
      // A word that is suggested may stand anywhere in the file.
      return covering(cure, takenFrom: cure.hasPrefix("did you mean") ? all : near, isCure: true) + allowed
    }
    // What is written instead may be a secret, unless the words say it openly; quotes and spaces are none.
    if let cure, finding.help == cure.words || cure.change == .quotes { finding.cure?.change = cure.change }
    for index in finding.notes.indices {
      finding.notes[index].message = covering(finding.notes[index].message, takenFrom: all)
    }
    return finding
  }

  /// A cure, and the list behind it of all words that the language has at the place.
  private static func dividing(_ help: String) -> (cure: String, allowed: Substring) {
    guard let list = help.firstRange(of: "allowed here: `") else { return (help, "") }
    return (String(help[..<list.lowerBound]), help[list.lowerBound...])
  }

  /// Puts dots into each pair of backticks that quotes the file.
  ///
  /// - Parameter isCure: whether the words tell what to write: they are the tool's own, but for whole words of the file.
  private func covering(_ words: String, takenFrom file: FileWords, isCure: Bool = false) -> String {
    QuotedWords.covering(words) { quotes($0, file, isCure) }
  }

  /// Whether a quoted word was taken from what is covered.
  private func quotes(_ word: String, _ file: FileWords, _ isCure: Bool) -> Bool {
    guard !shownWords.contains(word), !word.allSatisfy({ Self.signs.contains($0) }), !self.isCure(word) else {
      return false
    }
    // What is so short is a word of the cure, and no secret that anybody has.
    if isCure, Self.toolWords.contains(word) || word.utf8.count < Self.shortest { return false }
    let isCut = word.hasSuffix("…")
    let core = isCut ? String(word.dropLast()) : word
    if isShownWherever(core) { return false }
    let bare = core.filter { !"&*!\"".contains($0) }
    if file.mayHold(core, asWord: isCure && !isCut) || file.mayHold(bare, asWord: isCure && !isCut) { return true }
    // A cure may put words of the file together anew, as in `[one, two]`.
    let parts = isCure ? word.split { Self.separators.contains($0) }.map(String.init) : []
    return parts != [word] && parts.contains { quotes($0, file, isCure) }
  }

  /// Whether a word stands in the file as it is quoted, and is shown there at each place.
  private func isShownWherever(_ word: String) -> Bool {
    let sought = Array(word.utf8)
    guard sought.count >= Self.shortest, original.bytes.count <= Self.longestSearched else { return false }
    let places = original.bytes.ranges(of: sought)
    return !places.isEmpty
      && places.allSatisfy { place in
        shownPlaces.contains { $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound }
      }
  }

  private static let longestSearched = 1 << 16

  /// What stands between the words of a cure.
  private static let separators = " ,;:=[]{}()…\"'"

  /// In bytes, as for the secrets of a world.
  private static let shortest = 3

  /// What cures are made of, whatever stands in the file: units of time, flags and verdicts.
  private static let toolWords: Set<String> = [
    "ms", "s", "m", "h", "d", "true", "false", "yes", "no", "allow", "deny", "\"\\t\"", "\\\"", "key: value",
    "{ key: value }", "[one, two]",
  ]

  /// Whether it tells how to write a choice or an input with names alone, such as `- signedIn: finish`.
  private func isCure(_ word: String) -> Bool {
    guard word.utf8.contains(UInt8(ascii: ":")) || word.utf8.contains(UInt8(ascii: "=")) else { return false }
    return word.split { " :=.…".contains($0) }.allSatisfy { $0 == "-" || names.contains(String($0)) }
  }

  /// The signs of YAML, which findings quote as the cure.
  private static let signs = "{}[]&*+-|>~!?:,#%@'\"… "

  private func text(at range: SourceRange) -> String {
    let start = lines.offset(of: range.start)
    return String(decoding: original.bytes[start..<max(start, lines.offset(of: range.end))], as: UTF8.self)
  }

  private func bytes(ofLinesOf range: SourceRange) -> Range<Int> {
    let last = lines.bytes(ofLine: Int(range.end.line)).upperBound
    let first = min(lines.bytes(ofLine: Int(range.start.line)).lowerBound, last)
    return first..<last
  }
}

extension [Range<Int>] {
  /// In the order of the file, with those that touch put together.
  fileprivate func joined() -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}

extension SourceFile {
  /// The file with a dot for each character that is neither white space nor shown, so that columns stay.
  func covered(except shown: [Range<Int>]) -> SourceFile {
    var isShown = [Bool](repeating: false, count: bytes.count)
    for range in shown { for index in range { isShown[index] = true } }
    let dot = Array(Secret.mark.prefix(1).utf8)
    var covered: [UInt8] = []
    covered.reserveCapacity(bytes.count * dot.count)
    for index in bytes.indices {
      let byte = bytes[index]
      if isShown[index] || ValueScanner.isBlank(byte) {
        covered.append(byte)
      } else if byte & 0xC0 != 0x80 {
        covered.append(contentsOf: dot)
      }
    }
    return SourceFile(path: path, bytes: covered)
  }
}
