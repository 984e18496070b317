// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What is shown by a biometric alone, which counts only together with something that the user has.
///
/// Source: NIST SP 800-63B-4 section 3.2.3.
extension [Proof] {
  /// The biometrics that do not count, as nothing that the user has is shown beside them.
  var loneBiometrics: [Proof] { counted.count == count ? [] : filter { $0.factor == .inherence } }
}

extension RequiredLine {
  /// Whether biometrics that do not count are all that is missing: with something that the user has, what is shown would do.
  func lacksPossession(besides shown: [Proof], in contract: Contract) -> Bool {
    after == nil && !shown.loneBiometrics.isEmpty && isMet(by: shown, in: contract)
  }
}
