// SPDX-License-Identifier: Apache-2.0

import RELID

/// An SDK that writes down what is called, and says what it was told to.
final class ScriptedSDK: RDNAScript {
  let rdna = RDNA()
  var calls: [(method: String, arguments: [Any])] = []
  /// The number with which the next calls are refused; 0 for none.
  var code: Int64 = 0

  init() { rdna.script = self }

  func called(_ method: String, _ arguments: [Any]) -> RDNAError {
    calls.append((method, arguments))
    return RDNAError(longErrorCode: code, errorString: code == 0 ? nil : "refused")
  }
}
