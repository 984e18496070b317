// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import Guards

/// What is said of one guard beside others, held against every world of a few small ones.
@Suite("Guards beside others")
struct GuardImplicationTests {
  private static func bound(_ text: String) throws -> Guard {
    let parsed = try Guard.parse(text).get()
    #expect(parsed.check(in: GuardWorld.scope) == [], "`\(text)`")
    return parsed.bound(in: GuardWorld.scope)
  }

  /// Each with a field absent, too, and with a secret that is empty.
  private static let worlds: [Facts] = [nil, 0, 1, 2, 3, 4].flatMap { left in
    [nil, -1, 0, 1].flatMap { balance in
      ["", "a", "ab", "abc", "1"].map { password in
        GuardWorld.facts.with("attemptsLeft", left.map { .int($0) }).with("balance", balance.map { .int($0) })
          .setting("newPassword", .secret(Secret(password))).setting("verifyOption", .text(password))
      }
    }
  }

  private static func part(_ generator: inout SeededGenerator) -> String {
    func pick(_ list: [String]) -> String { list[Int.random(in: 0..<list.count, using: &generator)] }
    let comparison = pick(["<", "<=", "==", "!=", ">=", ">"])
    switch Int.random(in: 0..<8, using: &generator) {
    case 6: return "(!has(event.attemptsLeft) || event.attemptsLeft \(comparison) \(pick(["1", "2"])))"
    case 7: return "(has(event.balance) && event.balance \(comparison) \(pick(["0", "1"])))"
    case 0: return "event.balance \(comparison) \(pick(["0", "1"]))"
    case 1: return "size(newPassword) \(comparison) \(pick(["0", "1", "2", "3"]))"
    case 2: return "\(pick(["", "!"]))has(event.attemptsLeft)"
    case 3: return "matches(verifyOption, \"\(pick(["[a-z]+", "[a-z0-9]+", "a.*", "[0-9]{1,2}"]))\")"
    default: return "event.attemptsLeft \(comparison) \(pick(["0", "1", "2", "3"]))"
    }
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let parts = (0..<Int.random(in: 1...2, using: &generator)).map { _ in part(&generator) }
    let row = parts.joined(separator: Bool.random(using: &generator) ? " && " : " || ")
    return Int.random(in: 0..<4, using: &generator) == 0 ? "!(\(row))" : row
  }

  @Test(
    "a guard that follows from others holds in every world in which they do", arguments: 1...6 as ClosedRange<UInt64>)
  func sound(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var told = 0
    for _ in 0..<500 {
      let others = try (0..<Int.random(in: 1...2, using: &generator)).map { _ in try Self.bound(Self.text(&generator)) }
      let one = try Self.bound(Self.text(&generator))
      let holds = Self.worlds.allSatisfy { world in
        one.evaluate(world) == .yes || !others.allSatisfy { $0.evaluate(world) == .yes }
      }
      let follows = one.follows(from: others)
      #expect(!follows || holds, "seed \(seed): `\(one)` from \(others)")
      if follows { told += 1 }
    }
    #expect(told > 20, "seed \(seed): \(told)")
  }

  /// Each with up to two threats, with fields absent or of an unknown word.
  private static let worldsOfThreats: [Facts] = {
    let numbers: [Int?] = [nil, 0, 1, 2]
    let words: [String?] = [nil, "LOW", "MEDIUM", "ODD"]
    let threats: [Value] = numbers.flatMap { number in
      words.map { word in
        var threat: Record = [:]
        threat["threatId"] = number.map { .int($0) }
        threat["threatSeverity"] = word.map { .text($0) }
        return .record(threat)
      }
    }
    let lists: [[Value]] = [[]] + threats.map { [$0] } + threats.flatMap { first in threats.map { [first, $0] } }
    return lists.map { GuardWorld.facts.with("threats", .list($0)) }
  }()

  private static func partOfThreats(_ generator: inout SeededGenerator) -> String {
    func pick(_ list: [String]) -> String { list[Int.random(in: 0..<list.count, using: &generator)] }
    func body() -> String {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: "t.threatSeverity \(pick(["==", "!="])) \(pick(["\"LOW\"", "\"MEDIUM\""]))"
      case 1: "t.threatSeverity in \(pick(["[\"LOW\"]", "[\"LOW\", \"MEDIUM\"]", "[\"MEDIUM\"]"]))"
      default: "t.threatId \(pick(["<", "<=", "==", ">=", ">"])) \(pick(["0", "1", "2"]))"
      }
    }
    if Int.random(in: 0..<6, using: &generator) == 0 { return "size(event.threats) > \(pick(["0", "1"]))" }
    let bodies = (0..<Int.random(in: 1...2, using: &generator)).map { _ in body() }.joined(
      separator: pick([" && ", " || "]))
    return "\(pick(["", "", "!"]))event.threats.\(pick(["all", "exists"]))(t, \(bodies))"
  }

  @Test(
    "what follows of the elements of a list holds in every world, too", arguments: 1...3 as ClosedRange<UInt64>)
  func soundOfLists(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var told = 0
    for _ in 0..<1000 {
      let others = try (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        try Self.bound(Self.partOfThreats(&generator))
      }
      let one = try Self.bound(Self.partOfThreats(&generator))
      guard one.follows(from: others) else { continue }
      told += 1
      let world = Self.worldsOfThreats.first { world in
        one.evaluate(world) != .yes && others.allSatisfy { $0.evaluate(world) == .yes }
      }
      #expect(world == nil, "seed \(seed): `\(one)` from \(others)")
    }
    #expect(told > 10, "seed \(seed): \(told)")
  }

  @Test(
    "one list is stricter than another, looser, or equal",
    arguments: [
      ("size(newPassword) >= 10", "size(newPassword) >= 8", Guard.Strictness.stricter),
      ("size(newPassword) > 7", "size(newPassword) >= 8", .equal),
      ("event.attemptsLeft > 0", "event.attemptsLeft > 1", .looser),
      ("event.attemptsLeft > 1 && event.balance > 0", "event.balance > 0", .stricter),
      ("event.attemptsLeft > 1 || event.attemptsLeft == 0", "event.attemptsLeft > 1", .looser),
      ("matches(verifyOption, \"[^ ]{1,250}\")", "matches(verifyOption, \"[^ ]{1,128}\")", .looser),
      (
        "event.threats.all(t, t.threatSeverity in [\"LOW\"])", "event.threats.all(x, x.threatSeverity == \"LOW\")",
        .equal
      ),
      (
        "event.threats.all(t, t.threatSeverity in [\"MEDIUM\", \"LOW\"] && t.threatId > 1)",
        "event.threats.all(t, t.threatId > 1 && t.threatSeverity in [\"LOW\", \"MEDIUM\"])", .equal
      ),
      (
        "event.threats.all(t, t.threatSeverity in [\"LOW\", \"HIGH\"])",
        "event.threats.all(t, t.threatSeverity == \"LOW\")", .looser
      ),
      (
        "event.threats.all(t, t.threatSeverity == \"LOW\") && event.balance > 1",
        "event.threats.all(t, t.threatSeverity in [\"LOW\", \"HIGH\"]) && event.balance > 0", .stricter
      ),
      (
        "event.threats.all(t, t.threatId > 0)",
        "event.threats.all(t, t.threatId > 0) && event.threats.all(t, t.threatSeverity == \"LOW\")", .looser
      ),
      (
        "event.threats.exists(t, t.threatSeverity in [\"MEDIUM\", \"LOW\"])",
        "event.threats.exists(x, x.threatSeverity in [\"LOW\", \"MEDIUM\"])", .equal
      ),
      (
        "event.threats.exists(t, t.threatSeverity in [\"LOW\", \"MEDIUM\"])",
        "event.threats.exists(t, t.threatSeverity == \"LOW\")", .looser
      ),
      (
        "event.threats.exists(t, t.threatId > 0 && t.threatSeverity == \"LOW\")",
        "event.threats.exists(t, t.threatId > 0)", .stricter
      ),
      (
        "!event.threats.exists(t, t.threatSeverity != \"LOW\")", "event.threats.all(t, t.threatSeverity == \"LOW\")",
        .equal
      ),
      (
        "!event.threats.exists(t, t.threatSeverity in [\"LOW\", \"MEDIUM\"])",
        "!event.threats.exists(t, t.threatSeverity == \"LOW\")", .stricter
      ),
      (
        "!event.threats.all(t, t.threatSeverity == \"LOW\")", "event.threats.exists(t, t.threatSeverity != \"LOW\")",
        .equal
      ),
      (
        "size(event.threats) > 0 && event.threats.all(t, t.threatSeverity == \"LOW\")",
        "event.threats.exists(t, t.threatSeverity == \"LOW\")", .stricter
      ),
      ("size(event.threats) > 0", "event.threats.exists(t, t.threatId > 0)", .looser),
      (
        "!(has(event.attemptsLeft) && event.attemptsLeft == 1)",
        "!has(event.attemptsLeft) || event.attemptsLeft != 1", .equal
      ),
      (
        "!has(event.attemptsLeft) || event.attemptsLeft in [1, 2]",
        "!has(event.attemptsLeft) || event.attemptsLeft == 1 || event.attemptsLeft == 2", .equal
      ),
      (
        "!has(event.attemptsLeft) || event.attemptsLeft > 1",
        "!(has(event.attemptsLeft) && event.attemptsLeft <= 2)", .looser
      ),
      (
        "!(event.attemptsLeft > 1 || event.balance > 0)", "event.attemptsLeft <= 1 && event.balance <= 0", .equal
      ),
      ("event.attemptsLeft != 1", "!has(event.attemptsLeft) || event.attemptsLeft != 1", .stricter),
      (
        "event.threats.exists(t, t.threatId > 0) || event.balance > 0", "event.threats.exists(t, t.threatId > 0)",
        .looser
      ),
    ])
  func lists(new: String, old: String, strictness: Guard.Strictness) throws {
    #expect(Guard.strictness(of: [try Self.bound(new)], beside: [try Self.bound(old)]) == strictness)
  }

  @Test(
    "nothing is said of guards that look at other things, or that may err where the other holds",
    arguments: [
      ("size(newPassword) >= 8", "event.attemptsLeft > 0"),
      ("event.attemptsLeft >= 0", "event.balance > 0 || event.attemptsLeft > 0"),
      ("event.threats.all(t, t.threatId > 0)", "event.threats.exists(t, t.threatId > 1)"),
      // Of an element that the one does not look at, or not at first, the other may err.
      (
        "event.threats.exists(t, t.threatId > 0 && t.threatSeverity == \"LOW\")",
        "event.threats.exists(t, t.threatSeverity == \"LOW\" && t.threatId > 0)"
      ),
      // An empty list has none, and all of it are so.
      (
        "event.threats.exists(t, t.threatSeverity == \"LOW\")", "event.threats.all(t, t.threatSeverity == \"LOW\")"
      ),
    ])
  func apart(new: String, old: String) throws {
    let (new, old) = (try Self.bound(new), try Self.bound(old))
    #expect(!new.follows(from: [old]))
    #expect(!old.follows(from: [new]))
  }
}

/// Guards beside others that name what stands in each run, and lists of guards that are taken apart.
@Suite("Guards that say the same in other words")
struct GuardSamenessTests {
  private static var scope: GuardScope {
    var scope = GuardWorld.scope
    scope.declare(
      "contract", .record(RecordType("contract", [.init("option", .text), .init("options", .list(.text))])),
      always: .record(["option": .text("verify"), "options": .list([.text("verify"), .text("code")])]))
    return scope
  }

  private static func bound(_ text: String) throws -> Guard {
    let parsed = try Guard.parse(text).get()
    #expect(parsed.check(in: scope) == [], "`\(text)`")
    return parsed.bound(in: scope)
  }

  @Test(
    "a constant is the same as what it stands for",
    arguments: [
      ("event.userID == contract.option", "event.userID == \"verify\""),
      ("event.newDeviceOptions.exists(o, o == contract.option)", "event.newDeviceOptions.exists(o, o == \"verify\")"),
      ("event.newDeviceOptions.all(o, o != contract.option)", "event.newDeviceOptions.all(o, o != \"verify\")"),
      (
        "event.newDeviceOptions.exists(o, o in contract.options)",
        "event.newDeviceOptions.exists(o, o in [\"verify\", \"code\"])"
      ),
      ("!(event.userID in contract.options)", "event.userID != \"code\" && event.userID != contract.option"),
    ])
  func constants(one: String, other: String) throws {
    let (one, other) = (try Self.bound(one), try Self.bound(other))
    #expect(Guard.strictness(of: [one], beside: [other]) == .equal)
    #expect(Guard.strictness(of: [other], beside: [one]) == .equal)
  }

  @Test("another text than that of the constant is not the same")
  func others() throws {
    let (one, other) = (
      try Self.bound("event.newDeviceOptions.exists(o, o == contract.option)"),
      try Self.bound("event.newDeviceOptions.exists(o, o == \"code\")")
    )
    #expect(!one.follows(from: [other]) && !other.follows(from: [one]))
  }

  @Test(
    "one guard may stand for several in a row, and in no other order than theirs",
    arguments: [
      (["event.balance > 0 && event.attemptsLeft > 0"], ["event.balance > 0", "event.attemptsLeft > 0"], true),
      (
        ["has(event.attemptsLeft) && event.attemptsLeft > 0", "event.balance > 0"],
        ["has(event.attemptsLeft)", "event.attemptsLeft >= 1", "event.balance > 0"], true
      ),
      (["event.balance > 0", "event.attemptsLeft > 0"], ["event.attemptsLeft > 0", "event.balance > 0"], false),
      (["event.balance > 0"], ["event.balance > 0", "event.attemptsLeft > 0"], false),
      ([], ["event.balance > 0"], false),
      ([], [], true),
    ] as [([String], [String], Bool)])
  func inTurn(one: [String], other: [String], areAlike: Bool) throws {
    let (one, other) = (try one.map(Self.bound), try other.map(Self.bound))
    #expect(Guard.areAlikeInTurn(one, other) == areAlike)
    #expect(Guard.areAlikeInTurn(other, one) == areAlike)
  }
}

extension Facts {
  fileprivate func setting(_ name: String, _ value: Value) -> Facts {
    var facts = self
    facts.values[name] = value
    return facts
  }
}
