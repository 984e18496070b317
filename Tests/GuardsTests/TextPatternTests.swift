// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Values

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

  @Test(
    "as many texts are counted as there are, of those that some patterns match and others do not", arguments: 1...20)
  func countsTexts(_ seed: UInt64) throws {
    var dice = SplitMix(seed: seed)
    let parts = ["a", "b", "[ab]", "[a-c]", "[bc]"]
    let counts = ["", "", "?", "{2}", "{0,2}", "{1,2}"]
    var texts = [""]
    for length in 0..<6 {
      texts += texts.filter { $0.count == length }.flatMap { text in ["a", "b", "c"].map { text + $0 } }
    }
    for _ in 0..<30 {
      let patterns = try (0..<Int.random(in: 1...3, using: &dice)).map { index in
        let pattern = (0..<3).map { _ in parts.randomElement(using: &dice)! + counts.randomElement(using: &dice)! }
        let wanted = index == 0 || Bool.random(using: &dice)
        return PatternSearch.Wanted(pattern: try TextPattern(pattern.joined()), wanted: wanted)
      }
      let low = Int.random(in: 0...2, using: &dice)
      let size = low...(Bool.random(using: &dice) ? .max : Int.random(in: low...6, using: &dice))
      let count = texts.count { text in
        size.contains(text.count)
          && patterns.allSatisfy { $0.pattern.matches(text.unicodeScalars) == $0.wanted }
      }
      var work = Int.max
      let found = PatternSearch(patterns, size: size, isTrimmed: false).texts(upTo: 10_000, within: &work)
      #expect(
        found == count, "seed \(seed): \(patterns.map { "\($0.wanted ? "" : "not ")\($0.pattern.text)" }), \(size)")
    }
  }

  @Test(
    "patterns that together leave few values to a secret are told, however they are joined",
    arguments: [
      (["matches(pin, '1...') && matches(pin, '.2..') && matches(pin, '..34')"], [0]),
      (["matches(pin, '1...')", "size(pin) > 2", "matches(pin, '.2..')", "matches(pin, '..34')"], [0, 2, 3]),
      (["!(!matches(pin, '12..') || !matches(pin, '..34'))"], [0]),
      (["matches(pin, '[0-9]*') && size(pin) == 2"], [0]),
      (["!matches(pin, '[^7].*')", "matches(pin, '.*')", "size(pin) < 2", "matches(pin, '[0-9].*')"], [0, 2]),
      (["pin == again", "matches(pin, '12..')", "matches(again, '..34')"], [0, 1, 2]),
      (["size(again) == 4 && size(pin) == size(again)", "matches(pin, '12.*')", "matches(pin, '.*34')"], [0, 1, 2]),
      (["event.hint == 4", "size(pin) <= event.hint", "matches(pin, '12.*') && matches(pin, '.*34')"], [0, 1, 2]),
      (["!matches(pin, '.*[^0].*')"], [0]),
      (["!matches(pin, '[^1].*') && !matches(pin, '.[^2].*') && !matches(pin, '..{2,}')"], [0]),
      (["!matches(pin, '[^1].*')", "!matches(pin, '.[^2].*')", "!matches(pin, '.{3,}')"], [0, 1, 2]),
      (["event.hint == 1 && matches(pin, '12..') && matches(pin, '..34') || event.hint != 1"], [0]),
      (["[1].all(x, matches(pin, '12..'))", "[1].all(x, matches(pin, '..34'))"], [0, 1]),
      (["event.kinds.exists(k, matches(pin, '12..'))", "matches(pin, '..34')"], [0, 1]),
      (["[1, 2].all(x, x == 2 || matches(pin, '12..'))", "matches(pin, '..34')"], [0, 1]),
      (
        ["size(note) == size(pin)", "matches(note, '....')", "matches(pin, '12.*')", "matches(pin, '.*34')"],
        [0, 1, 2, 3]
      ),
      (
        ["size(note) == size(pin)", "note in ['abcd', 'efgh']", "matches(pin, '12.*')", "matches(pin, '.*34')"],
        [0, 1, 2, 3]
      ),
      (
        [
          "note == other", "size(other) == 4", "size(pin) == size(note)", "matches(pin, '12.*')",
          "matches(pin, '.*34')",
        ], [0, 1, 2, 3, 4]
      ),
      (
        [
          "note == other", "matches(other, '....')", "size(pin) == size(note)", "matches(pin, '12.*')",
          "matches(pin, '.*34')",
        ], [0, 1, 2, 3, 4]
      ),
      (["on == (size(pin) == 4)", "matches(pin, '12.*')", "matches(pin, '.*34')"], [0, 1, 2]),
      (["on == also", "on == (size(pin) == 4)", "also", "matches(pin, '12.*')", "matches(pin, '.*34')"], [1, 3, 4]),
      (["on == matches(pin, '1.*')", "matches(pin, '..3.') && on == matches(pin, '.2.4')"], [0, 1]),
    ])
  func toldSecrets(_ texts: [String], _ places: [Int]) throws {
    let told = try #require(ToldSecret("pin", of: 1...8, in: Self.bound(texts)))
    #expect(told.places == places)
  }

  @Test(
    "forms, what is forbidden, and two secrets that need not be equal are none",
    arguments: [
      ["matches(pin, '[0-9]{4}')", "matches(pin, '[0-9]*')"], ["!matches(pin, '0000') && !matches(pin, '1234')"],
      ["matches(pin, '12..')", "matches(again, '..34')"], ["matches(pin, '[0-9]*')", "size(pin) >= 4"],
      ["matches(pin, '12..') || matches(pin, '..34')"], ["matches(pin, '12..') && !matches(pin, '12..')"],
      ["pin != again", "matches(pin, '[0-9]{6}')", "matches(again, '12....')"], ["size(pin) == 4"],
      ["!matches(pin, '[^1].*')", "!matches(pin, '.[^2].*')", "size(pin) == 4"], ["!matches(pin, '.*[a-z].*')"],
      ["event.kinds.all(k, k != 'digits' || matches(pin, '12..'))", "matches(pin, '..34')"],
      ["size(pin) == size(again)", "size(again) > 4", "matches(pin, '12.*')", "matches(pin, '.*34')"],
      ["[1, 2].exists(x, x == 3 || !matches(pin, '12..'))", "matches(pin, '..34')"],
      ["size(note) == size(pin)", "matches(note, '.{5,}')", "matches(pin, '12.*')", "matches(pin, '.*34')"],
      ["size(note) == size(again)", "matches(note, '....')", "matches(pin, '12.*')", "matches(pin, '.*34')"],
      [
        "note == other", "size(other) == 4", "size(pin) == size(again)", "matches(pin, '12.*')", "matches(pin, '.*34')",
      ],
      ["on != matches(pin, '12..')", "on", "matches(pin, '..34')"],
    ])
  func untoldSecrets(_ texts: [String]) throws {
    #expect(try ToldSecret("pin", of: 1...8, in: Self.bound(texts)) == nil)
  }

  private static func bound(_ texts: [String]) throws -> [Guard] {
    var scope = GuardScope()
    for name in ["pin", "again"] { scope.declare(name, .secret) }
    for name in ["note", "other"] { scope.declare(name, .text) }
    for name in ["on", "also"] { scope.declare(name, .flag) }
    scope.declare("event", .record(RecordType("event", [.init("hint", .int), .init("kinds", .list(.text))])))
    return try texts.map { text in
      let parsed = try Guard.parse(text).get()
      #expect(parsed.check(in: scope) == [], "`\(text)`")
      return parsed.bound(in: scope)
    }
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
