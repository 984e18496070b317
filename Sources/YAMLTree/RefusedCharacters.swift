// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What is known of characters that a file must not hold, while the rest of it is read all the same.
///
/// Why: one of them in a comment must not hide what else is wrong. All of them are errors, so nothing is ever run that was read so.
struct RefusedCharacters {
  private let findings: [Diagnostic]
  /// What stands in the place of control characters, which libyaml cannot read; nil where none is free.
  ///
  /// A text is read without it.
  private let control: UInt8?
  /// What stands in the place of a byte that is no character; nil where none is free.
  ///
  /// What it was meant to be, only the author knows.
  private let unknown: UInt8?

  /// So many findings are enough: nobody knows what stands below the last of them.
  private static let mostFindings = CharacterRules.mostFindings - 1
  /// Characters that mean nothing to YAML, wherever they stand, and are part of no number.
  private static let standIns = Array("^;$/()".utf8)

  /// The file as libyaml can read it, each byte in its place; nil where nobody can tell what it says.
  ///
  /// What is only one byte becomes a character that stands nowhere else, the rest one that nobody sees.
  ///
  /// - Parameter bytes: the file without a byte order mark in front.
  static func readable(_ bytes: UnsafeBufferPointer<UInt8>, _ findings: [Diagnostic]) -> (Self, [UInt8])? {
    guard findings.count <= mostFindings, !findings.contains(where: { $0.code == YAMLRules.directiveNotAllowed }),
      case (var readable?, let replaced) = CharacterRules.readable(bytes)
    else { return nil }
    let free = standIns.filter { !bytes.contains($0) }
    let refused = RefusedCharacters(findings: findings, control: free.first, unknown: free.dropFirst().first)
    for range in replaced {
      let byte = bytes[range.lowerBound]
      switch range.count {
      // How deep a tab is, only its author knows; and the second byte of a character is no column of its own.
      case 1 where byte == 0x09 || byte & 0xC0 == 0x80: return nil
      case 1:
        guard let sign = byte < 0x80 ? refused.control : refused.unknown else { return nil }
        readable[range.lowerBound] = sign
      case 2: readable.replaceSubrange(range, with: "\u{AD}".utf8)
      default: readable.replaceSubrange(range, with: "\u{200B}".utf8)
      }
    }
    return (refused, readable)
  }

  /// A text without the characters that nobody sees; nil if it has none of them.
  func seen(of text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let shown = HiddenCharacters.seen(of: text)
    guard let control, text.contains(control) else { return shown }
    return (shown ?? Array(text)).filter { $0 != control }
  }

  /// Whether a text holds a tab, or a byte that is no character: unlike one that nobody sees, it may stand for anything.
  func areUnclear(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains { $0 == 0x09 || $0 == unknown }
  }

  /// Whether a hidden character in a text in double quotes is told already, and is no escape.
  func areTold(in event: YAMLEvent) -> Bool {
    findings.contains { finding in
      let place = finding.range.start
      // Behind a byte that is no character, nothing was looked for.
      return finding.code == YAMLRules.notUTF8 || event.start <= place && place < event.end
    }
  }

  /// Whether a text without quotes would be read as something else, had it been written without what nobody sees: as an item, a key, a
  /// comment, a text in quotes or nothing, or as deeper than it is.
  static func readOtherwise(_ seen: [UInt8]) -> Bool {
    guard let first = seen.first, let last = seen.last else { return true }
    let signs = zip(seen, seen.dropFirst())
    return " -?:,[]{}#&*!|>'\"%@`".utf8.contains(first) || " :".utf8.contains(last)
      || signs.contains { $0 == (UInt8(ascii: ":"), UInt8(ascii: " ")) || $0 == (UInt8(ascii: " "), UInt8(ascii: "#")) }
  }
}

extension YAMLComposer {
  /// A text without the characters that are left out; nil if it has none of them.
  ///
  /// So what is told of a character is not told again of the name that it stands in.
  mutating func seen(of event: YAMLEvent, isKey: Bool) -> [UInt8]? {
    guard let refused else { return nil }
    let seen = refused.seen(of: event.text)
    if refused.areUnclear(in: event.text), isKey || !isForPeople() { isUnclear = true }
    if event.style == .plain, let seen, RefusedCharacters.readOtherwise(seen) { isUnclear = true }
    return seen
  }
}
