// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowRuntime
package import SimulatedWorlds
package import YAMLTree

/// What scenarios know of REL-ID.
extension World: SimulatedWorld {
  package static let contractName = "relid"
  package static var callNames: [String] { RELIDSimulator.callNames }
  package static var unknownCall: Int { Rejection.unknownCall.rawValue }

  package init?(_ node: YAMLNode, _ findings: inout [Diagnostic]) {
    let world = WorldReader.read(node)
    findings += world.findings
    guard let value = world.value else { return nil }
    self = value
  }

  package func sdks(on devices: [String?], _ clock: VirtualClock) -> [any StagedSDK] {
    let network = RELIDNetwork(world: self, clock: clock)
    return devices.map { $0.map { network.simulator(onDevice: $0) } ?? network.simulator }
  }
}

extension RELIDSimulator: StagedSDK {
  package func send(_ event: SDKEvent) { send(event, after: .zero) }
}
