// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios

/// A script behind which nobody comes, in a run that is to be saved: it leaves when it is spent, before time goes on.
///
/// Why: what a step does when nobody answers in time is not what somebody wants who goes on later.
struct LeavingScript: Responder {
  private let script: ScriptResponder
  /// Steps that wait for the SDK and not for an answer: there, time goes on.
  private let waits: Set<String>

  init(_ script: ScriptResponder, in flow: Flow) {
    self.script = script
    waits = Set(flow.steps.filter { if case .wait = $0.kind { true } else { false } }.map(\.name.value))
  }

  var answersAtOnce: Bool { true }

  func respond(to question: Question) async -> Response {
    if let response = script.response(to: question) { return response }
    return script.isSpent && !waits.contains(question.step) ? .leave : .wait
  }

  func refused(_ refusal: Refusal, to question: Question) async { await script.refused(refusal, to: question) }
}
