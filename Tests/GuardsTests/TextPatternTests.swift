// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Guards

@Suite("Patterns of texts")
struct TextPatternTests {
  /// A pattern of ours as the system's library has it: what that library alone gives a meaning to is escaped.
  private static func peer(_ pattern: String) throws -> NSRegularExpression {
    try NSRegularExpression(pattern: "\\A(?:" + pattern + ")\\z", options: [.dotMatchesLineSeparators])
  }

  @Test("a pattern says of each text what another library says of it", arguments: 1...20)
  func agreesWithAnother(_ seed: UInt64) throws {
    var dice = SplitMix(seed: seed)
    let parts = ["a", "b", ".", "[ab]", "[^a]", "[a-c]", "[b-]"]
    let counts = ["", "", "?", "*", "+", "{2}", "{1,}", "{0,2}", "{1,3}"]
    for _ in 0..<100 {
      let pattern = (0..<Int.random(in: 1...5, using: &dice)).map { _ in
        parts.randomElement(using: &dice)! + counts.randomElement(using: &dice)!
      }.joined()
      let ours = try TextPattern(pattern)
      let theirs = try Self.peer(pattern)
      for _ in 0..<30 {
        let text = String((0..<Int.random(in: 0...7, using: &dice)).map { _ in "abc-".randomElement(using: &dice)! })
        let isTheirs = theirs.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
        #expect(ours.matches(text.unicodeScalars) == isTheirs, "seed \(seed): `\(pattern)` and `\(text)`")
      }
    }
  }

  @Test(
    "what is no pattern is told",
    arguments: [
      ("", TextPattern.Flaw.empty), ("(a)", .reserved("(")), ("a|b", .reserved("|")), ("^a", .reserved("^")),
      ("a$", .reserved("$")), ("\\d", .reserved("\\")), ("[a", .unclosed("[")), ("a]", .unclosed("]")),
      ("a{2", .unclosed("{")),
      ("a}", .unclosed("}")), ("*a", .countsNothing), ("a**", .countsNothing), ("a{", .unclosed("{")),
      ("a{x}", .badCount),
      ("a{3,1}", .badCount), ("a{,3}", .badCount), ("a{0,0}", .badCount), ("a{0}", .badCount),
      ("a{+3}", .badCount), ("a{03}", .badCount), ("a{1000}", .tooLong), ("a{1,2,3}", .badCount), ("[]", .badSet),
      ("[z-a]", .badSet), ("a{257}", .tooLong), ("a{200}b{200}", .tooLong),
    ])
  func flaws(_ pattern: String, _ flaw: TextPattern.Flaw) {
    #expect(throws: flaw) { try TextPattern(pattern) }
  }

  @Test("a pattern that makes others try for ever is done at once")
  func noBacktracking() throws {
    let pattern = try TextPattern(String(repeating: "a*", count: 120) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000).unicodeScalars))
  }
}

/// Dice that fall the same way each time.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
