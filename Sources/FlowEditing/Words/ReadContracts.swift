// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract

/// Contracts of the workspace, each read once as long as its text stays the same; the last good one stays while it is broken.
final class ReadContracts {
  private var known: [String: (text: EditedText, contract: Contract?)] = [:]

  func contract(in text: EditedText) -> Contract? {
    if let known = known[text.path], known.text === text { return known.contract }
    let contract = ContractReader.read(text.file).value ?? known[text.path]?.contract
    if known.count > 64 { known = [:] }
    known[text.path] = (text, contract)
    return contract
  }
}
