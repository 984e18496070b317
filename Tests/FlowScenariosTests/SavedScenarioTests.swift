// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import RELIDSimulator
import SimulatedWorlds
import Synchronization
import Testing
import Values

@testable import FlowScenarios
@testable import FlowTrials

/// A run that is left at any question, saved, and taken up with another machine, another SDK and another session goes
/// on as if nothing had happened.
@Suite struct SavedScenarioTests {
  @Test(
    "every scenario, left at every question, goes on as if it had not been left; no secret is in what was saved",
    arguments: FlowFolder.scenarios)
  func goesOn(_ text: ScenarioText) async throws {
    let sound = try text.play()
    guard sound.programs.count == 1 else { return }
    var planter = CanaryPlanter(sound.programs.map(\.flow))
    let play = try Play(planter.plant(sound.file))
    let flow = SourceMap([play.flows[0]])
    var (left, replayed) = (0, 0)
    for scenario in play.scenarios.scenarios {
      let whole = await play.runner.run(scenario).lines
      var question = 1
      while let run = try await SavedPlay(scenario, play, flow).run(leavingAt: question) {
        #expect(run.trace == whole, "\(scenario.name.value), left at question \(question)")
        #expect(run.failures.isEmpty, "\(scenario.name.value), left at question \(question)")
        #expect(Canary.forms(in: run.file) == [], "\(scenario.name.value), left at question \(question)")
        left += 1
        replayed += run.hasReplayed ? 1 : 0
        question += 1
      }
    }
    #expect(left > 0 && (replayed > 0 || play.scenarios.scenarios[0].sdk.isByHand), "\(left)")
  }
}

/// A scenario that is played with a break.
private struct SavedPlay {
  struct Outcome {
    /// The whole trace, without the two lines of the seam.
    let trace: [String]
    let failures: [Diagnostic]
    /// What was saved.
    let file: String
    /// Whether the SDK was another one after the break.
    let hasReplayed: Bool
  }

  private let scenario: Scenario
  private let program: Program
  private let devices: [ScenarioDevice]
  private let sources: SourceMap

  init(_ scenario: Scenario, _ play: Play, _ sources: SourceMap) {
    self.scenario = scenario
    program = play.program
    devices = play.scenarios.devices
    self.sources = sources
  }

  /// Nil if there are fewer questions.
  func run(leavingAt question: Int) async throws -> Outcome? {
    let clock = VirtualClock()
    var network: RELIDNetwork?
    if case .simulated(let world as World) = scenario.sdk {
      network = RELIDNetwork(world: world, clock: clock, keepsJournal: true)
    }
    let sdk = ChangeableSDK(network?.simulator ?? scenario.sdk.make(for: devices, clock)[0])
    let stage = ScenarioStage(scenario, on: devices, clock: clock, sdks: [sdk])
    let player = ScenarioPlayer(stage, on: 0, SayComparison(program.flow))
    let (backend, modules) = (ScenarioSDK(stage: stage, device: 0), stage.modules)
    await stage.enter(0)
    let leaver = Leaver(player, at: question)
    let first = FlowSession(
      machine: FlowMachine(program), backend: backend, responder: leaver, clock: StageClock(clock: clock),
      modules: modules, inbox: stage.inboxes[0], trace: { stage.log.add($0, on: 0) })
    _ = await first.run()
    guard leaver.hasLeft else { return nil }
    let seam = stage.log.entries(of: 0).count

    let run = try #require(await first.saved)
    let identity = RunFile.Identity(of: program.flow, sources)
    let journal = network?.journal ?? RELIDNetwork(world: World(), clock: clock, keepsJournal: true).journal
    let text = RunFile(identity: identity, run: run, journal: try #require(journal)).text
    let file = try RunFile.read(Array(text.utf8))
    #expect(file.identity == identity && file.run == run && file.run.unread.isEmpty)
    #expect(Duration.milliseconds(file.run.time) == clock.now)
    if case .simulated(let world as World) = scenario.sdk {
      let other = try RELIDNetwork(world: world, clock: clock, replaying: file.journal) { number in
        sdk.password(number, in: file.journal)
      }
      #expect(other.journal == journal)
      #expect(run.mismatch(with: other.replayed, of: program) == nil)
      sdk.change(to: other.simulator)
    }
    let second = FlowSession(
      machine: try FlowMachine(restoring: file.run.machine, of: program), backend: backend, responder: player,
      clock: StageClock(clock: clock), modules: modules, inbox: stage.inboxes[0], reasons: file.run.reasons,
      trace: { stage.log.add($0, on: 0) })
    _ = await second.run()
    var entries = stage.log.entries(of: 0)
    #expect(entries[seam...].prefix(2).map(\.kind) == ["reopen", "ask"])
    entries.removeSubrange(seam..<min(seam + 2, entries.count))
    return Outcome(
      trace: entries.map(\.text), failures: stage.failures, file: text, hasReplayed: network != nil)
  }
}

/// Answers as the scenario says, until it leaves.
private final class Leaver: Responder {
  private let player: ScenarioPlayer
  private let last: Int
  private let asked = Mutex(0)

  init(_ player: ScenarioPlayer, at last: Int) {
    self.player = player
    self.last = last
  }

  let answersAtOnce = true

  var hasLeft: Bool { asked.withLock { $0 >= last } }

  func respond(to question: Question) async -> Response {
    let isLast = asked.withLock { asked in
      asked += 1
      return asked >= last
    }
    return isLast ? .leave : await player.respond(to: question)
  }

  func refused(_ refusal: Refusal, to question: Question) async { await player.refused(refusal, to: question) }
}

/// An SDK in whose place another is put, as in another process; it remembers what was typed, as the user does.
private final class ChangeableSDK: StagedSDK {
  private struct State {
    var sdk: any StagedSDK
    var calls: [[String: String]] = []
  }

  private let state: Mutex<State>

  init(_ sdk: any StagedSDK) { state = Mutex(State(sdk: sdk)) }

  private var sdk: any StagedSDK { state.withLock { $0.sdk } }

  var pendingRefusals: [String] { sdk.pendingRefusals }

  var hasHeldReplies: Bool { sdk.hasHeldReplies }

  func change(to sdk: any StagedSDK) { state.withLock { $0.sdk = sdk } }

  /// A password that was set, as the user knows it.
  func password(_ number: Int, in journal: RELIDJournal) -> Secret? {
    for (place, name) in journal.brought(number) {
      if let typed = state.withLock({ $0.calls[place][name] }) { return Secret(typed) }
    }
    return nil
  }

  var isByHand: Bool { sdk.isByHand }
  var nextEventTime: Duration? { sdk.nextEventTime }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    var typed: [String: String] = [:]
    for field in call.arguments.fields {
      guard case .secret(let secret) = field.value else { continue }
      typed[field.name] = secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }
    state.withLock { $0.calls.append(typed) }
    return try await sdk.perform(call)
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    try await sdk.nextEvent(until: deadline)
  }

  func send(_ event: SDKEvent) { sdk.send(event) }
  func refuseNext(_ call: String, with number: Int) -> Bool { sdk.refuseNext(call, with: number) }
  func holdReplies() { sdk.holdReplies() }
  func releaseReplies() { sdk.releaseReplies() }
}
