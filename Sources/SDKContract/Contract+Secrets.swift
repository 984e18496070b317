// SPDX-License-Identifier: Apache-2.0

import Values

extension Contract {
  /// What its calls take in confidence, such as a password, by the names of the parameters in small letters.
  package var secretNames: Set<String> {
    Set(calls.flatMap(\.parameters).filter { $0.type == .secret }.map { $0.name.lowercased() })
  }
}
