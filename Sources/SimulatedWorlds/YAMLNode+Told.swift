// SPDX-License-Identifier: Apache-2.0

import Redaction
package import YAMLTree

extension YAMLNode {
  /// A world as a program is told it: codes and passwords are texts, with quotes or without, since that is what a user
  /// types.
  ///
  /// - Parameter names: what is secret besides, in small letters: the parameters of a contract.
  package func worldJSON(secret names: Set<String> = []) -> String {
    json(withTextsUnder: Self.secretNames.union(names))
  }

  private static let secretNames = SecretNames.usual.union(["passwordhistory"])
}
