// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Contract {
  /// A number for everything that the contract says; how its text is laid out does not count.
  package var fingerprint: String {
    var packer = ContractPacker()
    packer.contract(self)
    var fingerprint = Fingerprint()
    fingerprint.add(packer.bytes)
    return fingerprint.text
  }
}
