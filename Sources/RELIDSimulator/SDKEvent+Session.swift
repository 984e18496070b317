// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// The events of a user who is signed in, with the names and fields that the contract gives them.
extension SDKEvent {
  /// - Parameters:
  ///   - account: nil while nobody is signed in.
  ///   - left: how long the session still lasts.
  static func onSessionTimeOutNotification(
    of account: Account?, _ message: String, left: Duration, canBeExtended: Bool
  ) -> SDKEvent {
    var fields = account.map { [Record.Field("userID", .text($0.name))] } ?? []
    fields += [
      .init("message", .text(message)),
      .init("timeLeftInSeconds", .int(Int((max(left, .zero).milliseconds + 499) / 1000))),
      .init("sessionCanBeExtended", .int(canBeExtended ? 1 : 0)), .init("sessionType", .int(account == nil ? 0 : 1)),
    ]
    return SDKEvent("onSessionTimeOutNotification", data: Record(fields))
  }

  static func onSessionTimeout() -> SDKEvent {
    SDKEvent("onSessionTimeout", data: Record([.init("message", .text("Your session has ended."))]))
  }

  /// - Parameters:
  ///   - first: the place of the first one, from 1.
  ///   - total: how many there are.
  static func onGetNotifications(
    _ notifications: ArraySlice<Notification>, from first: Int, of total: Int, _ rules: ServerRules
  ) -> SDKEvent {
    var fields: [Record.Field] = []
    if !notifications.isEmpty || rules.emptyNotifications == .list {
      fields.append(.init("notifications", .list(notifications.map { $0.record(from: rules.start) })))
    }
    fields += [
      .init("start", .int(first)), .init("count", .int(notifications.count)), .init("total", .int(total)),
    ]
    return SDKEvent("onGetNotifications", data: Record(fields), status: 100)
  }

  static func onUpdateNotification(_ id: String, _ status: NotificationStatus) -> SDKEvent {
    SDKEvent(
      "onUpdateNotification", data: Record([.init("uuid", .text(id))]), status: status.rawValue,
      statusMessage: status.message)
  }

  static func onUpdateNotification(_ id: String, error: Int) -> SDKEvent {
    SDKEvent("onUpdateNotification", data: Record([.init("uuid", .text(id))]), error: error)
  }

  static func onCredentialsAvailableForUpdate(of account: Account, _ options: [Value]) -> SDKEvent {
    SDKEvent(
      "onCredentialsAvailableForUpdate",
      data: Record([.init("userID", .text(account.name)), .init("options", .list(options))]), status: 100)
  }

  static func onUpdateCredentialResponse(
    of account: Account, _ credential: String, _ status: CredentialStatus
  ) -> SDKEvent {
    SDKEvent(
      "onUpdateCredentialResponse",
      data: Record([.init("userID", .text(account.name)), .init("credType", .text(credential))]),
      status: status.rawValue, statusMessage: status.message)
  }

  static func onDeviceAuthManagementStatus(
    of account: Account, isOn: Bool, _ authentication: LocalAuthentication, error: Int
  ) -> SDKEvent {
    SDKEvent(
      "onDeviceAuthManagementStatus",
      data: Record([
        .init("userID", .text(account.name)), .init("isEnabled", .int(isOn ? 1 : 0)),
        .init("authenticationType", .int(authentication.rawValue)),
      ]), status: error == 0 ? 100 : nil, error: error)
  }
}

extension Notification {
  /// As an event carries it.
  ///
  /// - Parameter start: when the run's time is zero.
  fileprivate func record(from start: WorldDate) -> Value {
    let date = start.moved(by: created)
    var fields: [Record.Field] = [
      .init("uuid", .text(id)), .init("subject", .text(subject)), .init("message", .text(message)),
      .init("createdAt", .text(date.text)), .init("createdAtEpoch", .int(date.seconds)),
    ]
    if let expires { fields.append(.init("expiresAt", .text(start.moved(by: expires).text))) }
    let offers = actions.map { action in
      Value.record([
        "action": .text(action.name), "label": .text(action.label), "authLevel": .text("\(action.authLevel)"),
      ])
    }
    fields += [.init("actionPerformed", .text(actionPerformed)), .init("actions", .list(offers))]
    return .record(Record(fields))
  }
}
