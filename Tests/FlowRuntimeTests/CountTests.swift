// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

@testable import FlowRuntime

@Suite("Tries that are counted for a session or a user")
struct CountTests {
  /// A PIN for one user after the other, and a way out and in again.
  private static func steps(_ tries: String) -> String {
    ToyFlow.naming("askPIN(enter): pin\nentered: inside\naskName 7: blocked") + "\n" + """
      pin:
        challenge: askPIN(enter)
        ask: [pin]
        answer: sendPIN
        tries: \(tries)
        choices: { other: { call: reset, max: 50, then: { askName: name } } }
        then: { entered: inside, 5: retry, exhausted: blocked, else: failed }
      inside:
        event: entered
        choices:
          finish: { to: done }
          leave: { call: logOff, max: 30, then: { left: out } }
        then: { else: failed }
      out:
        event: left
        choices: { again: { call: reset, max: 30, then: { askName: name } } }
        then: { else: failed }
      """
  }

  private static let toName = "start\nok\n! askName"
  private static func named(_ user: String) -> String { "\n? name=some\nok\n! askPIN(enter) person=\(user)" }
  private static let wrong = "\n? pin=1234\nok\n! askPIN(enter) 5"
  private static let right = "\n? pin=1234\nok\n! entered"
  private static let out = "\n> leave\nok\n! left\n> again\nok\n! askName"
  private static let other = "\n> other\nok\n! askName"

  private func run(_ tries: String, _ text: String) throws -> Diagram {
    try Diagram.run(try ToyFlow.unchecked(steps: Self.steps(tries)), Self.toName + text)
  }

  @Test("for a run a sign-in refills nothing")
  func run() throws {
    let found = try run(
      "{ count: 2, per: run }", Self.named("eve") + Self.wrong + Self.right + Self.out + Self.named("eve"))
    #expect(found.end == "blocked")
  }

  @Test("for a session a sign-in begins the count again, and so does its end")
  func session() throws {
    let rounds = String(repeating: Self.named("eve") + Self.wrong + Self.right + Self.out, count: 4)
    let found = try run("{ count: 2, per: session }", rounds + Self.named("eve") + Self.wrong)
    #expect(found.end == nil)
    #expect(
      try run("{ count: 2, per: session }", rounds + Self.named("eve") + Self.wrong + Self.wrong).end == "blocked")
  }

  @Test("for a session neither another name nor a reset refills anything")
  func noSession() throws {
    let text = Self.named("eve") + Self.wrong + Self.other + Self.named("bob") + Self.wrong
    #expect(try run("{ count: 2, per: session }", text).end == "blocked")
  }

  @Test("each user has tries of their own, and naming another one in between refills nothing")
  func user() throws {
    let text = Self.named("eve") + Self.wrong + Self.other + Self.named("bob") + Self.wrong + Self.other
    #expect(try run("{ count: 2, per: user }", text + Self.named("eve")).end == nil)
    #expect(try run("{ count: 2, per: user }", text + Self.named("eve") + Self.wrong).end == "blocked")
    #expect(try run("{ count: 2, per: user }", text + Self.named("bob") + Self.wrong).end == "blocked")
    #expect(try run("{ count: 2, per: user }", text + Self.named("ann") + Self.wrong).end == nil)
  }

  @Test("a right answer refills no tries of a user")
  func rightAnswer() throws {
    let text = Self.named("eve") + Self.wrong + Self.right + Self.out + Self.named("eve")
    #expect(try run("{ count: 2, per: user }", text).end == "blocked")
  }

  @Test("users are distinguished by their bytes")
  func spelling() throws {
    let text = Self.named("e\u{301}ve") + Self.wrong + Self.other + Self.named("\u{E9}ve") + Self.wrong
    #expect(try run("{ count: 2, per: user }", text).end == nil)
  }

  @Test("a run counts for sixteen users, and further users have no tries")
  func many() throws {
    func all(_ count: Int) -> String {
      (1...count).map { Self.named("user\($0)") + Self.wrong + Self.other }.joined()
    }
    let found = try run("{ count: 2, per: user }", all(16) + Self.named("user3"))
    #expect(found.end == nil)
    #expect(try run("{ count: 2, per: user }", all(16) + Self.named("user17")).end == "blocked")
  }

  @Test("a saved run knows what each user has drawn")
  func saved() throws {
    let text = Self.named("eve") + Self.wrong + Self.other + Self.named("bob") + Self.wrong + Self.other
    var run = try run("{ count: 2, per: user }", text)
    let snapshot = try #require(run.machine.snapshot)
    #expect(snapshot.drawnByUser.map(\.user) == ["eve"])
    var json = JSONWriter()
    json.object { snapshot.write(to: &$0) }
    let read = try MachineSnapshot(try JSONReader.read(Array(json.text.utf8)))
    #expect(read == snapshot)
    run.machine = try FlowMachine(restoring: read, of: run.program)
    try run.play("start" + Self.named("eve") + Self.wrong)
    #expect(run.end == "blocked")
  }

  @Test("what is counted for is part of what a saved run belongs to")
  func fingerprint() throws {
    let programs = try ["2", "{ count: 2, per: run }", "{ count: 2, per: session }", "{ count: 2, per: user }"].map {
      try ToyFlow.unchecked(steps: Self.steps($0)).fingerprint
    }
    #expect(programs[0] == programs[1])
    #expect(Set(programs).count == 3)
  }

  /// A PIN that is asked for at two steps, one after the other.
  private func shared(_ budgets: String, _ text: String) throws -> Diagram {
    let steps =
      ToyFlow.naming("askPIN(enter): pin\nentered: inside") + "\n" + """
        pin:
          challenge: askPIN(enter)
          ask: [pin]
          answer: sendPIN
          tries: pins
          then: { entered: inside, askPIN(enter) 5: again, exhausted: blocked, else: failed }
        again:
          challenge: askPIN(enter) 5
          ask: [pin]
          answer: sendPIN
          tries: pins
          choices: { other: { call: reset, max: 50, then: { askName: name } } }
          then: { entered: inside, askPIN(enter) 5: retry, exhausted: failed, else: failed }
        inside:
          event: entered
          choices: { leave: { call: logOff, max: 30, then: { left: out } } }
          then: { else: failed }
        out:
          event: left
          choices: { again: { call: reset, max: 30, then: { askName: name } } }
          then: { else: failed }
        """
    return try Diagram.run(try ToyFlow.unchecked(steps: steps, budgets: budgets), Self.toName + text)
  }

  @Test("steps that share a budget draw on one count, and each of them is spent with it")
  func sharedBudget() throws {
    let text = Self.named("eve") + Self.wrong + Self.wrong
    #expect(try shared("pins: 3", text).end == nil)
    #expect(try shared("pins: 3", text + Self.wrong).end == "failed")
    let spent = try shared("pins: 2", Self.named("eve") + Self.wrong + Self.right + Self.out + Self.named("eve"))
    #expect(spent.end == "blocked")
    let entry = try #require(spent.entries.last { $0.kind == "exhausted" })
    #expect(entry.words == "pin: the budget pins is spent")
    #expect(entry.text("budget") == "pins")
  }

  @Test("a budget that steps share begins again with a session, and is kept for each user")
  func sharedScopes() throws {
    let round = Self.named("eve") + Self.wrong + Self.right + Self.out
    #expect(try shared("pins: { count: 2, per: session }", round + round + Self.named("eve") + Self.wrong).end == nil)
    #expect(
      try shared("pins: { count: 2, per: session }", round + Self.named("eve") + Self.wrong + Self.wrong).end
        == "failed")
    let users = Self.named("eve") + Self.wrong + Self.other + Self.named("bob") + Self.wrong
    #expect(try shared("pins: { count: 2, per: user }", users).end == nil)
    #expect(try shared("pins: { count: 2, per: user }", users + Self.wrong).end == "failed")
    let back = Self.other + Self.named("eve") + Self.wrong
    #expect(try shared("pins: { count: 2, per: user }", users + back).end == "failed")
  }

  /// Ways back that share a limit, and a PIN that may draw on it, too.
  private func limited(_ budgets: String, tries: String = "9", _ text: String) throws -> Diagram {
    let steps =
      ToyFlow.naming("askPIN(enter): pin\nentered: inside") + "\n" + """
        pin:
          challenge: askPIN(enter)
          ask: [pin]
          answer: sendPIN
          tries: \(tries)
          choices:
            other: { call: reset, max: ways, then: { askName: name } }
            back: { call: reset, max: ways, then: { askName: name } }
            leave: { to: again }
          then: { entered: inside, 5: retry, exhausted: blocked, else: failed }
        inside:
          event: entered
          choices: { leave: { call: logOff, max: 30, then: { left: out } } }
          then: { else: failed }
        out:
          event: left
          choices: { again: { to: again } }
          then: { else: failed }
        again: { call: reset, max: ways, then: { askName: name, exhausted: blocked, else: failed } }
        """
    return try Diagram.run(try ToyFlow.unchecked(steps: steps, budgets: budgets), Self.toName + text)
  }

  private static let back = "\n> back\nok\n! askName"
  private static let again = "\n> leave\nok\n! askName"

  @Test("choices and calls that share a limit draw on one count, and none is made any more once it is spent")
  func sharedLimit() throws {
    let eve = Self.named("eve")
    #expect(try limited("ways: 3", eve + Self.other + eve + Self.back + eve + Self.again + eve).end == nil)
    let spent = try limited("ways: 2", eve + Self.other + eve + Self.again + eve + "\n> leave")
    #expect(spent.end == "blocked")
    #expect(spent.entries.last { $0.kind == "exhausted" }?.words == "again")
    let last = try limited("ways: 1", eve + Self.other + eve + "\n> back")
    #expect(last.entries.contains { $0.kind == "refuse" }, "\(last.entries.map(\.words))")
  }

  @Test("tries and a limit may be one count")
  func sharedByTriesAndLimit() throws {
    let eve = Self.named("eve")
    #expect(try limited("ways: 3", tries: "ways", eve + Self.wrong + Self.other + eve).end == nil)
    #expect(try limited("ways: 2", tries: "ways", eve + Self.wrong + Self.other + eve).end == "blocked")
  }
}
