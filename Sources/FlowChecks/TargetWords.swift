// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
package import SDKContract

extension Flow {
  /// Where a line leads, in words.
  package func destination(of target: Target) -> String {
    switch target.move {
    case .step(let step): "the step \(self[step].quoted)"
    case .end(let end): "the end \(Diagnostic.quoting(self[end].name.value)) (\(self[end].outcome.rawValue))"
    case .stay, .retry: "the same step"
    case .resume: "what was interrupted"
    }
  }

  /// A target as a line says it.
  func aim(of target: Target) -> String {
    switch target.move {
    case .step(let next): self[next].name.value
    case .end(let end): self[end].name.value
    case .stay: "stay"
    case .retry: "retry"
    case .resume: "resume"
    }
  }
}

extension Contract {
  /// What the contract says of something that may come, such as the name of a status code; empty for nothing.
  package func meaning(of trigger: Trigger) -> String {
    switch trigger {
    case .event(let event, _, .success): self[event].meaning
    case .event(_, _, .code(let number)):
      codes.first { $0.number == number }.map { code in
        code.meaning.isEmpty ? code.name : "\(code.name): \(code.meaning)"
      } ?? ""
    case .event(_, _, .error(let number?)):
      errors.first { $0.number == number }.map(\.name) ?? ""
    default: ""
    }
  }
}
