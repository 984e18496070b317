// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

/// That the invariants hold needs no test of its own: in debug builds the machine checks them after every input of every test.
@Suite("Invariants of the machine")
struct InvariantTests {
  struct Break: Sendable {
    let invariant: String
    let make: @Sendable (inout FlowMachine) -> Void

    init(_ invariant: String, _ make: @escaping @Sendable (inout FlowMachine) -> Void) {
      self.invariant = invariant
      self.make = make
    }
  }

  /// Two interrupts are open, a third one waits.
  private static func machine() throws -> FlowMachine {
    try Diagram.run(
      InterruptTests.program(),
      InterruptTests.toName
        + """

        ! idle left=30      | event interrupt:idle step:idle ask:idle
        ! alarmed alarms=1  | event interrupt:alarmed step ask:alarmed
        ! naming label=x    | event queue:naming
        """
    ).machine
  }

  static let breaks = [
    Break("Each budget has a counter") { $0.counters.append(0) },
    Break("Only what the contract knows is shown or set up") { $0.proofBits = .max },
    Break("What is enrolled was set up") { ($0.enrolledBits, $0.setUpBits) = (1, 0) },
    Break("Only questions that the flow asks are allowed") { $0.heldGates = .max },
    Break("Before the start nothing is open and nothing was asked") { $0.hasStarted = false },
    Break("A run that made more moves than one input may cause has ended") { $0.moves = FlowMachine.moveLimit + 1 },
    Break("Nothing is missing and no phase is left before the end") { $0.isStranded = true },
    Break("After the end nothing is asked, called or due") { $0.hasEnded = true },
    Break("No question has a number above the last one") { $0.lastRequest = 0 },
    Break("What may still earn is kept") { $0.top.fresh = 1 },
    Break("A layer waits in a row of its step") { $0.top.row = $0.below[0].row },
    Break("While the SDK decides on a call, the call is the step's own, and nothing is asked") {
      $0.top.state = .calling
    },
    Break("Nothing opens above a call that is not decided") {
      $0.below[0].state = .calling
      ($0.below[0].request, $0.below[0].pendingRow) = (0, $0.below[0].row)
    },
    Break("The time of the layer at work does not stand still") { $0.top.deadline = -1 },
    Break("Only the time of an open call stands still") { $0.below[0].deadline = -1 },
    Break("Above the flow's own layer are interrupts, and no others") { $0.below.removeFirst() },
    Break("An interrupt has the event that opened it") { $0.top.data = nil },
    Break("Each interrupt ranks above the one below it") { ($0.top, $0.below[1]) = ($0.below[1], $0.top) },
    Break("Events are held only before the start, and while a call or a gate is decided") { $0.held = $0.waiting },
    Break("The layer at work has taken what was kept for it") { $0.top.kept = $0.waiting },
    Break("What waits does not rank above what is open") { $0.top = $0.below.removeLast() },
    Break("At most one reply to each call is owed") {
      $0.owed = Array(repeating: OwedCall(call: 0, until: .max), count: 2)
    },
    Break("No reply is owed for longer than the SDK may take") {
      $0.owed = [OwedCall(call: 0, until: 0)]
      $0.now = 1
    },
    Break("What ends with an event is forgotten with it") { $0.keep(endsOwn: true) },
  ]

  @Test("what does not hold is told", arguments: breaks.indices)
  func told(_ index: Int) throws {
    let broken = Self.breaks[index]
    var machine = try Self.machine()
    #expect(machine.brokenInvariant == nil)
    broken.make(&machine)
    #expect(machine.brokenInvariant == broken.invariant)
  }
}
