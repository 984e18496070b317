// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Reads `phases`: what the SDK can be at a time, and how a failed run leaves it.
enum PhaseReader {
  static func enterNames(_ entries: [YAMLEntry], in scope: inout ContractScope) {
    for (index, entry) in entries.enumerated()
    where ContractWords.mayName(entry.key, "a phase", &scope.findings) {
      scope.phases.enter(entry.key, PhaseID(index: UInt8(truncatingIfNeeded: index)), &scope.findings)
    }
  }

  /// - Parameter count: how many calls the file has; the checks of calls wait until all could be read.
  static func read(
    _ entries: [YAMLEntry], _ calls: [CallSpec], _ count: Int, in scope: inout ContractScope
  ) -> [Phase] {
    let namesUsers = scope.events.contains { $0?.userField != nil }
    return entries.enumerated().map { index, entry in
      let mapping = entry.value.mapping("a phase", keys: Shape.phase.names, &scope.findings)
      let isClosed = mapping.map { scope.flag($0, "closed") } ?? false
      guard let name = mapping?["abandon"]?.text("a call", &scope.findings),
        let call = scope.callNames.find(name, &scope.findings)
      else { return Phase(name: entry.key.value, abandon: nil, isClosed: isClosed) }
      let phase = Phase(name: entry.key.value, abandon: call, isClosed: isClosed)
      if calls.count == count {
        let id = PhaseID(index: UInt8(truncatingIfNeeded: index))
        check(name, calls[Int(call.index)], phase, id, namesUsers: namesUsers, &scope.findings)
      }
      return phase
    }
  }

  /// The way out is gone without anybody's help: it must be legal there, and need nothing but the user.
  private static func check(
    _ name: Spanned<String>, _ call: CallSpec, _ phase: Phase, _ id: PhaseID, namesUsers: Bool,
    _ findings: inout [Diagnostic]
  ) {
    if call.phases.isEmpty ? phase.isClosed : !call.phases.contains(id) {
      findings.append(
        Diagnostic(
          ContractRules.abandonNotPossible, "`\(call.name)` is not legal in the phase `\(phase.name)`", at: name.range,
          help: "add the phase to the call's `phases`, or name another call"))
    }
    if let parameter = call.parameters.first(where: { !$0.isOptional && !($0.isUser && namesUsers) }) {
      findings.append(
        Diagnostic(
          ContractRules.abandonNotPossible, "`\(call.name)` needs `\(parameter.name)`, and nothing gives it here",
          at: name.range,
          help: namesUsers
            ? "name a call whose parameters are all `optional` or `user`"
            : "name a call whose parameters are all `optional`, or say which field of an event names the user"))
    }
  }
}
