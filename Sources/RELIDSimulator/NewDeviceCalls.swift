// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// How a user who is known adds a device: by an approval on another one, or by a code.
extension Conversation {
  /// With false, the user has cancelled, and nothing is sent: which event comes then is not documented, so that the SDK
  /// starts again.
  mutating func performVerifyAuth(_ arguments: Record) -> CallOutcome {
    guard device.stage == .newDevice, let user = device.user else { return misplaced() }
    guard let isWanted = arguments.flag("verifyAuthStatus") else { return .refused(.missingValue) }
    device.request = nil
    guard isWanted else {
      device.forgetUser()
      return .reply(askUser())
    }
    let approval = server.rules.approval
    if hasOtherDevice(user) { return requestApproval(of: user, approval) }
    if approval.answer == .ignore || approval.expiry.map({ $0 <= approval.delay }) ?? false {
      return waitInVain(for: server.drawKey(), approval)
    }
    var reply = approval.answer == .approve ? askSetUp(user, for: .newDevice) : rejected(user, approval)
    reply.delay = approval.delay
    return .reply(reply)
  }

  /// Also while an approval is awaited, which is given up.
  mutating func fallbackNewDeviceActivationFlow() -> CallOutcome {
    guard device.stage == .newDevice, let user = device.user else { return misplaced() }
    device.request = nil
    return .reply(sendCode(to: user, for: .newDevice))
  }

  /// Nobody has answered in time: what comes of it; nil if nobody waits any more.
  mutating func expire(_ request: String) -> SDKEvent? {
    guard device.request == request, device.stage == .newDevice else { return nil }
    device.request = nil
    let delivery = askUser(error: server.rules.approval.expiredError)
    device.stage = .user(blocked: nil)
    return delivery.event
  }

  /// Whether a device waits for the answer to this notification.
  func isAwaited(_ notification: Notification) -> Bool {
    guard let place = notification.waitingDevice else { return true }
    return devices[place].request == notification.id && devices[place].stage == .newDevice
  }

  /// The device that waits hears of the answer.
  mutating func tellWaitingDevice(_ notification: Notification, _ action: String) {
    guard let place = notification.waitingDevice else { return }
    let approval = server.rules.approval
    let delivery = on(place) { there in
      there.device.request = nil
      return action == Approval.approve
        ? there.askSetUp(notification.user, for: .newDevice) : there.rejected(notification.user, approval)
    }
    letters.append(Letter(device: place, delivery: delivery))
  }

  private mutating func rejected(_ user: AccountID, _ approval: Approval) -> Delivery {
    approval.rejected == .fallback ? sendCode(to: user, for: .newDevice) : askUser(error: approval.rejectedError)
  }

  /// Whether the world holds a device of the user's besides this one.
  private func hasOtherDevice(_ user: AccountID) -> Bool {
    devices.indices.contains { $0 != speaker && server[user].devices.contains(devices[$0].id) }
  }

  private mutating func requestApproval(of user: AccountID, _ approval: Approval) -> CallOutcome {
    let id = server.drawKey()
    let level = approval.authLevel
    server.notifications.append(
      Notification(
        id: id, user: user, subject: "New device", message: "Do you want to add \(device.name)?", created: now,
        expires: approval.expiry.map { now + $0 },
        actions: [
          .init(name: Approval.approve, label: Approval.approve, authLevel: level),
          .init(name: Approval.reject, label: Approval.reject, authLevel: 0),
        ], waitingDevice: speaker))
    return waitInVain(for: id, approval)
  }

  /// Taken, and nothing comes of it by itself but its end.
  private mutating func waitInVain(for request: String, _ approval: Approval) -> CallOutcome {
    device.request = request
    guard let expiry = approval.expiry else { return .accepted }
    return .waits(Delivery(due: .expires(request: request), delay: expiry))
  }
}
