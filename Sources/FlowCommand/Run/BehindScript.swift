// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import FlowScenarios

/// Answers from the script while that has something to say, then from somebody else.
struct BehindScript: Responder {
  let script: ScriptResponder
  let other: any Responder

  var answersAtOnce: Bool { other.answersAtOnce }

  func respond(to question: Question) async -> Response {
    if let response = script.response(to: question) { return response }
    return await other.respond(to: question)
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    await script.refused(refusal, to: question)
    await other.refused(refusal, to: question)
  }
}
