// SPDX-License-Identifier: Apache-2.0

import FlowCommand

@main
struct MFAFlow {
  static func main() { ToolProcess.run() }
}
