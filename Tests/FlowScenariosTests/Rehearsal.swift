// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import RELIDSimulator
import SimulatedWorlds
import Synchronization
import Values

@testable import FlowRuntime
@testable import FlowScenarios

/// A scenario as it was played on the virtual clock: what came of it, and what was done behind which line of its trace.
struct Rehearsal: Sendable {
  struct Deed: Sendable {
    enum What: Sendable {
      case answer(Answer)
      case direct(Direction)
      case background
      case foreground
    }

    /// How many lines there were before.
    let place: Int
    let time: Duration
    let what: What
  }

  let trace: [TraceEntry]
  let deeds: [Deed]
  /// What the security modules said, in order.
  let verdicts: [SecurityVerdict]
  let ending: String

  init(_ scenario: Scenario, in world: World, of play: Play) async {
    let clock = VirtualClock()
    let notes = Notes(clock)
    let stage = ScenarioStage(
      scenario, on: play.scenarios.devices, clock: clock,
      sdks: [NotedSDK(sdk: RELIDSimulator(world: world, clock: clock), notes: notes)])
    await stage.enter(0)
    let session = FlowSession(
      machine: FlowMachine(play.program), backend: ScenarioSDK(stage: stage, device: 0),
      responder: NotedPlayer(player: ScenarioPlayer(stage, on: 0, SayComparison(play.program.flow)), notes: notes),
      clock: StageClock(clock: clock),
      modules: SecurityModules([NotedModule(modules: stage.modules, notes: notes)]), inbox: stage.inboxes[0],
      trace: { entry in
        stage.log.add(entry, on: 0)
        notes.add(entry)
      })
    let result = await session.run()
    stage.leave(0)
    trace = notes.trace
    ending = ScenarioRunner.words(result.ending)
    verdicts = notes.verdicts
    let comings = trace.enumerated().compactMap { place, entry -> Deed? in
      switch entry.kind {
      case "background": Deed(place: place, time: entry.time, what: .background)
      case "foreground": Deed(place: place, time: entry.time, what: .foreground)
      default: nil
      }
    }
    // Behind what else was done at the same place: the line comes of it.
    deeds = (notes.deeds + comings).enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }
}

/// What happens while a scenario is played.
private final class Notes: Sendable {
  private struct State {
    var trace: [TraceEntry] = []
    var deeds: [Rehearsal.Deed] = []
    var verdicts: [SecurityVerdict] = []
  }

  private let clock: VirtualClock
  private let state = Mutex(State())

  init(_ clock: VirtualClock) { self.clock = clock }

  var trace: [TraceEntry] { state.withLock { $0.trace } }
  var deeds: [Rehearsal.Deed] { state.withLock { $0.deeds } }
  var verdicts: [SecurityVerdict] { state.withLock { $0.verdicts } }

  func add(_ entry: TraceEntry) { state.withLock { $0.trace.append(entry) } }
  func add(_ verdict: SecurityVerdict) { state.withLock { $0.verdicts.append(verdict) } }

  func add(_ what: Rehearsal.Deed.What) {
    let now = clock.now
    state.withLock { $0.deeds.append(Rehearsal.Deed(place: $0.trace.count, time: now, what: what)) }
  }
}

/// The simulated SDK of a scenario, and what the scenario has it do.
private struct NotedSDK: StagedSDK {
  let sdk: RELIDSimulator
  let notes: Notes

  var isByHand: Bool { sdk.isByHand }
  var nextEventTime: Duration? { sdk.nextEventTime }
  var pendingRefusals: [String] { sdk.pendingRefusals }
  var hasHeldReplies: Bool { sdk.hasHeldReplies }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer { try await sdk.perform(call) }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    try await sdk.nextEvent(until: deadline)
  }

  func send(_ event: SDKEvent) {
    notes.add(.direct(.send(event)))
    sdk.send(event)
  }

  func refuseNext(_ call: String, with number: Int) -> Bool {
    notes.add(.direct(.refuse(call: call, code: number)))
    return sdk.refuseNext(call, with: number)
  }

  func holdReplies() {
    notes.add(.direct(.hold))
    sdk.holdReplies()
  }

  func releaseReplies() {
    notes.add(.direct(.release))
    sdk.releaseReplies()
  }
}

/// Who answers in a scenario, and what.
private struct NotedPlayer: Responder {
  let player: ScenarioPlayer
  let notes: Notes

  var answersAtOnce: Bool { player.answersAtOnce }

  func respond(to question: Question) async -> Response {
    let response = await player.respond(to: question)
    if case .answer(let answer) = response { notes.add(.answer(answer.copy)) }
    return response
  }

  func refused(_ refusal: Refusal, to question: Question) async { await player.refused(refusal, to: question) }
}

/// The security modules of a scenario as one, and what they say.
private struct NotedModule: SecurityModule {
  let modules: SecurityModules
  let notes: Notes
  let name = "modules"

  func isDeviceSecure() async -> SecurityVerdict { await verdict(on: .isDeviceSecure) }
  func allowLogin() async -> SecurityVerdict { await verdict(on: .allowLogin) }

  private func verdict(on question: SecurityQuestion) async -> SecurityVerdict {
    let verdict = await modules.verdict(on: [question], VirtualClock())
    notes.add(verdict)
    return verdict
  }
}

extension Answer {
  /// With secrets of its own, which nobody else wipes.
  var copy: Answer {
    var values = Record()
    for field in self.values.fields {
      if case .secret(let secret) = field.value {
        values[field.name] = .secret(Secret(bytes: secret.withBytes { $0 }))
      } else {
        values[field.name] = field.value
      }
    }
    return Answer(to: request, choice: choice, values: values, isConfirmed: isConfirmed)
  }
}
