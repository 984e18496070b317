// SPDX-License-Identifier: Apache-2.0

import Guards
import Testing
import Values

@Suite("Evaluating a guard")
struct GuardEvaluationTests {
  private func verdict(_ text: String, _ facts: Facts = GuardWorld.facts) throws -> GuardVerdict {
    let parsed = try Guard.parse(text).get()
    #expect(parsed.check(in: GuardWorld.scope) == [], "`\(text)`")
    return parsed.bound(in: GuardWorld.scope).evaluate(facts)
  }

  @Test(
    "what holds",
    arguments: [
      "true", "!false", "true || false", "true && !false", "event.sessionCanBeExtended",
      "event.sessionCanBeExtended == true", "event.attemptsLeft == 3", "event.attemptsLeft != 2",
      "event.attemptsLeft < event.timeLeftInSeconds", "event.balance <= -2", "event.balance >= -2",
      "event.balance > -3",
      "event.userID == 'alice'", "event.userID in ['bob', 'alice']", "verifyOption in event.newDeviceOptions",
      "event.challengeMode == \"set\"", "event.challengeMode == 1", "event.challengeMode != \"verify\"",
      "event.challengeMode in [\"verify\", \"set\"]", "\"verify\" in event.modes", "4 in event.modes",
      "\"set\" in [\"set\", event.challengeMode]", "event.severity in [\"LOW\", \"MEDIUM\"]",
      "\"HIGH\" in event.severities",
      "event.severity in event.severities", "event.threats.all(t, t.threatSeverity in [\"LOW\", \"MEDIUM\"])",
      "event.threats.exists(t, t.threatId == 8)", "event.modes.exists(m, m == \"expired\")",
      "event.threats.exists(t, event.severities.exists(s, s == t.threatSeverity))", "size(event.threats) == 2",
      "size(event.userID) == 5", "size(newPassword) == 13", "newPassword == confirmPassword",
      "has(event.attemptsLeft)", "has(event.passwordPolicy.msg)", "size('🙂é') == 2", "size([1, 2, 3]) == 3",
      "'zo\u{EB}' == 'zo\u{EB}'", "'zo\u{EB}' != 'zoe\u{308}'", "!('\u{212A}' in ['K'])",
      "matches(event.userID, 'alice')", "matches(event.userID, '[a-z]+')", "matches(event.userID, '.{5}')",
      "matches(event.userID, 'al[^x]?ce*[e]{0,3}')", "!matches(event.userID, 'lic')",
      "!matches(event.userID, '[a-z]{6,}')",
      "matches(newPassword, '.{3,}')", "matches('a.b', 'a[.]b')", "!matches('axb', 'a[.]b')",
      "matches('\u{E9}', '[\u{E0}-\u{FF}]')",
      "matches('', 'a*')", "matches('aaa', 'a*a')", "matches('x-1@y.org', '[a-z0-9.-]+@[a-z]+[.][a-z]{2,}')",
      "[1, 2].all(n, n < 3)", "false || true && true", "(1 == 2) == false",
    ])
  func holds(_ text: String) throws {
    #expect(try verdict(text) == .yes)
    #expect(try verdict("!(\(text))") == .no)
  }

  @Test("`all` over an empty list is true, `exists` and `in` are false")
  func emptyLists() throws {
    let facts = GuardWorld.facts.with("threats", .list([])).with("severities", .list([]))
    #expect(try verdict("event.threats.all(t, t.threatSeverity == \"LOW\")", facts) == .yes)
    #expect(try verdict("event.threats.exists(t, t.threatSeverity == \"LOW\")", facts) == .no)
    #expect(try verdict("\"LOW\" in event.severities", facts) == .no)
    #expect(try verdict("size(event.threats) == 0", facts) == .yes)
  }

  @Test("what is not there is an error, and `has` says so without one")
  func absent() throws {
    let facts = GuardWorld.facts.with("attemptsLeft", nil).with("passwordPolicy", nil)
    #expect(try verdict("event.attemptsLeft > 0", facts) == .error("`event.attemptsLeft` is not there"))
    #expect(try verdict("event.passwordPolicy.msg == 'a'", facts) == .error("`event.passwordPolicy.msg` is not there"))
    #expect(try verdict("has(event.attemptsLeft)", facts) == .no)
    #expect(try verdict("has(event.passwordPolicy.msg)", facts) == .no)
    #expect(try verdict("has(event.attemptsLeft) && event.attemptsLeft > 0", facts) == .no)
    #expect(try verdict("!has(event.attemptsLeft) || event.attemptsLeft > 0", facts) == .yes)
    #expect(try verdict("has(event.userID)", Facts([:])) == .error("`event` is not there"))
    #expect(try verdict("newPassword == confirmPassword", Facts([:])) == .error("`newPassword` is not there"))
  }

  @Test("an error on a side that is evaluated is an error; a side that is not needed is not evaluated")
  func order() throws {
    let facts = GuardWorld.facts.with("attemptsLeft", nil)
    let errs = "event.attemptsLeft > 0"
    for text in [
      "\(errs) && false", "\(errs) || true", "true && \(errs)", "false || \(errs)", "!(\(errs))", "(\(errs)) == true",
    ] {
      guard case .error = try verdict(text, facts) else {
        Issue.record("`\(text)` does not err")
        continue
      }
    }
    #expect(try verdict("false && \(errs)", facts) == .no)
    #expect(try verdict("true || \(errs)", facts) == .yes)
    #expect(try verdict("event.userID in [\"alice\", event.userID]", facts) == .yes)
  }

  @Test("a word or number that a closed type does not know is an error, whatever it is compared with")
  func strangers() throws {
    let facts = GuardWorld.facts.with("severity", .text("CRITICAL")).with("challengeMode", .int(9))
    for text in [
      "event.severity == \"LOW\"", "event.severity != \"HIGH\"", "event.severity in [\"LOW\"]",
      "!(event.severity in [\"HIGH\"])", "event.challengeMode == \"set\"", "event.challengeMode != 1",
    ] {
      guard case .error(let reason) = try verdict(text, facts) else {
        Issue.record("`\(text)` does not err")
        continue
      }
      #expect(reason.contains("that is known") && !reason.contains("CRITICAL"))
    }
  }

  @Test("a stranger in a list errs where it is looked at, and not behind the element that decides")
  func strangersInLists() throws {
    let first = GuardWorld.facts.with(
      "threats", .list([GuardWorld.threat(1, "CRITICAL"), GuardWorld.threat(2, "HIGH")]))
    let last = GuardWorld.facts.with(
      "threats", .list([GuardWorld.threat(2, "HIGH"), GuardWorld.threat(1, "CRITICAL")]))
    let allLow = "event.threats.all(t, t.threatSeverity in [\"LOW\"])"
    let someHigh = "event.threats.exists(t, t.threatSeverity == \"HIGH\")"
    let error = GuardVerdict.error("`t.threatSeverity` holds no `severity` that is known")
    #expect(try verdict(allLow, first) == error)
    #expect(try verdict(someHigh, first) == error)
    #expect(try verdict(allLow, last) == .no)
    #expect(try verdict(someHigh, last) == .yes)
    let words = GuardWorld.facts.with("severities", .list([.text("CRITICAL"), .text("LOW")]))
    #expect(
      try verdict("\"LOW\" in event.severities", words)
        == .error("`event.severities` holds no `severity` that is known"))
  }

  @Test("a value of another type than the contract states is an error")
  func wrongType() throws {
    let facts = GuardWorld.facts.with("attemptsLeft", .text("3")).with("sessionCanBeExtended", .int(1))
      .with("threats", .text("none")).with("severity", .int(0)).with("passwordPolicy", .flag(true))
    for text in [
      "event.attemptsLeft > 0", "event.attemptsLeft == 3", "event.sessionCanBeExtended", "event.threats.all(t, true)",
      "event.severity == \"LOW\"", "event.passwordPolicy.msg == \"\"", "has(event.passwordPolicy.msg)",
      "size(event.passwordPolicy.msg) == 0", "event.severity in event.severities",
    ] {
      guard case .error = try verdict(text, facts) else {
        Issue.record("`\(text)` does not err")
        continue
      }
    }
  }

  @Test("a secret compares by its bytes, errs once it is wiped, and is never told")
  func secrets() throws {
    var facts = GuardWorld.facts
    facts.values["confirmPassword"] = .secret(Secret("incorrect horse"))
    #expect(try verdict("newPassword == confirmPassword", facts) == .no)
    #expect(try verdict("newPassword != confirmPassword", facts) == .yes)
    let wiped = Secret("correct horse")
    wiped.wipe()
    facts.values["confirmPassword"] = .secret(wiped)
    for text in [
      "newPassword == confirmPassword", "confirmPassword != newPassword", "size(confirmPassword) < 3",
      "confirmPassword == confirmPassword",
    ] {
      #expect(try verdict(text, facts) == .error("a secret is empty or wiped"))
    }
    let misplaced = GuardWorld.facts.with("userID", .secret(Secret("correct horse"))).with(
      "severity", .text("correct horse"))
    for text in ["event.userID == \"a\"", "event.userID in [\"a\"]", "event.severity == \"LOW\""] {
      guard case .error(let reason) = try verdict(text, misplaced) else {
        Issue.record("`\(text)` does not err")
        continue
      }
      #expect(!reason.contains("horse"))
    }
  }

  @Test("a guard that was not bound to its types errs, and so does one with problems")
  func unbound() throws {
    let parsed = try Guard.parse("event.severity != \"HIGH\"").get()
    #expect(parsed.evaluate(GuardWorld.facts) == .error("`event.severity` was never bound to a type"))
    #expect(parsed.evaluate(GuardWorld.facts, in: GuardWorld.scope) == .yes)
    #expect(parsed.evaluate(GuardWorld.facts, in: GuardScope()) == .error("`event.severity` was never bound to a type"))
    let misspelt = try Guard.parse("event.severity != \"HIHG\"").get()
    #expect(
      misspelt.evaluate(GuardWorld.facts, in: GuardWorld.scope)
        == .error("`event.severity` was never bound to a type"))
    #expect(Guard.alwaysTrue.evaluate(Facts([:])) == .yes)
    #expect(parsed.bound(in: GuardWorld.scope).description == parsed.description)
    let mode = try Guard.parse("event.challengeMode in [\"set\", 4]").get()
    #expect(mode.bound(in: GuardWorld.scope).description == mode.description)
    #expect(mode.bound(in: GuardWorld.scope).check(in: GuardWorld.scope) == [])
  }

  @Test("too much work is an error, not a wait")
  func bounded() throws {
    let many = GuardWorld.facts.with("modes", .list(Array(repeating: .int(1), count: 200)))
    let nested = "event.modes.all(a, event.modes.all(b, a == b))"
    #expect(try verdict(nested, many) == .error("the guard takes too many steps"))
    #expect(try verdict("event.modes.all(a, a == 1)", many) == .yes)
    let long = GuardWorld.facts.with("newDeviceOptions", .list(Array(repeating: .text("x"), count: 20_000)))
    #expect(try verdict("\"y\" in event.newDeviceOptions", long) == .error("the guard takes too many steps"))
  }
}

@Suite("Deciding a guard before the run")
struct GuardDecisionTests {
  @Test(
    "what is sure is told, what depends on facts is not",
    arguments: [
      ("true", true), ("1 == 2", false), ("event.attemptsLeft > 0", nil), ("event.attemptsLeft > 0 && false", false),
      ("false && event.attemptsLeft > 0", false), ("true || event.attemptsLeft > 0", true),
      ("event.attemptsLeft > 0 || true", nil), ("!(event.attemptsLeft > 0 && false)", nil),
      ("!(false && event.attemptsLeft > 0)", true), ("event.challengeMode == \"set\"", true),
      ("event.challengeMode == \"verify\"", false), ("event.challengeMode == \"set\" && event.attemptsLeft > 0", nil),
      ("event.challengeMode == 4 && event.attemptsLeft > 0", false), ("has(event.challengeMode)", true),
      ("has(event.userID)", nil), ("event.modes.all(m, m == 1)", true),
      ("event.modes.all(m, m == event.attemptsLeft)", nil),
      ("event.modes.exists(m, m == 2) || event.challengeMode in [0, 1]", true), ("newPassword == confirmPassword", nil),
      ("[1, 2].exists(n, n == 2)", true), ("size(event.modes) > 0", false),
    ] as [(String, Bool?)])
  func decide(_ text: String, _ expected: Bool?) throws {
    let known: Value = .record(["challengeMode": .int(1), "modes": .list([])])
    let parsed = try Guard.parse(text).get()
    #expect(parsed.check(in: GuardWorld.scope) == [])
    #expect(parsed.bound(in: GuardWorld.scope).decide { $0 == "event" ? known : nil } == expected)
  }
}
