// SPDX-License-Identifier: Apache-2.0

package import SDKContract

extension CallUse {
  /// The call with what it hands over, each value with where it comes from: `setPassword(password: $newPassword)`.
  ///
  /// What comes from the input of the same name is told by its name alone.
  package func words(_ contract: Contract, at step: Step) -> String {
    let name = contract[call].name
    guard !arguments.isEmpty else { return name }
    let told = arguments.map { argument in
      let origin = argument.source.reference(at: step) ?? value(argument, of: contract[call])
      return origin.map { $0 == "$" + argument.name ? argument.name : "\(argument.name): \($0)" } ?? argument.name
    }
    return "\(name)(\(told.joined(separator: ", ")))"
  }
}

extension CallUse.Argument.Source {
  /// As a flow writes it; nil for a value that is written there itself.
  fileprivate func reference(at step: Step) -> String? {
    switch self {
    case .literal: nil
    case .input(let index): "$" + step.inputs[index].name
    case .event(let path): "$" + (["event"] + path).joined(separator: ".")
    case .picked(let index, let path): "$" + ([step.inputs[index].name] + path).joined(separator: ".")
    case .user: "$user"
    }
  }
}
