// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowTrials
import RELIDSimulator
import SDKContract
import SimulatedWorlds

extension PacedSimulator {
  /// It speaks one contract.
  static func check(_ contract: Contract) throws(UsageProblem) {
    guard !World.isWorld(of: contract) else { return }
    throw UsageProblem(
      message: "there is no simulated \(Diagnostic.quoting(contract.name))",
      help: "check the program that is this SDK: `mfaflow backend verify 'process:COMMAND' --contract FILE`",
      command: "backend")
  }
}
