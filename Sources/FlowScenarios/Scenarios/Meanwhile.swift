// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// A `during:` that is due: what stands there happens between the first call behind its answer and the reply to it.
struct Meanwhile {
  /// Where `during` stands.
  let range: SourceRange
  /// How much had happened before the answer.
  let beginning: Int

  /// Why there is no such time; nil if the SDK took the call.
  ///
  /// - Parameter entries: what happened on the device since the answer.
  func failure(_ entries: [TraceEntry]) -> Diagnostic? {
    let first = entries.first { $0.kind == "accepted" || $0.kind == "rejected" }
    guard first?.kind != "accepted" else { return nil }
    let call = first?.text("call").map { "`\($0)`" }
    return Diagnostic(
      ScenarioRules.nothingUnderWay, "nothing is under way during this answer", at: range,
      help: (call.map { "the SDK refused \($0) at once" } ?? "the answer makes no call")
        + ", so that there is no reply to come before: write these items behind the answer")
  }
}
