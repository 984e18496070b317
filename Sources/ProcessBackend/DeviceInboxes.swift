// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// What one process sends, by the devices that it is the SDK on.
struct DeviceInboxes: Sendable {
  /// In the order of the run; none where there is one device only, which has no name.
  let devices: [String]
  /// In the same order; never empty.
  let all: [EventInbox]

  init(_ devices: [String]) {
    self.devices = devices
    all = devices.isEmpty ? [EventInbox()] : devices.map { _ in EventInbox() }
  }

  /// - Parameter most: how many may wait on a device.
  /// - Throws: when there is no such device, or nobody can read so much.
  func put(_ event: SDKEvent, on device: String?, most: Int) throws(WireFault) {
    guard let place = device.map({ devices.firstIndex(of: $0) }) ?? 0 else {
      throw WireFault(
        "sent the event `\(event.name)` on \(Diagnostic.quoting(device ?? "")), which is no device of this run")
    }
    try all[place].put(event, most: most)
  }

  /// What came before an answer can be read from now on, on whatever device.
  ///
  /// - Parameter forGood: whether the rest can be read as it comes, too.
  func release(forGood: Bool = false) { for inbox in all { inbox.release(forGood: forGood) } }

  /// The first event behind the last answer, which nobody has heard; nil if there is none.
  var firstBehind: String? { all.lazy.compactMap(\.firstBehind).first }

  func fail(_ failure: BackendFailure) { for inbox in all { inbox.fail(failure) } }

  /// What comes now does not come unasked, on whatever device.
  func somebodyAsks() { for inbox in all { inbox.somebodyAsks() } }

  /// - Parameter isAlone: whether the answer says nothing but when something is due, and whether replies are held.
  func notePace(_ node: JSONNode, isAlone: Bool) throws(JSONProblem) {
    for (inbox, pace) in zip(all, try Pace.all(node, isAlone: isAlone, of: devices)) { inbox.pace(pace) }
  }
}
