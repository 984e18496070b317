// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
package import FlowRuntime
import SDKContract

/// How a run came out, in words and as an object.
package struct RunReport {
  private let result: RunResult
  private let flow: Flow
  /// What the program that answers did wrong; nil if nothing.
  private let responder: BackendFailure?
  /// The step that waited when it turned out that the recorded run had gone on; nil for none.
  private let stalled: String?

  package init(_ result: RunResult, of flow: Flow, responder: BackendFailure? = nil, stalledAt step: String? = nil) {
    stalled = step
    self.result = result
    self.flow = flow
    self.responder = responder
  }

  package var verdict: TrialVerdict {
    guard responder == nil else { return .broken }
    switch result.ending {
    case .ended(_, .success, _), .ended(_, .ended, _): return .passed
    case .ended(_, .failure, _), .waiting: return .failed
    case .failed: return .broken
    }
  }

  /// Such as `✓ done (success), proofs: possession by device`.
  package var text: String {
    if let responder { return "✗ the responder failed: \(responder.description.onOneLine)" }
    let proofs = listed("proofs", result.proofs) + listed("enrolled", result.enrolled)
    switch result.ending {
    case .ended(let name, let outcome, let message):
      let said = message.map { ": " + $0.asSaid } ?? ""
      let reasons = result.reasons.isEmpty ? "" : ", because " + result.reasons.map(\.onOneLine).joined(separator: "; ")
      let goal = result.unreachedGoal.map { ": " + $0.words.onOneLine } ?? ""
      let left = result.strandedPhase.map { ", and the SDK is still in the phase \($0)" } ?? ""
      return "\(Self.sign(outcome)) \(name) (\(outcome.rawValue))\(goal)\(proofs)\(reasons)\(left)\(said)"
    case .waiting(let step): return "… \(step) waits for an answer\(proofs)"
    case .failed(let failure): return "✗ \(Self.headline(failure)): \(failure.description.onOneLine)"
    }
  }

  package var isWaiting: Bool {
    if case .waiting = result.ending { true } else { false }
  }

  /// The end for a person: what the flow says there, what the run came to, and in the last line how it came out.
  package func closing(columns: Int) -> String {
    let (sign, sentence) = lastLine
    return remarks.map { $0.lines(behind: "  ", columns: columns) }.joined()
      + sentence.lines(behind: sign + " ", columns: columns)
  }

  private var lastLine: (sign: String, sentence: String) {
    if let responder { return ("✗", "The responder failed: \(responder.description.onOneLine).") }
    switch result.ending {
    case .ended(RunEnd.unhandled.name(in: flow), .failure, _):
      return ("✗", "The run failed: the flow has no line for what came (`unhandled`).")
    case .ended(let name, let outcome, _):
      let goal = result.unreachedGoal.map { ": \($0.words.onOneLine)" }
      let place = goal ?? ": it ended at `\(name)`"
      switch outcome {
      case .success: return (Self.sign(outcome), "The run succeeded\(place).")
      case .failure: return (Self.sign(outcome), "The run failed\(place).")
      case .ended: return (Self.sign(outcome), "The run is over\(place).")
      }
    case .waiting(let step): return ("…", "The run is not over: `\(step)` waits for an answer.")
    case .failed(let failure):
      return ("✗", "The run broke off: \(Self.headline(failure)): \(failure.description.onOneLine).")
    }
  }

  /// What the flow says, what was shown and set up, why modules denied it, and what is left behind.
  private var remarks: [String] {
    guard responder == nil else { return [] }
    var remarks: [String] = []
    if case .ended(_, _, let message?) = result.ending { remarks.append(message.asSaid) }
    if !result.proofs.isEmpty { remarks.append("shown: \(Self.words(result.proofs))") }
    if !result.enrolled.isEmpty { remarks.append("set up: \(Self.words(result.enrolled))") }
    remarks += result.reasons.map { "denied: \($0.onOneLine)" }
    if let phase = result.strandedPhase { remarks.append("the SDK is still in the phase `\(phase)`") }
    return remarks
  }

  /// Columns of a screen that does not say how many it has.
  package static let usualColumns = 80

  /// The last object of the trace: its `kind` is `result`.
  ///
  /// - Parameter exit: what the shell is told.
  package func json(exit: Int32) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "result")
      json.field("flow", flow.name)
      switch result.ending {
      case _ where responder != nil:
        json.field("ending", "responder-failed")
        if let responder { json.field("message", responder.description) }
      case .ended(let name, let outcome, let message):
        json.field("ending", outcome.rawValue)
        json.field("end", name)
        if let message { json.field("message", message) }
      case .waiting(let step):
        json.field("ending", Self.waiting)
        json.field("step", step)
      case .failed(let failure):
        json.field("ending", Self.ending(failure.kind))
        json.field("message", failure.description)
      }
      if let user = result.user { json.field("user", user) }
      Self.write(responder == nil ? result.proofs : [], as: "proofs", to: &json)
      Self.write(responder == nil ? result.enrolled : [], as: "enrolled", to: &json)
      if let goal = result.unreachedGoal { Self.write(goal, to: &json) }
      if let phase = result.strandedPhase { json.field("stranded", phase) }
      json.field("reasons", result.reasons)
      json.field("leftover", result.leftover.map(\.name))
      json.field("exit", Int(exit))
    }
    return json.text
  }

  /// What to tell a person besides; nil if the result says it all.
  ///
  /// - Parameters:
  ///   - now: when the run stopped.
  ///   - isStopped: whether a signal has ended the run.
  package func line(unanswered question: Question?, at now: Duration, isStopped: Bool) -> String? {
    guard responder == nil else { return nil }
    if case .ended(_, .failure, _) = result.ending, let question, let deadline = question.deadline, deadline <= now {
      let wants = Self.wants(question)
      return "nobody answered at the step `\(question.step)`\(wants.isEmpty ? "" : " (\(wants))"), and its time went by"
    }
    guard let step = waitingStep else { return nil }
    guard let question, question.step == step else {
      return isStopped
        ? "the run was stopped: the step `\(step)` waits" : "the step `\(step)` waits, and nobody answers"
    }
    let wants = Self.wants(question)
    return (isStopped ? "the run was stopped" : "the answers ran out") + ": the step `\(step)` waits"
      + (wants.isEmpty ? "" : "; " + wants)
  }

  private var waitingStep: String? {
    if case .waiting(let step) = result.ending { step } else { stalled }
  }

  /// What a question asks for and offers; empty for nothing.
  private static func wants(_ question: Question) -> String {
    let inputs = question.canSubmit ? question.inputs.map { "`\($0.name)`" }.joined(separator: ", ") : ""
    let choices = question.choices.map { "`\($0.name)`" }.joined(separator: ", ")
    return [inputs.isEmpty ? "" : "it asks for \(inputs)", choices.isEmpty ? "" : "it offers \(choices)"]
      .filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func listed(_ title: String, _ proofs: [Proof]) -> String {
    guard !proofs.isEmpty else { return "" }
    return ", \(title): " + Self.words(proofs)
  }

  private static func words(_ proofs: [Proof]) -> String {
    proofs.map(\.words).joined(separator: ", ")
  }

  private static func sign(_ outcome: EndOutcome) -> String {
    switch outcome {
    case .success: "✓"
    case .failure: "✗"
    case .ended: "■"
    }
  }

  private static func headline(_ failure: BackendFailure) -> String {
    switch failure.kind {
    case .gone: "the SDK went away"
    case .brokeContract: "the SDK broke its contract"
    case .diverged: "the run differs from its cassette"
    case .declined: "the SDK does not take this world"
    }
  }

  /// The word for a run that waits, as `ending` of its result.
  static let waiting = "waiting"

  /// The word for a run that broke off, as `ending` of its result.
  static func ending(_ kind: BackendFailure.Kind) -> String {
    switch kind {
    case .gone: "backend-gone"
    case .brokeContract: "backend-broke-contract"
    case .diverged: "diverged"
    case .declined: "backend-declined"
    }
  }

  private static func write(_ goal: UnreachedGoal, to json: inout JSONWriter) {
    json.object("goal") { json in
      if let name = goal.name { json.field("name", name) }
      if !goal.required.isEmpty { json.field("required", goal.required) }
      json.field("signedIn", goal.isSignedIn)
      write(goal.proofs, as: "proofs", to: &json)
      write(goal.enrolled, as: "enrolled", to: &json)
      json.field("why", goal.words)
    }
  }

  private static func write(_ proofs: [Proof], as name: String, to json: inout JSONWriter) {
    json.array(name) { json in
      for proof in proofs {
        json.object { json in
          json.field("factor", proof.factor.rawValue)
          json.field("authenticator", proof.authenticator)
        }
      }
    }
  }
}
