// SPDX-License-Identifier: Apache-2.0

import Guards
import Testing
import Values

@Suite("Holding a guard against its types")
struct GuardCheckingTests {
  @Test(
    "what fits has no problem",
    arguments: [
      "true", "event.sessionCanBeExtended", "!event.sessionCanBeExtended", "event.sessionCanBeExtended == false",
      "event.attemptsLeft > 0", "event.attemptsLeft < event.timeLeftInSeconds", "event.balance == -1",
      "event.userID == \"alice\"", "event.userID != verifyOption", "event.severity == \"LOW\"",
      "\"LOW\" == event.severity",
      "event.severity in [\"LOW\", 'MEDIUM']", "event.severity in event.severities", "\"HIGH\" in event.severities",
      "event.challengeMode == \"set\"", "event.challengeMode == 1", "\"set\" != event.challengeMode",
      "event.challengeMode in [\"set\", 4]", "\"set\" in event.modes", "event.challengeMode == event.attemptsLeft",
      "\"set\" in [\"set\", event.challengeMode]", "newPassword == confirmPassword", "newPassword != confirmPassword",
      "size(newPassword) >= event.passwordPolicy.minLength", "size(event.userID) > 0", "size(event.threats) == 0",
      "size([1, 2]) == 2", "has(event.attemptsLeft)", "has(event.passwordPolicy.msg)",
      "event.threats.all(t, t.threatSeverity in [\"LOW\", \"MEDIUM\"])", "event.modes.all(m, m == \"set\")",
      "event.newDeviceOptions.exists(o, o == verifyOption)", "[\"a\", \"b\"].exists(x, x == event.userID)",
      "event.threats.exists(t, event.severities.all(s, s == t.threatSeverity))",
      "event.threats.all(x, true) && event.threats.exists(x, true)",
      "(event.balance < 1) == event.sessionCanBeExtended",
      "1 == 1", "\"a\" == \"a\"", "event.severity == event.severity",
    ])
  func fits(_ text: String) throws {
    #expect(try Guard.parse(text).get().check(in: GuardWorld.scope) == [])
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let help: String
    let place: String

    init(_ text: String, _ message: String, _ help: String, at place: String) {
      (self.text, self.message, self.help, self.place) = (text, message, help, place)
    }

    var testDescription: String { text }
  }

  static let misfits: [Bad] = [
    Bad("evnt.attemptsLeft > 0", "`evnt` is not a name", "did you mean `event`?", at: "evnt"),
    Bad("attemptsLeft > 0", "`attemptsLeft` is not a name", "did you mean `event.attemptsLeft`?", at: "attemptsLeft"),
    Bad("zebra", "`zebra` is not a name", "the names here are event, newPassword", at: "zebra"),
    Bad("has(evnt.severity)", "`evnt` is not a name", "did you mean `event`?", at: "evnt"),
    Bad(
      "event.attemptLeft > 0", "`event` has no field `attemptLeft`", "did you mean `attemptsLeft`?", at: "attemptLeft"),
    Bad("event.passwordPolicy.zoo == 1", "`passwordPolicy` has no field `zoo`", "it has minLength, msg", at: "zoo"),
    Bad("has(event.attemptLeft)", "`event` has no field", "did you mean `attemptsLeft`?", at: "attemptLeft"),
    Bad("event.userID.length == 1", "`userID` is text: it has no fields", "take out", at: "length"),
    Bad("event.threats.threatId == 1", "`threats` is a list: it has no fields", ".exists(x, …)", at: "threatId"),
    Bad("event.threats.all(t, t.threatID == 1)", "`t` has no field", "did you mean `threatId`?", at: "threatID"),
    Bad("event.threats.all(t, u.threatId == 1)", "`u` is not a name", "newPassword", at: "u"),
    Bad(
      "event.attemptsLeft == \"3\"", "`attemptsLeft` is a count: it cannot be compared with text", "whole number",
      at: "event.attemptsLeft == \"3\""),
    Bad(
      "\"3\" == event.attemptsLeft", "`attemptsLeft` is a count: it cannot be compared with text", "whole number",
      at: "\"3\" == event.attemptsLeft"),
    Bad("event.userID == 3", "`userID` is text: it cannot", "quotes around the number", at: "event.userID == 3"),
    Bad(
      "event.sessionCanBeExtended == 1", "`sessionCanBeExtended` is a flag", "write the flag alone",
      at: "event.sessionCanBeExtended == 1"),
    Bad(
      "event.severity == \"low\"", "`low` is not a `severity`", "did you mean `LOW`? it is one of LOW, MEDIUM, HIGH",
      at: "\"low\""),
    Bad("event.severity == \"CRITICAL\"", "`CRITICAL` is not", "it is one of LOW, MEDIUM, HIGH", at: "\"CRITICAL\""),
    Bad("\"LOWER\" in event.severities", "`LOWER` is not", "did you mean `LOW`?", at: "\"LOWER\""),
    Bad("event.severity in [\"LOW\", \"MEDUM\"]", "`MEDUM` is not", "did you mean `MEDIUM`?", at: "\"MEDUM\""),
    Bad("event.severity == LOW", "`LOW` is not a name", "words stand in quotes: write `\"LOW\"`", at: "LOW"),
    Bad("LOW == event.severity", "`LOW` is not a name", "words stand in quotes", at: "LOW"),
    Bad("event.severity in [LOW]", "`LOW` is not a name", "words stand in quotes", at: "LOW"),
    Bad(
      "event.severity == event.userID", "`severity` is a `severity`: it cannot", "one of LOW",
      at: "event.severity == event.userID"),
    Bad("event.severity == 1", "`severity` is a `severity`: it cannot", "one of LOW", at: "event.severity == 1"),
    Bad(
      "event.severity == event.challengeMode", "cannot be compared with a `mode`", "one of LOW",
      at: "event.severity == event.challengeMode"),
    Bad("event.challengeMode == \"sett\"", "`sett` is not a `mode`", "did you mean `set`?", at: "\"sett\""),
    Bad("event.challengeMode == 3", "`3` is not a `mode`", "verify, set, update, expired", at: "3"),
    Bad(
      "event.challengeMode > 1", "`>` compares whole numbers, and `challengeMode` is a `mode`", "list the ones",
      at: "event.challengeMode"),
    Bad("event.userID < \"b\"", "`<` compares whole numbers, and `userID` is text", "use `==`", at: "event.userID"),
    Bad("newPassword < confirmPassword", "`<` compares whole numbers", "use `==`", at: "newPassword"),
    Bad(
      "newPassword == \"1234\"", "`newPassword` is a secret: it cannot be compared with text",
      "with another secret",
      at: "newPassword == \"1234\""),
    Bad(
      "event.userID == newPassword", "`userID` is text: it cannot be compared with a secret", "with another secret",
      at: "event.userID == newPassword"),
    Bad(
      "newPassword in [\"1234\"]", "`newPassword` is a secret: it cannot be looked up", "another secret",
      at: "newPassword"),
    Bad("newPassword", "`newPassword` is a secret, but true or false", "size(newPassword) > 0", at: "newPassword"),
    Bad(
      "event.attemptsLeft", "`attemptsLeft` is a count, but true or false", "attemptsLeft > 0", at: "event.attemptsLeft"
    ),
    Bad("event.threats", "`threats` is a list, but", "size(threats) > 0", at: "event.threats"),
    Bad("event", "`event` is an `event`, but", "one of its fields", at: "event"),
    Bad("\"yes\"", "`\"yes\"` is text, but", "", at: "\"yes\""),
    Bad("1 == 1 && 1", "`1` is a whole number, but", "", at: "1"),
    Bad("event.userID || true", "`userID` is text, but", "userID == \"A\"", at: "event.userID"),
    Bad(
      "!event.attemptsLeft", "`!` negates true or false, and `attemptsLeft` is a count", "!(a == b)",
      at: "!event.attemptsLeft"),
    Bad(
      "!event.severity in [\"LOW\"]", "`!` negates true or false, and `severity`", "!(a == b)", at: "!event.severity"),
    Bad("event.severity in event.userID", "`in` needs a list, and `userID` is text", "in brackets", at: "event.userID"),
    Bad("event.userID.all(x, true)", "`all` needs a list, and `userID` is text", "in brackets", at: "event.userID"),
    Bad("event.userID in []", "a list in a guard must hold something", "size(list) == 0", at: "[]"),
    Bad("[].all(x, x)", "a list in a guard must hold something", "", at: "[]"),
    Bad(
      "event.threats == event.threats", "`threats` is a list: it cannot be compared as a whole", "use `size(…)`",
      at: "event.threats"),
    Bad(
      "event.passwordPolicy == event.passwordPolicy", "cannot be compared as a whole", "one of its fields",
      at: "event.passwordPolicy"),
    Bad("[1, \"a\"].exists(x, x == 1)", "a list holds values of one type", "split", at: "\"a\""),
    Bad("size(event.attemptsLeft) > 0", "`size` counts texts", "value itself", at: "event.attemptsLeft"),
    Bad("size(event) > 0", "`size` counts texts", "value itself", at: "event"),
    Bad("event.threats.all(event, true)", "the variable `event` must have a name", "such as `x`", at: "event"),
    Bad("event.threats.all(t, event.modes.all(t, true))", "the variable `t` must have a name", "such as `x`", at: "t"),
    Bad("event.threats.all(t, t.threatId)", "`threatId` is a whole number, but", "threatId > 0", at: "t.threatId"),
  ]

  @Test("what does not fit is one problem, with its cure and place", arguments: misfits)
  func misfit(_ bad: Bad) throws {
    let problems = try Guard.parse(bad.text).get().check(in: GuardWorld.scope)
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.message.contains(bad.message), "\(problem)")
    #expect((problem.help ?? "").contains(bad.help), "\(problem)")
    let scalars = bad.text.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: problem.start)
    #expect(String(scalars[start..<scalars.index(start, offsetBy: problem.end - problem.start)]) == bad.place)
    #expect(problem.message.unicodeScalars.count <= 90 && !problem.message.hasSuffix("."), "\(problem.message)")
  }

  @Test("several problems are told from the left, one for each cause")
  func several() throws {
    let text = "evnt.a == 1 && event.zoo > 2 && !event.userID"
    let problems = try Guard.parse(text).get().check(in: GuardWorld.scope)
    #expect(problems.map(\.start) == [0, 21, 32])
  }

  @Test("long names are cut so that a message stays a headline")
  func longNames() throws {
    let name = String(repeating: "long", count: 20)
    var scope = GuardScope()
    scope.declare(name, .oneOf(name, ["A"]))
    scope.declare("other", .oneOf(name + "2", ["A"]))
    for text in [
      "\(name) == other", name, "size(\(name)) == 1", "\(name) < 1", "1 in \(name)", "!\(name)", "\(name).a == 1",
    ] {
      for problem in try Guard.parse(text).get().check(in: scope) {
        #expect(problem.message.unicodeScalars.count <= 90, "\(problem.message)")
      }
    }
  }

  @Test("a scope keeps its names in order, and the last type of each")
  func scopeNames() throws {
    var scope = GuardScope()
    scope.declare("b", .text)
    scope.declare("a", .flag)
    scope.declare("b", .flag)
    #expect(scope.names == ["b", "a"])
    #expect(try Guard.parse("a && b").get().check(in: scope) == [])
  }
}
