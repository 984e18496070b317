// SPDX-License-Identifier: Apache-2.0

import Guards
import Testing
import Values

@Suite("What a guard can come to at all")
struct GuardCertaintyTests {
  private func bound(_ text: String) throws -> Guard {
    let parsed = try Guard.parse(text).get()
    #expect(parsed.check(in: GuardWorld.scope) == [], "`\(text)`")
    return parsed.bound(in: GuardWorld.scope)
  }

  @Test(
    "what is never false",
    arguments: [
      "true", "1 < 2", "event.attemptsLeft >= 0", "0 <= event.timeLeftInSeconds", "event.attemptsLeft > -1",
      "event.userID == event.userID", "newPassword == newPassword", "size(event.userID) >= 0",
      "event.severity in [\"LOW\", \"MEDIUM\", \"HIGH\"]", "event.sessionCanBeExtended || !event.sessionCanBeExtended",
      "event.balance < 3 || event.balance > 1", "event.severity != \"LOW\" || event.severity != \"HIGH\"",
      "event.threats.all(t, t.threatId == t.threatId)", "!(event.userID == \"a\" && event.userID == \"b\")",
      "2 in [1, 2]", "size(\"x\") == 1", "size(\"ab\") in [1, 2]", "!(size(\"x\") > size(\"ab\"))",
      "!(size(event.userID) > 8 && size(event.userID) < 8)",
      "size(newPassword) < 8 || size(newPassword) > 7",
      "event.challengeMode != \"verify\" || event.challengeMode == 0",
      "!(event.userID in [\"a\", \"b\"] && event.userID in [\"c\"])",
      "!(event.userID in [\"a\"] && !(event.userID in [\"a\", \"b\"]))",
      "!(newPassword == confirmPassword && confirmPassword != newPassword)",
      "event.balance < event.attemptsLeft || event.attemptsLeft <= event.balance",
    ])
  func neverFalse(_ text: String) throws {
    let made = try bound(text)
    #expect(!made.canBe(false))
    #expect(made.canBe(true))
    #expect(try !bound("!(\(text))").canBe(true))
  }

  @Test(
    "what may be either",
    arguments: [
      "event.attemptsLeft > 0", "event.attemptsLeft < 1", "event.balance >= 0", "event.userID == verifyOption",
      "newPassword == confirmPassword", "event.severity in [\"LOW\", \"MEDIUM\"]", "has(event.userID)",
      "event.attemptsLeft > 1 && event.attemptsLeft < 3", "event.attemptsLeft < 1 || event.attemptsLeft > 1",
      "event.threats.all(t, t.threatSeverity == \"LOW\" && t.threatSeverity == \"HIGH\")",
      "event.threats.exists(t, t.threatId == t.threatId)", "event.challengeMode == \"verify\"",
      "event.threats.exists(t, t.threatSeverity == \"LOW\") && event.threats.exists(t, t.threatSeverity == \"HIGH\")",
      "verifyOption in event.newDeviceOptions", "size(event.userID) > 0", "event.severity != \"LOW\"",
      "event.userID in [\"a\", \"b\"] && event.userID in [\"c\", \"b\"]",
      "event.balance <= event.attemptsLeft && event.attemptsLeft <= event.balance",
      "event.threats.exists(t, t.threatName == event.userID) && event.threats.exists(t, t.threatName != event.userID)",
      "size(newPassword) > 8 && size(confirmPassword) < 8", "size(newPassword) > 7 && size(newPassword) < 9",
    ])
  func either(_ text: String) throws {
    let made = try bound(text)
    #expect(made.canBe(true))
    #expect(made.canBe(false))
  }

  @Test(
    "what is in a list is one of its elements, of a list with elements one is what each is, and an empty text has no character",
    arguments: [
      ("size(event.userID) == 0 && event.userID != \"\"", false),
      ("size(event.userID) < 1 && event.userID != \"\"", false),
      ("size(event.userID) < 2 && event.userID != \"\"", true),
      ("size(event.userID) == 0 && event.userID != \"a\"", true),
      ("\"b\" in event.newDeviceOptions && size(event.newDeviceOptions) < 1", false),
      ("\"b\" in event.newDeviceOptions && size(event.newDeviceOptions) < 2", true),
      ("!(\"b\" in event.newDeviceOptions) && size(event.newDeviceOptions) == 0", true),
      ("event.newDeviceOptions.all(w, w == \"a\") && \"b\" in event.newDeviceOptions", false),
      ("event.newDeviceOptions.all(w, w == \"b\") && \"b\" in event.newDeviceOptions", true),
      ("event.newDeviceOptions.all(w, w != \"b\") && \"b\" in event.newDeviceOptions", false),
      ("\"a\" in event.newDeviceOptions && \"b\" in event.newDeviceOptions", true),
      ("event.newDeviceOptions.all(w, w == \"a\" && w == \"b\") && size(event.newDeviceOptions) > 0", false),
      ("event.newDeviceOptions.all(w, w == \"a\" && w == \"b\") && size(event.newDeviceOptions) == 2", false),
      ("event.newDeviceOptions.all(w, w == \"a\" && w == \"b\") && size(event.newDeviceOptions) < 3", true),
      ("event.threats.all(t, t.threatId > 2 && t.threatId < 2) && size(event.threats) != 0", false),
      ("event.threats.all(t, t.threatId > 2) && size(event.threats) != 0", true),
    ])
  func listsAndSizes(_ text: String, _ isPossible: Bool) throws {
    #expect(try bound(text).canBe(true) == isPossible)
    #expect(try bound("!(\(text))").canBe(true))
  }

  @Test("facts of the step decide what the guard alone does not")
  func facts() throws {
    let mode = Guard.Fact(["event", "challengeMode"], is: .int(1))
    #expect(try !bound("event.challengeMode == \"verify\"").canBe(true, knowing: [mode]))
    #expect(try !bound("event.challengeMode == \"set\"").canBe(false, knowing: [mode]))
    #expect(try bound("event.challengeMode == \"set\" && event.attemptsLeft > 0").canBe(false, knowing: [mode]))
    let open = Guard.Fact(["event", "sessionCanBeExtended"], is: .flag(true))
    #expect(try !bound("!event.sessionCanBeExtended").canBe(true, knowing: [open]))
    #expect(try !bound("event.sessionCanBeExtended == false").canBe(true, knowing: [open]))
  }

  @Test(
    "an element that is known to be there is one of which `all` must hold",
    arguments: [
      ("event.threats.all(t, t.threatSeverity in [\"LOW\"])", false),
      ("event.threats.all(t, t.threatSeverity != \"HIGH\")", false),
      ("!event.threats.exists(t, t.threatSeverity == \"HIGH\")", false), ("size(event.threats) == 0", false),
      ("size(event.threats) < 2 && event.threats.all(x, x.threatSeverity == \"LOW\")", false),
      ("event.threats.exists(t, t.threatSeverity == \"LOW\")", true), ("event.threats.all(t, t.threatId > 3)", true),
      ("event.threats.all(t, t.threatSeverity == \"LOW\" || t.threatId > 3)", true), ("true", true),
      ("!event.threats.all(t, t.threatSeverity == \"LOW\")", true),
    ])
  func knownElement(_ text: String, canBe: Bool) throws {
    let high = Guard.Fact(someOf: ["event", "threats"], has: .text("HIGH"), at: ["threatSeverity"])
    #expect(try bound(text).canBe(true, knowing: [high]) == canBe)
  }

  @Test("guards that each can hold need not hold together")
  func together() throws {
    let (short, long) = (try bound("size(newPassword) < 5"), try bound("size(newPassword) > 8"))
    #expect(!Guard.canAllBe([(short, true), (long, true)]))
    #expect(Guard.canAllBe([(short, true), (long, false)]))
    #expect(Guard.canAllBe([]))
  }

  @Test("what cannot be is seen behind any number of choices, and soon")
  func manyChoices() throws {
    let rows = (1...18).map { "(event.balance > \($0) || event.attemptsLeft > \($0))" }.joined(separator: " && ")
    for (more, canBe) in [
      ("event.timeLeftInSeconds < 0", false), ("event.timeLeftInSeconds < 1", true),
      ("event.balance < 10 && event.attemptsLeft < 10", false), ("event.balance < 10 && event.attemptsLeft > 50", true),
      ("event.balance < 10 && event.attemptsLeft < event.balance", false),
    ] {
      let made = try bound("\(rows) && \(more)")
      let time = ContinuousClock().measure { #expect(made.canBe(true) == canBe, "\(more)") }
      #expect(time < .seconds(2), "\(more): \(time)")
    }
  }

  @Test("a guard with too many ways to try them all is taken to be open, and soon")
  func manyWays() throws {
    // Each row rules out one of the ways in which nine flags can be set, and all rows together rule out each of them.
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    var scope = GuardScope()
    for name in names { scope.declare(name, .flag) }
    var rows: [String] = []
    for way in 0..<1 << names.count {
      rows.append(names.indices.map { (way >> $0 & 1 == 0 ? "" : "!") + names[$0] }.joined(separator: " || "))
    }
    let made = try rows.map { try Guard.parse($0).get().bound(in: scope) }
    let time = ContinuousClock().measure { #expect(Guard.canAllBe(made.map { ($0, true) })) }
    #expect(time < .seconds(5), "\(time)")
  }
}
