// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
package import FlowRuntime
package import FlowScenarios
import RELIDSimulator
package import SDKContract
import Values

extension ScenarioText {
  /// What comes of it when it is read and played; nil if it is no scenario of this flow.
  package func played(on program: Program) async -> ScenarioResult? {
    let read = ScenarioReader.read(SourceFile(path: "written.scenarios.yaml", text: text), in: World.self)
    guard let file = read.value, let first = file.scenarios.first,
      !ScenarioChecker.check(file, for: [program.flow]).hasErrors
    else { return nil }
    return await ScenarioRunner([program], on: file.devices).run(first)
  }

  /// The scenario with how its run does come out in the place of what it is held to; nil if not all of it happens, or not so
  /// again.
  ///
  /// - Parameter turns: those that its run must take first, in the words of the trace.
  package func filled(on program: Program, taking turns: [String] = []) async -> ScenarioText? {
    var draft = self
    draft.isOpen = true
    guard let result = await draft.played(on: program), result.isOnlyOpen, let run = result.runs.first,
      run.trace.turns.starts(with: turns)
    else { return nil }
    draft.isOpen = false
    draft.expected = Ending(run)
    guard draft.expected != nil, await draft.played(on: program)?.passed ?? false else { return nil }
    return draft
  }

  /// Takes out of its events what it does not need.
  ///
  /// - Parameters:
  ///   - keepsUsers: whether the events go on naming users.
  ///   - isEnough: whether a scenario with less in an event still does what it is for.
  package mutating func shortenEvents(
    for contract: Contract, keepingUsers keepsUsers: Bool, while isEnough: (ScenarioText) async -> Bool
  ) async {
    for index in items.indices {
      guard case .event(let event) = items[index] else { continue }
      var isShorter = false
      for less in event.shorter(for: contract, keepingUsers: keepsUsers) where !isShorter {
        var draft = self
        draft.items[index] = .event(less)
        isShorter = await isEnough(draft)
        if isShorter { self = draft }
      }
      // One field of it is needed: the others may go.
      for field in isShorter ? [] : event.data.fields.map(\.name) {
        guard case .event(var less) = items[index] else { continue }
        less.data.fields.removeAll { $0.name == field }
        var draft = self
        draft.items[index] = .event(less)
        if await isEnough(draft) { self = draft }
      }
    }
  }
}

extension SDKEvent {
  /// The event with less in it, the shortest first.
  ///
  /// - Parameter keepsUsers: whether it goes on naming the user.
  fileprivate func shorter(for contract: Contract, keepingUsers keepsUsers: Bool) -> [SDKEvent] {
    let spec = contract.event(named: name).map { contract[$0] }
    let user = keepsUsers ? [spec?.userField].compactMap(\.self) : []
    let mode = [spec?.modeField].compactMap(\.self)
    let all = data.fields.map(\.name)
    return [(user, nil), (user + mode, nil), (all, nil), (user, status)].map { names, status in
      var less = self
      less.status = status
      less.data.fields.removeAll { !names.contains($0.name) }
      return less
    }
  }
}

extension ScenarioText.Ending {
  /// How a run came out; nil if its SDK broke off.
  fileprivate init?(_ run: ScenarioResult.Run) {
    self.init()
    switch run.result.ending {
    case .ended(let name, let outcome, _):
      end = name
      say = run.result.said?.key
      guard outcome == .success else { break }
      proofs = Self.kinds(run.result.proofs)
      enrolled = run.result.enrolled.isEmpty ? nil : Self.kinds(run.result.enrolled)
    case .waiting(let step): waiting = step
    case .failed: return nil
    }
    path = run.trace.path
  }

  private static func kinds(_ proofs: [Proof]) -> [String] {
    Factor.allCases.filter { factor in proofs.contains { $0.factor == factor } }.map(\.rawValue)
  }
}
