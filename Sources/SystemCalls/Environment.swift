// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// The variables of the environment of this process.
package enum Environment {
  /// Each as `NAME=value`.
  static var entries: [String] {
    var entries: [String] = []
    var place = system_environment()
    while let text = place?.pointee {
      entries.append(String(cString: text))
      place = place?.successor()
    }
    return entries
  }

  package static var names: [String] { entries.map { String($0.prefix { $0 != "=" }) } }

  /// Nil for one that is not set.
  package static func variable(_ name: String) -> String? { system_variable(name).map { String(cString: $0) } }
}
