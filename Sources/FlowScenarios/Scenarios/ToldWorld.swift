// SPDX-License-Identifier: Apache-2.0

package import SDKContract
import SimulatedWorlds
import YAMLTree

/// A world that nobody here understands: it is what the program that plays the SDK says it is.
///
/// It may hold passwords and keys, and shows none of them.
package struct ToldWorld: Sendable {
  private let node: YAMLNode

  init(_ node: YAMLNode) { self.node = node }

  /// As it was written, as a JSON object: what the program is told that is the SDK of this contract.
  package func json(for contract: Contract) -> String { node.worldJSON(secret: contract.secretNames) }
}

extension ToldWorld: CustomStringConvertible, CustomReflectable {
  /// What it is, and nothing of what is in it.
  package var description: String { "a world of a program's own" }
  /// Nothing: there is no way to print what it holds.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
