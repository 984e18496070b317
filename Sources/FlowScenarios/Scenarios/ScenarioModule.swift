// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
import Synchronization

/// A security module that says what a scenario tells it to, and allows what the scenario is silent about.
package struct ScenarioModule: SecurityModule {
  /// As the scenario calls it.
  package let name: String
  let verdicts: [SecurityQuestion: SecurityVerdict]

  /// What it says of the device.
  package func isDeviceSecure() async -> SecurityVerdict { verdicts[.isDeviceSecure] ?? .allow }

  /// What it says of a login.
  package func allowLogin() async -> SecurityVerdict { verdicts[.allowLogin] ?? .allow }
}

/// The security modules of a scenario that is played: an item may change what one of them says.
final class StagedModules: Sendable {
  private let names: [String]
  private let state: Mutex<[String: ScenarioModule]>

  init(_ scenario: Scenario) {
    let told = scenario.items.compactMap { item in
      if case .module(let name, _) = item.what { name.value } else { nil }
    }
    names = (scenario.modules.map(\.name) + told).unique
    state = Mutex(Dictionary(scenario.modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
  }

  /// From now on a module says this.
  func say(_ verdicts: [SecurityQuestion: SecurityVerdict], as name: String) {
    state.withLock { $0[name] = ScenarioModule(name: name, verdicts: verdicts) }
  }

  /// For a session.
  var modules: SecurityModules { SecurityModules(names.map { Member(name: $0, modules: self) }) }

  private struct Member: SecurityModule {
    let name: String
    let modules: StagedModules

    func isDeviceSecure() async -> SecurityVerdict { modules.verdict(of: name, on: .isDeviceSecure) }
    func allowLogin() async -> SecurityVerdict { modules.verdict(of: name, on: .allowLogin) }
  }

  private func verdict(of name: String, on question: SecurityQuestion) -> SecurityVerdict {
    state.withLock { $0[name]?.verdicts[question] } ?? .allow
  }
}

extension [String] {
  /// Each name once, in order.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
