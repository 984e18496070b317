// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Proofs")
struct ProofTests {
  static let program: @Sendable () throws -> Program = {
    try ToyFlow.program(
      steps: ToyFlow.naming("askPIN(enter): pin\nentered: inside") + "\n" + ToyFlow.pin + "\n" + ToyFlow.inside)
  }

  @Test("nothing is earned without an open call")
  func unasked() throws {
    let steps =
      ToyFlow.naming("askPIN(enter): pin\nentered: inside") + "\n"
      + ToyFlow.pin + "\n" + ToyFlow.inside
    let run = try Diagram.run(
      ToyFlow.program(steps: steps),
      """
      start
      ok
      ! askName        | event phase go step ask
      ! entered        | event phase go:inside step ask
      """)
    #expect(run.proofs.isEmpty)
  }

  @Test("nothing is earned before the SDK has said that it takes the call")
  func refusedCall() throws {
    let run = try Diagram.run(
      Self.program(),
      """
      start
      ok
      ! askName        | event phase go step ask
      ? name=eve       | answer call
      no 70            | rejected ask
      ! entered        | event phase go:inside step ask
      """)
    #expect(run.proofs.isEmpty)
  }

  @Test("a reply earns what the contract says for the mode of the answered event")
  func byMode() throws {
    var run = try Diagram.run(
      Self.program(), OwnerTests.toPIN + "\n? pin=1234\nok\n! entered | event phase proof go step ask")
    #expect(run.proofs == ["possession by key", "knowledge by pin"])
    run = try Diagram.run(
      ToyFlow.program(steps: AnsweringTests.creating),
      AskingTests.toConsent
        + "\n! askPIN(choose)\n? first=1234 second=1234 hint=a\nok\n! entered | event phase enrol go step ask")
    #expect(run.proofs.isEmpty)
    #expect(run.enrolled == ["knowledge by pin"])
    // One step for every mode: the mode is known only when the event is there.
    let open =
      ToyFlow.naming("askPIN: pin") + "\n"
      + ToyFlow.pin.replacing("challenge: askPIN(enter)", with: "challenge: askPIN").replacing(
        "5:", with: "askPIN(enter) 5:")
      + "\n" + ToyFlow.inside
    for (mode, marks) in [("enter", "phase proof"), ("choose", "phase enrol"), ("change", "phase")] {
      try Diagram.run(
        ToyFlow.program(steps: open),
        AskingTests.toConsent + "\n! askPIN(\(mode))\n? pin=1234\nok\n! entered | event \(marks) go:inside step ask")
    }
  }

  @Test("a failure earns nothing, and neither does what the contract does not declare")
  func undeclared() throws {
    let steps = ToyFlow.entry.replacing(
      "    5: { retry: wrong }", with: "    entered error: inside2\n    5: { retry: wrong }")
    let run = try Diagram.run(
      ToyFlow.unchecked(steps: steps.replacing("inside2", with: "gone")),
      OwnerTests.toPIN + "\n? pin=1234\nok\n! entered error 9 | event undeclared go:gone end")
    #expect(run.proofs.isEmpty)
  }

  @Test("an informational code earns what the success earns")
  func informational() throws {
    let run = try Diagram.run(
      Self.program(), OwnerTests.toPIN + "\n? pin=1234\nok\n! entered 8 | event phase proof go:inside step ask")
    #expect(run.proofs == ["possession by key", "knowledge by pin"])
  }

  @Test("a reply that hangs on a literal earns; one that hangs on what only the run knows does not")
  func givens() throws {
    func flow(_ with: String, _ ask: String = "") -> String {
      ToyFlow.naming("askConsent: agree") + "\n"
        + """
        agree:
          challenge: askConsent
        \(ask)
          choices: { yes: { call: consent, with: { grant: \(with) } } }
          then: { entered: inside, askPIN(choose): failed, else: failed }
        \(ToyFlow.inside)
        """
    }
    let way =
      AskingTests.toConsent + "\n! askConsent ready=true | event go step ask\n> yes | answer call\nok | accepted\n"
    try Diagram.run(
      ToyFlow.program(steps: flow("true")), way + "! entered | event phase proof enrol go:inside step ask")
    try Diagram.run(
      ToyFlow.program(steps: flow("false")), way + "! entered | event phase undeclared go:inside step ask")
    try Diagram.run(ToyFlow.program(steps: flow("$event.ready")), way + "! entered | event phase go:inside step ask")
  }

  @Test("proofs are lost by events of which the contract says so")
  func lostByEvent() throws {
    for event in ["timedOut", "left", "unplugged"] {
      var run = try Diagram.run(InterruptTests.program(), EndTests.toInside)
      #expect(!run.proofs.isEmpty)
      try run.play("! \(event)")
      #expect(run.proofs.isEmpty)
      #expect(run.entries.contains { $0.kind == "lose" })
    }
  }

  @Test("they are lost by a call when the SDK takes it, and not when it refuses it")
  func lostByCall() throws {
    let steps =
      ToyFlow.naming("askCode: code") + "\n"
        + """
        code:
          challenge: askCode
          ask: [code]
          answer: sendCode
          tries: 3
          then: { askPIN(enter): pin, else: failed }
        pin:
          challenge: askPIN(enter)
          choices: { back: { call: reset, max: 3, then: { askName: name } } }
          then: { else: failed }
        """
    let run = try Diagram.run(
      ToyFlow.program(steps: steps),
      AskingTests.toConsent
        + """

        ! askCode        | event go step ask
        ? code=1         | answer call
        ok               | accepted
        ! askPIN(enter)  | event proof go:pin step ask
        > back           | answer call
        no 70            | rejected ask
        > back           | answer call
        ok               | accepted lose
        ! askName        | event go:name step ask
        """)
    #expect(run.proofs.isEmpty)
  }

  @Test("resume adds no proof, and a kept reply earns when it is resolved")
  func keptEarns() throws {
    var run = try Diagram.run(
      InterruptTests.program(), OwnerTests.toPIN + "\n? pin=1234\nok\n! idle left=9\n! entered | event phase keep")
    #expect(run.proofs.isEmpty)
    try run.play("> ignore | answer go:resume resume proof go:inside step ask")
    #expect(run.proofs == ["possession by key", "knowledge by pin"])
  }

  @Test("a kept reply earns nothing if proofs were lost after it came, or the user changed")
  func keptBeforeLoss() throws {
    for later in ["! unplugged | event keep", "! left | event phase keep", "! report | event keep"] {
      let run = try Diagram.run(
        InterruptTests.program(),
        OwnerTests.toPIN + "\n? pin=1234\nok\n! alarmed alarms=1\n! entered person=eve | event phase keep\n"
          + later + "\n> proceed\nok")
      #expect(run.proofs.isEmpty == !later.contains("report"), "\(later)")
      #expect(run.machine.stepName == "inside")
    }
    // One that came after the loss earns.
    let after = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + "\n? pin=1234\nok\n! alarmed alarms=1\n! unplugged\n! entered | event phase keep\n> proceed\nok")
    #expect(after.proofs == ["possession by key", "knowledge by pin"])
  }

  @Test("a reply that comes a second time earns nothing a second time, not even after a loss")
  func twice() throws {
    let run = try Diagram.run(
      Self.program(), EndTests.toInside + "\n! unplugged | event lose drop\n! entered | event go:stay ask")
    #expect(run.proofs.isEmpty)
  }
}
