// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowRuntime
package import SDKContract
package import YAMLTree

/// A world that an SDK is simulated in: all that scenarios know of a simulated SDK, whichever it is.
package protocol SimulatedWorld: Sendable {
  /// The name of the contract of the SDK that lives in such a world.
  static var contractName: String { get }

  /// The calls that this SDK takes, by the names they have in flows.
  static var callNames: [String] { get }

  /// The number with which it refuses every other call.
  static var unknownCall: Int { get }

  /// A world of which nothing is said.
  init()

  /// The world as a file describes it; nil, with findings, if anything is wrong with it.
  init?(_ node: YAMLNode, _ findings: inout [Diagnostic])

  /// The world as it was written, as a JSON object; nil for one that no file tells of.
  var json: String? { get }

  /// The events that it writes out for the SDK to send.
  var writtenEvents: [WrittenEvent] { get }

  /// A new SDK for each of the devices; all of them have the same server.
  ///
  /// - Parameter devices: by name; nil for the world's own device.
  func sdks(on devices: [String?], _ clock: VirtualClock) -> [any StagedSDK]
}

extension SimulatedWorld {
  /// Whether the SDK of this contract lives in such worlds.
  package static func isWorld(of contract: Contract) -> Bool { contract.name == contractName }
}
