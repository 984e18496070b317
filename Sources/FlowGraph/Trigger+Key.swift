// SPDX-License-Identifier: Apache-2.0

package import SDKContract
import Values

extension Contract {
  /// A trigger as a flow writes it below `then:`.
  package func key(of trigger: Trigger) -> String {
    switch trigger {
    case .event(let event, let mode, let outcome):
      let name = self[event].name
      let shown = mode.map { number in modes.first { $0.number == number }?.name ?? String(number) }
      return name + (shown.map { "(\($0))" } ?? "") + outcome.suffix
    case .error(let number): return "error" + (number.map { " \($0)" } ?? "")
    case .rejected(let number): return "rejected" + (number.map { " \($0)" } ?? "")
    case .accepted: return "accepted"
    case .timeout: return "timeout"
    case .exhausted: return "exhausted"
    case .allow: return "allow"
    case .deny: return "deny"
    case .otherwise: return "else"
    }
  }
}

extension ReplyOutcome {
  fileprivate var suffix: String {
    switch self {
    case .success: ""
    case .code(let code): " \(code)"
    case .error(let number): " error" + (number.map { " \($0)" } ?? "")
    }
  }
}
