// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Values

@testable import FlowRuntime

@Suite("The trace")
struct TraceTests {
  /// Runs in which every kind of entry comes up.
  private static func entries() throws -> [TraceEntry] {
    var entries: [TraceEntry] = []
    func add(_ program: Program, _ text: String) throws { entries += try Diagram.run(program, text).entries }
    try add(LateReplyTests.program(), LateReplyTests.toPIN + "\n@10000 ! entered")
    try add(
      InterruptTests.program(),
      OwnerTests.toPIN
        + """

        ? pin=
        ? pin=1234
        no 70
        ? pin=1234
        ok
        ! ready
        ! report 20
        ! alarmed alarms=1
        ! alarmed alarms=2
        ! askPIN(enter) 5 attemptsLeft=2
        > proceed
        ok
        > exit
        ok
        @5000 tick
        """)
    try add(ToyFlow.program(steps: ToyFlow.entry), EndTests.toInside + "\n! left\n> finish")
    try add(
      ToyFlow.program(steps: AnsweringTests.creating),
      AskingTests.toConsent + "\n! askPIN(choose)\n? first=1234 second=1234 hint=a\nok\n! entered")
    try add(ToyFlow.program(steps: EnteringTests.consenting()), AskingTests.toConsent + "\n! askConsent")
    try add(InterruptTests.program(), "start\nok\n! askName\n! naming")
    try add(ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n! askCode")
    try add(InterruptTests.program(), OwnerTests.toPIN + "\n! idle left=1\n> ignore")
    try add(
      ToyFlow.program(steps: AskingTests.choosing("no: { confirm: hello, to: gone }", then: "else: failed")),
      AskingTests.toConsent + "\n! askConsent\n> no no")
    try add(
      ToyFlow.program(
        steps: AskingTests.choosing("yes: { when: event.ready, to: gone }", then: "else: failed")),
      AskingTests.toConsent + "\n! askConsent ready=false")
    try add(
      ToyFlow.unchecked(
        steps: """
          begin: { call: begin, then: { askName: round, else: failed } }
          round: { call: begin, then: { askName: round, else: round } }
          """), "start\nok\n! askName")
    entries += try PickTests.entries()
    for verdict in [SecurityVerdict.allow, .deny("no")] {
      let program = try GateTests.program()
      var machine = FlowMachine(program)
      var effects = Effects(tracing: true)
      machine.receive(.start, at: 0, into: &effects)
      machine.receive(.verdict(verdict), at: 0, into: &effects)
      entries += effects.marks.map { TraceEntry($0, of: program) }
    }
    var left = try Diagram.run(InterruptTests.program(), InterruptTests.toName + "\nbackground\nforeground")
    left.machine = try FlowMachine(restoring: try #require(left.machine.snapshot), of: left.program)
    left.feed(.start)
    let owing = try Diagram.run(InterruptTests.program(), OwedTests.cancelled + "\n! extended")
    let alarmed = "alarmed: { choices: { leave: { to: blocked } }, then: { else: failed } }"
    let undecided = try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.entry, interrupts: alarmed), OwnerTests.toPIN + "\n! alarmed\n> leave")
    let ownPIN = try Diagram.run(ToyFlow.program(goal: "aal2", steps: SetUpTests.steps), SetUpTests.again)
    let gated = try Diagram.run(GateAtCallTests.program(), GateAtCallTests.toPIN)
    return entries + left.entries + owing.entries + undecided.entries + ownPIN.entries + gated.entries
  }

  @Test("an interrupt that the flow has no entry for is told as a gap of the flow, not of the contract")
  func unlisted() throws {
    let run = try Diagram.run(
      ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n! naming label=x")
    let entry = try #require(run.entries.first { $0.kind == "undeclared" })
    #expect(entry.words == "naming: the flow has no interrupt `naming`")
    let other = try Diagram.run(ToyFlow.program(steps: ToyFlow.entry), OwnerTests.toPIN + "\n! askCode")
    let words = other.entries.first { $0.kind == "undeclared" }?.words
    #expect(words == "askCode: the contract does not expect it here")
  }

  private struct Page {
    /// The facts that the page states, by kind.
    let facts: [String: Set<String>]

    init() throws {
      let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation/Trace.md").standardized
      let text = try String(contentsOf: path, encoding: .utf8)
      var facts: [String: Set<String>] = [:]
      for line in text.split(separator: "\n") where line.hasPrefix("| `") {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 3 else { continue }
        let kind = cells[0].replacing("`", with: "")
        let words = cells[2].split(separator: "`", omittingEmptySubsequences: false)
        facts[kind] = Set(words.indices.filter { $0 % 2 == 1 }.map { String(words[$0]) })
      }
      self.facts = facts
    }
  }

  @Test("every kind of entry comes up, with the facts that the page states, and with no other")
  func pageIsTrue() throws {
    let page = try Page()
    var seen: [String: Set<String>] = [:]
    for entry in try Self.entries() { seen[entry.kind, default: []].formUnion(entry.facts.map(\.name)) }
    #expect(Set(seen.keys) == Set(page.facts.keys))
    for (kind, names) in seen {
      #expect(names.isSubset(of: page.facts[kind] ?? []), "\(kind): \(names.sorted())")
    }
  }

  @Test("an entry is one line of text and one JSON object with its time, kind and facts")
  func lines() throws {
    for entry in try Self.entries() {
      #expect(!entry.text.contains("\n") && !entry.json.contains("\n"))
      let object = try #require(try JSONSerialization.jsonObject(with: Data(entry.json.utf8)) as? [String: Any])
      #expect(object["time"] as? Int == Int(entry.time.milliseconds))
      #expect(object["kind"] as? String == entry.kind)
      #expect(Set(object.keys) == Set(["time", "kind"] + entry.facts.map(\.name)))
    }
  }

  @Test("no value that a person typed or the SDK sent stands in the trace, but counts and codes")
  func noValues() throws {
    let run = try Diagram.run(
      InterruptTests.program(),
      """
      start
      ok
      ! askName last=SENTINEL1
      ? name=SENTINL2
      ? SENTINEL9=x
      > SENTINEL3
      ? name=eve
      ok
      ! askPIN(enter) person=SENTINEL4 rules=SENTINEL5 token=SENTINEL6
      ? pin=SENTIN7
      no 70
      ! SENTINEL8 5
      """)
    for entry in run.entries {
      #expect(!(entry.text + entry.json).replacing("SENTINEL8", with: "").contains("SENTIN"), "\(entry.text)")
    }
  }
}
