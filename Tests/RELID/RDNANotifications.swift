// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

public final class RDNANotificationBody {
  public let subject: String?
  public let message: String?

  public init(subject: String?, message: String?) {
    self.subject = subject
    self.message = message
  }
}

public final class RDNANotificationAction {
  public let action: String?
  public let label: String?

  public init(action: String?, label: String?) {
    self.action = action
    self.label = label
  }
}

public final class RDNANotification {
  public var notification_uuid: String?
  public var body: [RDNANotificationBody]?
  public var create_ts: String?
  public var create_ts_epoch: Double = 0
  public var expiry_timestamp: String?
  public var action_performed: String?
  public var actions: [RDNANotificationAction]?

  public init() {}
}

public final class RDNANotificationResponse {
  public let notifications: [RDNANotification]?

  public init(_ notifications: [RDNANotification]?) { self.notifications = notifications }
}

public final class RDNAStatusGetNotifications {
  public let notificationResponse: RDNANotificationResponse?

  public init(_ notificationResponse: RDNANotificationResponse?) { self.notificationResponse = notificationResponse }
}

public final class RDNAStatusUpdateNotification {
  public let statusCode: Int
  public let statusMessage: String?

  public init(statusCode: Int, statusMessage: String? = nil) {
    self.statusCode = statusCode
    self.statusMessage = statusMessage
  }
}
