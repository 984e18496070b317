// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning

/// A part of which the flow uses nothing: its ends are not led to, and its messages are not shown.
///
/// A part with steps or interrupts does something, or its steps cannot be reached, which another rule finds.
enum UnusedPart: Rule {
  static let code = DiagnosticCode("MFA320", "unused-part", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard !flow.uses.isEmpty, !flow.runsFlows else { return }
    for part in flow.uses where !part.files.isEmpty && flow.isOwn(part.path.range) {
      guard !flow.steps.contains(where: { part.files.contains($0.name.range.file) }),
        context.holdsPlaces(of: part.files), !context.usesPlaces(of: part.files)
      else { continue }
      findings.append(
        finding(
          "nothing of the part \(Diagnostic.quoting(part.path.value)) is used", at: part.path.range,
          help: "take it out, or lead to one of its ends or show one of its messages"))
    }
  }
}

extension CheckContext {
  /// Whether some files hold an end or a message: a part may be there for the parts that it uses.
  fileprivate func holdsPlaces(of files: [FileID]) -> Bool {
    flow.ends.contains { files.contains($0.name.range.file) }
      || flow.messages.contains { files.contains($0.name.range.file) }
  }

  /// Whether an end of some files is led to, or a message of theirs is shown from elsewhere.
  fileprivate func usesPlaces(of files: [FileID]) -> Bool {
    func isTheirs(_ range: SourceRange) -> Bool { files.contains(range.file) }
    func isTheirs(_ message: MessageID) -> Bool { isTheirs(flow[message].name.range) }
    var isUsed = flow.ends.contains { !isTheirs($0.name.range) && $0.say.map(isTheirs) ?? false }
    for facts in everyStep where !isUsed {
      facts.step.forEachMessage { if isTheirs($0) { isUsed = true } }
      facts.forEachTarget { target in
        if case .end(let end) = target.move, isTheirs(flow[end].name.range) { isUsed = true }
      }
    }
    return isUsed
  }
}
