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
      "2 in [1, 2]", "!(size(event.userID) > 8 && size(event.userID) < 8)",
      "size(newPassword) < 8 || size(newPassword) > 7",
      "event.challengeMode != \"verify\" || event.challengeMode == 0",
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
      "size(newPassword) > 8 && size(confirmPassword) < 8", "size(newPassword) > 7 && size(newPassword) < 9",
    ])
  func either(_ text: String) throws {
    let made = try bound(text)
    #expect(made.canBe(true))
    #expect(made.canBe(false))
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

  @Test("a guard with very many ways is taken to be open, and soon")
  func manyWays() throws {
    let rows = (1...12).map { "(event.balance > \($0) || event.attemptsLeft > \($0))" }.joined(separator: " && ")
    let row = rows + " && event.timeLeftInSeconds < 0"
    let made = try bound(row)
    let time = ContinuousClock().measure { #expect(made.canBe(true)) }
    #expect(time < .seconds(2), "\(time)")
  }
}
