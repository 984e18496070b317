// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Testing
import Values

@testable import FlowExploration
@testable import FlowRuntime

/// The audit is shown traces that no sound machine writes.
@Suite("The rules of every run")
struct RunAuditTests {
  private let program: Program

  init() throws { program = try BellFlow.program() }

  /// What a trace breaks, written by hand.
  private func broken(
    _ happening: Happening, before: [PendingEvent] = [], _ whats: [TraceMark.What], after: [PendingEvent] = [],
    wasOver: Bool = false, audit: RunAudit? = nil
  ) -> [RunRule] {
    var audit = audit ?? RunAudit(program)
    let marks = whats.map { TraceMark(time: 0, what: $0) }
    return audit.note(Reaction(happening, before: before, marks: marks, after: after, wasOver: wasOver)).broken
      .map(\.rule)
  }

  private func audit(after whats: [TraceMark.What]) -> RunAudit {
    var audit = RunAudit(program)
    _ = audit.note(Reaction(.start, before: [], marks: whats.map { TraceMark(time: 0, what: $0) }, after: []))
    return audit
  }

  private func hop(_ destination: Destination) throws -> UInt16 {
    let index = try #require(
      program.hops.indices.first { program.destination(ofHop: UInt16($0)) == destination }, "\(destination)")
    return UInt16(index)
  }

  @Test("an event of which the trace says nothing more is lost")
  func lost() throws {
    let idle = try program.sample("idle")
    #expect(broken(.event(idle), []) == [.noLostEvent])
    #expect(broken(.event(idle), [.arrived(idle)]) == [.noLostEvent])
    #expect(broken(.accepted, before: [PendingEvent(idle, .held)], [.accepted(row: 0)]) == [.noLostEvent])
    #expect(broken(.accepted, before: [PendingEvent(idle, .waiting)], [.accepted(row: 0)]) == [.noLostEvent])
    let step = StepID(Int(try program.number("name")))
    #expect(broken(.accepted, before: [PendingEvent(idle, .kept(step))], [.resumed(step: 1)]) == [.noLostEvent])
  }

  @Test("an event that the trace tells of is not lost")
  func told() throws {
    let name = try program.number("name")
    let entered = try program.sample("entered")
    let ready = try program.sample("sealed")
    #expect(broken(.event(entered), [.arrived(entered), .dropped(entered)]).isEmpty)
    #expect(broken(.event(ready), [.noticed(ready)]).isEmpty)
    let hop = try hop(.resume)
    #expect(broken(.event(entered), [.arrived(entered), .took(hop: hop, step: name)]).isEmpty)
    let kept = PendingEvent(entered, .kept(StepID(Int(name))))
    #expect(broken(.accepted, before: [kept], [.took(hop: hop, step: name)]).isEmpty)
    let other = try program.number("inside")
    #expect(broken(.accepted, before: [kept], [.took(hop: hop, step: other)]) == [.noLostEvent])
  }

  @Test("a challenge or an interrupt that comes may not be dropped; after the end it may")
  func dropped() throws {
    for name in ["idle", "alarmed"] {
      let event = try program.sample(name)
      #expect(broken(.event(event), [.arrived(event), .dropped(event)]) == [.noLostEvent])
      #expect(broken(.event(event), [.dropped(event)], wasOver: true).isEmpty)
    }
  }

  @Test("what the contract says closes an interrupt may close it, and nothing else without its answer")
  func closed() throws {
    let naming = try program.number("naming")
    let alarmed = try program.number("alarmed")
    let open = PendingEvent(try program.sample("naming"), .open(StepID(Int(naming))))
    let sealed = try program.sample("sealed")
    let interrupt = TraceMark.What.interrupted(step: try program.number("sealed"))
    #expect(
      broken(
        .event(sealed), before: [open], [.arrived(sealed), interrupt],
        after: [
          PendingEvent(sealed, .open(StepID(Int(try program.number("sealed")))))
        ]
      ).isEmpty)
    let to = try hop(.step(StepID(Int(try program.number("name")))))
    #expect(broken(.accepted, before: [open], [.took(hop: to, step: alarmed)]) == [.noLostEvent])
    #expect(broken(.accepted, before: [open], [.took(hop: to, step: naming)]) == [.noLostEvent])
    let resume = try hop(.resume)
    #expect(broken(.deadline, before: [open], [.took(hop: resume, step: naming)]) == [.noLostEvent])
    let row = try #require(
      program.rows.indices.first { index in
        program.call(ofRow: UInt16(index)).map { program.flow.contract[$0].name } == "setLabel"
      })
    let answered: [TraceMark.What] = [.accepted(row: UInt16(row)), .took(hop: resume, step: naming)]
    #expect(broken(.accepted, before: [open], answered).isEmpty)
    let refused: [TraceMark.What] = [.rejected(row: UInt16(row), code: 1), .took(hop: resume, step: naming)]
    #expect(broken(.rejected(code: 1), before: [open], refused) == [.noLostEvent])
    let idle = PendingEvent(try program.sample("idle"), .open(StepID(Int(try program.number("idle")))))
    #expect(broken(.accepted, before: [idle], [.took(hop: to, step: alarmed)]).isEmpty)
  }

  @Test("an event that is kept twice, or waits for nothing, is found")
  func doubledOrStuck() throws {
    let idle = try program.sample("idle")
    let twice = [PendingEvent(idle, .waiting), PendingEvent(idle, .held)]
    #expect(broken(.event(idle), [.called(row: 0), .arrived(idle), .queued(idle)], after: twice) == [.noLostEvent])
    let waiting = PendingEvent(idle, .waiting)
    #expect(broken(.event(idle), [.arrived(idle), .queued(idle)], after: [waiting]) == [.noLostEvent])
    let alarmed = PendingEvent(
      try program.sample("alarmed"), .open(StepID(Int(try program.number("alarmed")))))
    #expect(
      broken(.event(idle), before: [alarmed], [.arrived(idle), .queued(idle)], after: [alarmed, waiting]).isEmpty)
    let kept = PendingEvent(idle, .kept(StepID(1)))
    #expect(broken(.deadline, before: [kept], [], after: [kept]) == [.noLostEvent])
    let held = PendingEvent(idle, .held)
    #expect(broken(.deadline, before: [held], [], after: [held], audit: audit(after: [.started])) == [.noLostEvent])
    #expect(broken(.event(idle), [], after: [held], audit: audit(after: [.started, .called(row: 0)])).isEmpty)
  }

  @Test("a second answer, a second call, a second end are found")
  func twice() {
    let answer = TraceMark.What.answered(request: 1, step: 1, choice: -1)
    let happening = Happening.answer(choice: nil, [:])
    #expect(broken(happening, [answer]).isEmpty)
    #expect(broken(happening, [answer], audit: audit(after: [answer])) == [.noSecondAnswer])
    #expect(broken(happening, [.called(row: 0)], audit: audit(after: [.called(row: 0)])) == [.noSecondAnswer])
    let taken = audit(after: [.called(row: 0), .accepted(row: 0)])
    #expect(broken(happening, [.called(row: 0)], audit: taken).isEmpty)
    let ended = audit(after: [.ended(.unhandled)])
    #expect(broken(.accepted, [.ended(.unhandled)], audit: ended) == [.noSecondAnswer])
    #expect(broken(.accepted, [.asked(request: 2, step: 1, say: -1)], audit: ended) == [.noSecondAnswer])
    #expect(broken(.accepted, [.refused(step: 1, .stale)], audit: ended).isEmpty)
  }

  @Test("a stale answer that does anything is found")
  func stale() {
    #expect(broken(.staleAnswer(request: 1), [.refused(step: 1, .stale)]).isEmpty)
    #expect(
      broken(.staleAnswer(request: 1), [.answered(request: 2, step: 1, choice: -1)]).contains(.noSecondAnswer))
    #expect(broken(.staleAnswer(request: 1), [.refused(step: 1, .missingValue("name"))]) == [.noSecondAnswer])
  }

  @Test("what goes on past a terminating threat is found, and its own question is not")
  func pastTerminal() throws {
    let sealed = try program.sample("sealed")
    let opened = audit(after: [.arrived(sealed), .interrupted(step: try program.number("sealed"))])
    let name = try program.number("name")
    let done = try #require(program.flow.ends.firstIndex { $0.outcome == .success })
    let marks: [TraceMark.What] = [
      .resumed(step: name), .asked(request: 3, step: name, say: -1), .earned(1),
      .ended(.end(EndID(at: UInt16(done)), say: nil)),
    ]
    for mark in marks {
      #expect(broken(.accepted, [mark], audit: opened) == [.nothingPastTerminal], "\(mark)")
      #expect(broken(.accepted, [mark]).isEmpty, "\(mark)")
    }
    let own = TraceMark.What.asked(request: 3, step: try program.number("sealed"), say: -1)
    #expect(broken(.accepted, [own], audit: opened).isEmpty)
    #expect(broken(.accepted, [.ended(.unhandled)], audit: opened).isEmpty)
  }
}
