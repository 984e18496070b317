// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import FlowRuntime

@Suite("Interrupts that move the flow, or that it has no step for")
struct InterruptedFlowTests {
  @Test("a target that is a step closes all that is open above the flow, and the flow enters it")
  func movesFlow() throws {
    let moving = "timedOut: { choices: { again: { to: restart } }, then: { else: failed } }"
    let steps = ToyFlow.entry + "\nrestart: { call: reset, max: 2, then: { askName: name, else: failed } }"
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: [moving, InterruptTests.idle].joined(separator: "\n")),
      InterruptTests.toName
        + """

        ? name=eve       | answer call
        ok               | accepted
        ! timedOut       | event interrupt step ask
        ! askPIN(enter)  | event keep:askPIN
        > again          | answer go:restart drop:askPIN step:restart call:reset
        ok               | accepted
        ! askName        | event go:name step ask
        """)
  }

  @Test("interrupts that wait open before the step that the flow is moved to acts")
  func waitingBeforeStep() throws {
    let moving = InterruptTests.alarmed.replacing("accepted: resume", with: "accepted: restart")
    let steps = ToyFlow.entry + "\nrestart: { call: reset, max: 2, then: { askName: name, else: failed } }"
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: [moving, InterruptTests.idle].joined(separator: "\n")),
      InterruptTests.toName
        + """

        ! alarmed alarms=1  | event interrupt step ask
        ! idle left=9       | event queue
        ! alarmed alarms=2  | event queue
        > proceed           | answer call
        ok                  | accepted go:restart step:restart interrupt:alarmed step ask
        > proceed           | answer call
        ok                  | accepted go:restart step:restart interrupt:idle step ask
        > ignore            | answer go:resume resume:restart call:reset
        ok                  | accepted
        ! askName           | event go:name step ask
        """)
  }

  @Test("an interrupt that the flow has no step for goes to the `else` of the flow")
  func noStep() throws {
    try Diagram.run(
      InterruptTests.program(),
      InterruptTests.toName + "\n! surprise | event undeclared go:failed abandon end:failed")
    try Diagram.run(
      InterruptTests.program(),
      InterruptTests.toName
        + """

        ! alarmed alarms=1  | event interrupt step ask
        ! surprise          | event undeclared go:failed abandon end:failed
        """)
  }

  @Test("where that `else` stays, an open interrupt stays open: no alarm goes without its answer")
  func noStepStays() throws {
    let steps =
      ToyFlow.naming("entered: inside") + "\n"
        + """
        inside:
          event: entered
          choices: { finish: { to: done }, more: { call: refresh, max: 3, then: { report: { stay: hello } } } }
          then: { else: { stay: again } }
        """
    try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: InterruptTests.alarmed + "\n" + InterruptTests.timedOut),
      AskingTests.toConsent
        + """

        ! entered           | event phase proof go step ask
        ! surprise          | event undeclared go:stay ask
        ! alarmed alarms=1  | event interrupt step ask:alarmed
        ! surprise          | event undeclared
        > proceed           | answer call
        ok                  | accepted go:resume resume:inside ask:inside
        """)
  }

  @Test("a `wait:` step that an interrupt leads to inherits the interrupt's data and call")
  func waitInheritsFromInterrupt() throws {
    let leaving = """
      leaving:
        wait: hello
        within: 5s
        then: { sealed: blocked, timeout: blocked, else: failed }
      """
    let alarmed = """
      alarmed:
        choices: { exit: { call: handleAlarms, with: { ignore: false }, then: { accepted: leaving } } }
        then: { else: failed }
      """
    let program = try ToyFlow.program(steps: ToyFlow.entry + "\n" + leaving, interrupts: alarmed)
    let way =
      InterruptTests.toName
        + """

        ! alarmed alarms=7  | event interrupt step ask
        > exit              | answer call
        ok                  | accepted go:leaving step:leaving ask:leaving

        """
    try Diagram.run(program, way + "! sealed alarms=7 | event phase go:blocked end:blocked")
    try Diagram.run(program, way + "! sealed alarms=8 | event phase undeclared go:failed end:failed")
    try Diagram.run(program, way + "@5000 tick | timeout go:blocked abandon end:blocked")
  }

  @Test("an interrupt may go at once to a step for its own event, and the data come along")
  func stepForInterrupt() throws {
    let steps =
      ToyFlow.entry + "\n"
        + """
        warned:
          event: idle
          choices: { extend: { call: extend, max: 1, then: { extended: gone } }, leave: { to: gone } }
          then: { else: failed }
        """
    let run = try Diagram.run(
      ToyFlow.program(steps: steps, interrupts: "idle: { to: warned }"),
      InterruptTests.toName
        + """

        ! idle left=5 canExtend=true  | event interrupt step go:warned step:warned ask:warned
        """)
    #expect(run.question?.event?.data["left"] == .int(5))
    #expect(run.offered == ["extend", "leave"])
  }
}
