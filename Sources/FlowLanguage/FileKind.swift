// SPDX-License-Identifier: Apache-2.0

/// A kind of file that people write.
package enum FileKind: String, Sendable, CaseIterable {
  case flow, part, catalogue, contract, scenarios, world, answers, config

  /// What such a file holds.
  package var shape: Shape {
    switch self {
    case .flow: .flow
    case .part: .part
    case .catalogue: .catalogue
    case .contract: .contract
    case .scenarios: .scenarios
    case .world: .world
    case .answers: .answers
    case .config: .config
    }
  }
}
