// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

/// An SDK that a scenario controls.
package protocol StagedSDK: Backend {
  /// Whether all that comes is an item of the scenario: then there are no replies to wait for.
  var isByHand: Bool { get }

  /// When its next event is due, since the start of the run; nil if none is under way.
  var nextEventTime: Duration? { get }

  /// Sends an event that no call has led to.
  func send(_ event: SDKEvent)

  /// Refuses the next call of that name at once.
  @discardableResult
  func refuseNext(_ call: String, with number: Int) -> Bool

  /// The calls that are still to be refused, by name.
  var pendingRefusals: [String] { get }

  /// Whether there was a reply to hold since they were held last.
  var hasHeldReplies: Bool { get }

  /// Keeps replies back until they are released.
  func holdReplies()

  /// Lets held replies go.
  func releaseReplies()
}

extension StagedSDK {
  /// Calls lead to replies, as those of any SDK do.
  package var isByHand: Bool { false }
}
