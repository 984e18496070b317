// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Synchronization
import Values

@testable import FlowScenarios

/// Everything that a run shows, in every way in which Swift prints a value.
final class Transcript: Sendable {
  private let pages = Mutex<[String]>([])
  /// How many canaries reached the SDK: without any, finding none in the text would say nothing.
  private let sent = Mutex(0)

  var text: String { pages.withLock { $0.joined(separator: "\n") } }

  func note(_ value: some Any) {
    var page = "\(value)\n" + String(reflecting: value) + "\n"
    dump(value, to: &page)
    pages.withLock { $0.append(page) }
  }

  var canariesSent: Int { sent.withLock { $0 } }

  func count(_ call: SDKCall) {
    for case .secret(let secret) in call.arguments.fields.map(\.value) {
      let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
      if text.contains(Canary.word) { sent.withLock { $0 += 1 } }
    }
  }

  func write(_ text: String) { pages.withLock { $0.append(text) } }

  /// Plays a scenario, and writes down every question, answer, call, event and result on the way.
  func play(_ scenario: Scenario, of play: Play) async {
    let stage = ScenarioStage(scenario, on: play.scenarios.devices)
    await withTaskGroup(of: Void.self) { group in
      for (device, program) in play.programs.enumerated() {
        group.addTask { [self] in await run(program, stage, device, modules: scenario.modules) }
      }
    }
  }

  private func run(_ program: Program, _ stage: ScenarioStage, _ device: Int, modules: [ScenarioModule]) async {
    await stage.enter(device)
    let session = FlowSession(
      machine: FlowMachine(program),
      backend: OverheardSDK(sdk: ScenarioSDK(stage: stage, device: device), transcript: self),
      responder: OverheardPlayer(
        player: ScenarioPlayer(stage, on: device, SayComparison(program.flow)), transcript: self),
      clock: StageClock(clock: stage.clock), modules: SecurityModules(modules), inbox: stage.inboxes[device],
      trace: { [self] entry in
        stage.log.add(entry, on: device)
        write(entry.text + "\n" + entry.json)
        note(entry)
      })
    note(await session.run())
    note(stage.sdks[device])
    await note(session.state)
    stage.leave(device)
  }

  /// A machine without its program, which is the same for all.
  private func note(_ machine: FlowMachine) {
    for part in Mirror(reflecting: machine).children where part.label != "program" { note(part.value) }
    if let snapshot = machine.snapshot { note(snapshot) }
  }
}

/// The SDK of a scenario, with every call and event written down.
private struct OverheardSDK: Backend {
  let sdk: ScenarioSDK
  let transcript: Transcript

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    transcript.note(call)
    transcript.count(call)
    let answer = try await sdk.perform(call)
    transcript.note(answer)
    transcript.note(call)
    return answer
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    let event = try await sdk.nextEvent(until: deadline)
    if let event { transcript.note(event) }
    return event
  }
}

/// Who answers in a scenario, with every question and answer written down.
private struct OverheardPlayer: Responder {
  let player: ScenarioPlayer
  let transcript: Transcript

  var answersAtOnce: Bool { player.answersAtOnce }

  func respond(to question: Question) async -> Response {
    transcript.note(question)
    let response = await player.respond(to: question)
    transcript.note(response)
    return response
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    transcript.note(refusal)
    transcript.write(refusal.words)
    await player.refused(refusal, to: question)
  }
}
