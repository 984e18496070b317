// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import SDKContract
import Values

extension ScenarioText {
  /// What comes of it when it is read and played; nil if it is no scenario of this flow.
  func played(on program: Program) async -> ScenarioResult? {
    let read = ScenarioReader.read(SourceFile(path: "written.scenarios.yaml", text: text))
    guard let file = read.value, let first = file.scenarios.first,
      !ScenarioChecker.check(file, for: [program.flow]).hasErrors
    else { return nil }
    return await ScenarioRunner([program], on: file.devices).run(first)
  }

  /// Takes out of its events what it does not need.
  ///
  /// - Parameters:
  ///   - keepsUsers: whether the events go on naming users.
  ///   - isEnough: whether a scenario with less in an event still does what it is for.
  mutating func shortenEvents(
    for contract: Contract, keepingUsers keepsUsers: Bool, while isEnough: (ScenarioText) async -> Bool
  ) async {
    for index in items.indices {
      guard case .event(let event) = items[index] else { continue }
      for less in event.shorter(for: contract, keepingUsers: keepsUsers) {
        var draft = self
        draft.items[index] = .event(less)
        guard await isEnough(draft) else { continue }
        self = draft
        break
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
