// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

@testable import FlowRuntime

@Suite("Replies that come late")
struct LateReplyTests {
  /// At the code, somebody does not wait for what the SDK says of it.
  static func program() throws -> Program {
    try ToyFlow.unchecked(
      steps: ToyFlow.naming("askCode: code") + "\n"
        + """
        code:
          challenge: askCode
          ask: [code]
          answer: sendCode
          within: 5s
          choices: { again: { call: resendCode, then: { askCode: stay } } }
          then: { askPIN(enter): pin, timeout: stay, else: failed }
        \(ToyFlow.pin)
        \(ToyFlow.inside)
        """)
  }

  /// The code is given up for another one, and that leads to the PIN.
  static let toPIN =
    toQuestion
      + """

      ? pin=1234            | answer call
      ok                    | accepted
      """

  private static let toQuestion =
    AskingTests.toConsent
      + """

      @1000 ! askCode       | event go:code step ask
      @2000 ? code=1        | answer call
      @3000 ok              | accepted
      @7000 tick            | timeout go:stay ask
      @8000 > again         | answer call
      @8000 ok              | accepted
      @9000 ! askCode       | event go:stay ask
      ? code=2              | answer call
      ok                    | accepted
      ! askPIN(enter)       | event proof go:pin step ask
      """

  @Test("what may be the late reply to another call earns nothing, though the flow goes on")
  func earnsNothing() throws {
    let run = try Diagram.run(Self.program(), Self.toPIN + "\n@10000 ! entered | event phase doubt go:inside step ask")
    #expect(run.proofs == ["possession by code"])
    let doubt = try #require(run.entries.last { $0.kind == "doubt" })
    #expect(doubt.words.hasSuffix("it may be a late reply to sendCode, and shows nothing"), "\(doubt.words)")
  }

  /// Which of the two codes has led to the PIN nobody knows, so that the second may be answered late.
  @Test("until the SDK has had its time for that call")
  func untilPatience() throws {
    for (time, isLate) in [(69_000, true), (69_001, false)] {
      let run = try Diagram.run(Self.program(), Self.toPIN + "\n@\(time) ! entered")
      #expect(run.proofs.contains("knowledge by pin") == !isLate, "\(time)")
    }
  }

  @Test("the same call at the same step shows the same, whichever reply it is")
  func sameCall() throws {
    let run = try Diagram.run(
      Self.program(),
      AskingTests.toConsent
        + """

        @1000 ! askCode
        @2000 ? code=1
        @3000 ok
        @7000 tick        | timeout go:stay ask
        @8000 ? code=2    | answer call
        @8000 ok          | accepted
        ! askPIN(enter)   | event proof go:pin step ask
        """)
    #expect(run.proofs == ["possession by code"])
  }

  /// Two users are asked for the PIN one after the other, and the first one is not waited for.
  private static func twoUsers(_ last: String) throws -> Diagram {
    let program = try ToyFlow.unchecked(
      steps: ToyFlow.naming("askPIN(enter): pin") + "\n"
        + """
        pin:
          challenge: askPIN(enter)
          ask: [pin]
          answer: sendPIN
          within: 5s
          tries: 5
          then: { entered: inside, 5: retry, timeout: stay, else: failed }
        \(ToyFlow.inside)
        """)
    return try Diagram.run(
      program,
      AskingTests.toConsent
        + """

        ! askPIN(enter) person=eve    | event go:pin step ask
        @1000 ? pin=1234              | answer call
        ok                            | accepted
        @6000 tick                    | timeout go:stay ask
        ? pin=1234                    | answer call
        ok                            | accepted
        ! askPIN(enter) 5 person=bob  | event go:retry ask
        ? pin=9999                    | answer call
        ok                            | accepted
        \(last)
        """)
  }

  @Test("what another user was asked for is no word about this one, unless the event says whose it is")
  func anotherUser() throws {
    let run = try Self.twoUsers("! entered | event phase doubt go:inside step ask")
    #expect(run.proofs.isEmpty)
    let doubt = try #require(run.entries.last { $0.kind == "doubt" })
    #expect(doubt.words.hasSuffix("a reply to sendPIN that was made for another user, and shows nothing"))
    let named = try Self.twoUsers("! entered person=bob | event phase proof go:inside step ask")
    #expect(named.proofs.contains("knowledge by pin"))
    let other = try Self.twoUsers("! entered person=eve | event phase doubt go:inside step ask")
    #expect(other.proofs.isEmpty)
  }

  @Test("a run that is taken up has the same doubts")
  func takenUp() throws {
    var run = try Diagram.run(Self.program(), Self.toQuestion)
    let snapshot = try #require(run.machine.snapshot)
    #expect(snapshot.late.map(\.until) == [69_000])
    var json = JSONWriter()
    json.object { snapshot.write(to: &$0) }
    let read = try MachineSnapshot(try JSONReader.read(Array(json.text.utf8)))
    #expect(read == snapshot)
    run.machine = try FlowMachine(restoring: read, of: run.program)
    try run.play("start\n? pin=1234\nok\n! entered | event phase doubt go:inside step ask")
    #expect(run.proofs == ["possession by code"])
  }

  @Test("a call of another step, and one whose replies are mistaken for nothing, cannot be late in a saved run")
  func damaged() throws {
    let run = try Diagram.run(Self.program(), Self.toQuestion)
    var json = JSONWriter()
    let snapshot = try #require(run.machine.snapshot)
    json.object { snapshot.write(to: &$0) }
    let row = try #require(snapshot.late.first).row
    for wrong in [0, 9_999] {
      let text = json.text.replacing("{\"row\":\(row),\"until\":69000}", with: "{\"row\":\(wrong),\"until\":69000}")
      #expect(text != json.text)
      let read = try MachineSnapshot(try JSONReader.read(Array(text.utf8)))
      #expect(throws: SnapshotMismatch.damaged("late")) { try FlowMachine(restoring: read, of: run.program) }
    }
  }
}
