// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
@preconcurrency import RELID
import Values

extension SDKEvent {
  /// An event with the server's response and the SDK's error, under the names of the contract.
  init(_ name: String, _ fields: [Record.Field], _ response: RDNAChallengeResponse, _ error: RDNAError) {
    self.init(name, fields, response.status, error)
  }

  /// An event with a status and the SDK's error.
  init(_ name: String, _ fields: [Record.Field], _ status: RDNARequestStatus, _ error: RDNAError) {
    self.init(
      name, data: Record(fields), status: number(status.statusCode), statusMessage: spoken(status.statusMessage),
      error: number(error.longErrorCode), errorMessage: spoken(error.errorString))
  }
}

extension RDNAChallengeResponse {
  /// The session; its type also without an id, since an invalid session may have none.
  var sessionFields: [Record.Field] {
    let type = Record.Field("sessionType", .int(number(sessionInfo.sessionType.rawValue)))
    return (spoken(sessionInfo.sessionID).map { [Record.Field("sessionID", .text($0))] } ?? []) + [type]
  }

  /// What the server says beside the challenge, under one of these keys; nil if it does not.
  func said(under keys: String...) -> String? {
    keys.lazy.compactMap { key in self.info.first { $0.key == key }?.value }.first { !$0.isEmpty }
  }

  /// The same, as a flag; nil where it is neither yes nor no.
  func flag(under key: String) -> Bool? { said(under: key).flatMap(PolicyText.flag) }
}

extension RDNAThreat {
  /// As the contract has it.
  var record: Value {
    let texts: [(name: String, text: String)] = [
      ("threatName", threatName), ("threatMsg", threatMsg), ("threatReason", threatReason),
      ("threatCategory", threatCategory), ("threatSeverity", threatSeverity),
    ]
    let network = [
      ("bssid", networkInfo.bssid), ("ssid", networkInfo.ssid), ("maliciousAddress", networkInfo.maliciousAddress),
      ("maliciousMacAddress", networkInfo.maliciousMacAddress),
    ]
    let app = [("appName", appInfo.appName), ("appSha256", appInfo.appSha256), ("packageName", appInfo.packageName)]
    var fields = [Record.Field("threatId", .int(number(threatId)))] + Self.fields(texts)
    for (name, texts) in [("networkInfo", network), ("appInfo", app)] {
      let inner = Self.fields(texts)
      if !inner.isEmpty { fields.append(Record.Field(name, .record(Record(inner)))) }
    }
    return .record(Record(fields))
  }

  private static func fields(_ texts: [(name: String, text: String)]) -> [Record.Field] {
    texts.compactMap { name, text in spoken(text).map { Record.Field(name, .text($0)) } }
  }
}

extension RDNANotification {
  /// As the contract has it, of its bodies the first; nil where it lacks its id, its subject or its message.
  var record: Value? {
    guard let id = spoken(notification_uuid), let first = body?.first, let subject = first.subject,
      let message = first.message
    else { return nil }
    var fields = [
      Record.Field("uuid", .text(id)), Record.Field("subject", .text(subject)), Record.Field("message", .text(message)),
    ]
    let texts = [("createdAt", create_ts), ("expiresAt", expiry_timestamp)]
    fields += texts.compactMap { name, text in spoken(text).map { Record.Field(name, .text($0)) } }
    fields.append(Record.Field("createdAtEpoch", .int(number(create_ts_epoch))))
    // Always there, since a flow asks by it whether it was answered: nobody has, where it is missing.
    fields.append(Record.Field("actionPerformed", .text(spoken(action_performed) ?? "")))
    // An action without a value could not be answered, and one without a label not be shown.
    let offers = (actions ?? []).compactMap { offer -> Value? in
      guard let action = spoken(offer.action), let label = spoken(offer.label) else { return nil }
      return .record(["action": .text(action), "label": .text(label)])
    }
    fields.append(Record.Field("actions", .list(offers)))
    return .record(Record(fields))
  }
}
