// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowDifference
import FlowExploration
import FlowGraph
import FlowRuntime
package import FlowScenarios
import LocalFiles
import WrittenScenarios

/// The run that shows a difference, as a scenario of the new flow.
///
/// What is weaker must not come about: such a scenario fails until the flow is as safe as before. Anything else must come about as
/// the new flow does it: such a scenario passes, and the old flow would fail it.
package struct DifferenceScenario {
  /// Where the scenario is to be written.
  private let folder: String
  /// The contract of the command line; nil for none.
  private let contract: String?

  package init(in folder: String, contract: String?) {
    self.folder = folder
    self.contract = contract
  }

  /// Why there is none.
  package struct NoScenario: Error {
    package let words: String

    static let alike = NoScenario(words: "none was found that passes on one of the two flows only")
    static let unwritten = NoScenario(words: "the run cannot be written as a scenario")
  }

  /// The scenario, with no more in it than it needs; it was played on both flows.
  ///
  /// - Parameter words: the name of the scenario.
  package func scenario(
    for item: FlowDiff.Item, _ words: String, _ flow: FlowDiff
  ) async -> Result<ScenarioText, NoScenario> {
    guard let run = item.run, run.parts, !run.old.isEmpty else {
      return .failure(NoScenario(words: "no run is known in which the two flows part there"))
    }
    let path = RelativePath.path(from: folder, to: flow.path)
    var scenario = draft(of: run.new + run.rest, flow.new, path, words)
    let before = await RunOutcome(of: draft(of: run.old, flow.old, path, words), on: flow.old)
    guard let now = await RunOutcome(of: scenario, on: flow.new) else {
      return .failure(.unwritten)
    }
    let isWeaker = item.difference.mayBeWeaker
    guard let ending = now.ending(unlike: before) else {
      if let denied = await denial(run, isWeaker, flow, path, words) {
        return await finished(denied, isWeaker, flow)
      }
      // What has to cool down is offered a little later.
      var wait: Int64 = 0
      if flow.old.choices(after: run.old) == flow.new.choices(after: run.new) {
        wait = max(flow.old.wait(after: run.old), flow.new.wait(after: run.new))
      }
      let old = flow.old.choices(after: run.old, waiting: wait)
      let new = flow.new.choices(after: run.new, waiting: wait)
      guard let step = now.step else { return .failure(.alike) }
      guard old != new else {
        guard let told = expectation(run, step, isWeaker, flow) else { return .failure(.alike) }
        scenario.items += told
        scenario.expected = ScenarioText.Ending()
        scenario.expected?.waiting = step
        return await finished(scenario, isWeaker, flow)
      }
      if wait > 0 { scenario.items.append(.after(wait)) }
      // What differs is what is offered: weaker is what was not offered before.
      scenario.items.append(.expect(step: step, offered: isWeaker ? old : new))
      scenario.expected = ScenarioText.Ending()
      scenario.expected?.waiting = step
      return await finished(scenario, isWeaker, flow)
    }
    if isWeaker { scenario.never = ending } else { scenario.expected = ending }
    return await finished(scenario, isWeaker, flow)
  }

  /// What tells two flows apart that offer the same choices in the end: an answer that one of them refuses, or what users read; nil if
  /// neither does.
  ///
  /// It holds for the flow that is as safe as before, or else for the new one.
  private func expectation(
    _ run: JointRun, _ step: String, _ isWeaker: Bool, _ flow: FlowDiff
  ) -> [ScenarioText.Item]? {
    let (kept, other) = isWeaker ? (flow.old, flow.new) : (flow.new, flow.old)
    let (mine, theirs) = isWeaker ? (run.old, run.new) : (run.new, run.old)
    if let answer = other.answer(after: theirs), let refusal = kept.refusal(of: answer, after: mine) {
      return [.inputs(step: step, answer), .expect(step: step, refused: refusal.words)]
    }
    guard let said = kept.said(after: mine), said != other.said(after: theirs) else { return nil }
    return [.expect(step: step, say: said)]
  }

  /// A scenario in which security modules say no to the flow that asks them; nil if it asks none, or if both flows come out alike.
  private func denial(
    _ run: JointRun, _ isWeaker: Bool, _ flow: FlowDiff, _ path: String, _ words: String
  ) async -> ScenarioText? {
    let (asking, other) = isWeaker ? (flow.old, flow.new) : (flow.new, flow.old)
    guard let denied = asking.denied(isWeaker ? run.old : run.new) else { return nil }
    var scenario = draft(of: denied, asking, path, words)
    guard let told = await RunOutcome(of: scenario, on: asking) else { return nil }
    scenario.expected = told.ending(unlike: await RunOutcome(of: scenario, on: other))
    return scenario.expected == nil ? nil : scenario
  }

  private func draft(of run: [Moment], _ program: Program, _ path: String, _ words: String) -> ScenarioText {
    let transcript = RunTranscript(run, program)
    var scenario = ScenarioText(
      flow: path, contract: contract.map { RelativePath.path(from: folder, to: $0) }, name: words)
    scenario.items = transcript.items
    scenario.denial = transcript.denial
    return scenario
  }

  /// The scenario with no more in its events than it needs, and played once more as it is written.
  private func finished(
    _ draft: ScenarioText, _ isWeaker: Bool, _ flow: FlowDiff
  ) async -> Result<ScenarioText, NoScenario> {
    var scenario = draft
    scenario.comments = [
      "Written by `mfaflow diff --write-scenario` for \(scenario.flow.onOneLine). Take this line out to keep it.",
      isWeaker
        ? "It fails as long as the flow does this, and passes where it is as safe as before."
        : "It passes as long as the flow does this. The flow before it would fail.",
    ]
    /// Whether a flow does what the scenario is for; nil where it cannot be played on it.
    func comesAbout(_ scenario: ScenarioText, on program: Program) async -> Bool? {
      guard let result = await scenario.played(on: program) else { return nil }
      return result.passed != isWeaker && result.departure == nil
    }
    guard await comesAbout(scenario, on: flow.new) == true else {
      return .failure(.unwritten)
    }
    // Where the old flow has other names, nothing would tell how much an event needs.
    if let before = await comesAbout(scenario, on: flow.old) {
      guard !before else {
        return .failure(.alike)
      }
      await scenario.shortenEvents(for: flow.new.flow.contract, keepingUsers: true) { draft in
        guard await comesAbout(draft, on: flow.new) == true else { return false }
        return await comesAbout(draft, on: flow.old) == false
      }
    }
    return .success(scenario)
  }
}

/// What a scenario can tell of how a run came out.
private struct RunOutcome {
  /// Nil where it waits.
  let end: String?
  /// The step at which it waits; nil where it is over.
  let step: String?
  let called: [String]

  /// Nil if it is no scenario of that flow, or the SDK broke off.
  init?(of scenario: ScenarioText, on program: Program) async {
    var scenario = scenario
    scenario.never.end = RunEnd.unhandled.name(in: program.flow)
    guard let result = await scenario.played(on: program), result.passed, let run = result.runs.first else {
      return nil
    }
    switch run.result.ending {
    case .ended(let name, _, _): (end, step) = (name, nil)
    case .waiting(let name): (end, step) = (nil, name)
    case .failed: return nil
    }
    called = run.trace.filter { $0.kind == "call" }.compactMap { $0.text("call") }
  }

  /// How it came out, by what tells it from another outcome; nil if nothing of that differs.
  ///
  /// Steps may have other names in the other flow, so that only one that waits is told from one that is over.
  func ending(unlike other: RunOutcome?) -> ScenarioText.Ending? {
    var ending = ScenarioText.Ending()
    guard let other else {
      (ending.end, ending.waiting) = (end, step)
      return ending
    }
    if end != other.end {
      (ending.end, ending.waiting) = (end, step)
      return ending
    }
    guard called != other.called else { return nil }
    (ending.end, ending.waiting, ending.called) = (end, step, called)
    return ending
  }
}
