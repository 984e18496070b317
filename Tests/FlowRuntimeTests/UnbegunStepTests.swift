// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

/// Two interrupts come: by the first the flow is led to a step, and the second opens before that has begun.
@Suite("A step that is entered while an interrupt waits")
struct UnbegunStepTests {
  private static let interrupts = """
    naming:
      choices: { lead: { to: next }, close: { resume: true } }
      then: { else: failed }
    """

  private func play(_ step: String, _ rest: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.entry + "\n" + step, interrupts: Self.interrupts),
      OwnerTests.toPIN
        + """

        ! naming label=a  | event interrupt step ask
        ! naming label=b  | event queue
        > lead            | answer go:next step:next interrupt step ask

        """ + rest, sourceLocation: sourceLocation)
  }

  @Test("its call is made when the interrupt is left, however late that is, and its time begins then")
  func call() throws {
    try play(
      "next: { call: reset, within: 5s, then: { askName: name, timeout: gone, else: failed } }",
      """
      @90000 tick       |
      @90000 > close    | answer go:resume resume:next call:reset
      @90000 ok         | accepted
      @94999 tick       |
      @95000 tick       | timeout go:gone end
      """)
  }

  @Test("it is asked when the interrupt is left, and its time begins then")
  func ask() throws {
    try play(
      "next: { wait: again, within: 5s, choices: { finish: { to: gone } }, then: { timeout: blocked, else: failed } }",
      """
      @90000 > close    | answer go:resume resume:next ask:next
      @94999 tick       |
      @95000 tick       | timeout go:blocked abandon end
      """)
  }

  @Test("once it has begun, its time goes on below an interrupt")
  func begun() throws {
    try play(
      "next: { call: reset, within: 5s, then: { askName: name, timeout: gone, else: failed } }",
      """
      @1000 > close     | answer go:resume resume:next call:reset
      @1000 ok          | accepted
      @2000 ! naming    | event interrupt step ask
      @9000 > close     | answer go:resume resume:next timeout go:gone end
      """)
  }

  @Test("an automatic choice that only has to cool down holds those behind it: the user is asked")
  func automatic() throws {
    let interrupts = """
      naming:
        auto: [first, second]
        choices:
          first: { every: 30s, resume: true }
          second: { to: next }
          close: { resume: true }
        then: { else: failed }
      """
    try Diagram.run(
      ToyFlow.unchecked(
        steps: ToyFlow.entry + "\nnext: { call: reset, then: { askName: name, else: failed } }", interrupts: interrupts),
      OwnerTests.toPIN
        + """

        @0 ! naming label=a      | event interrupt step answer go:resume resume:pin ask:pin
        @10000 ! naming label=b  | event interrupt step ask:naming
        @20000 > close           | answer go:resume resume:pin ask:pin
        @40000 ! naming label=c  | event interrupt step answer go:resume resume:pin ask:pin
        """)
  }
}
