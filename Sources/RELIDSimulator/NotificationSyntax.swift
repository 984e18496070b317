// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// A notification of a world file, which waits for a user from the start of the run, or comes later.
struct NotificationSyntax {
  let id: Spanned<String>
  private let subject: String
  private let message: String
  private let enterprise: String
  private let actions: [Notification.Action]
  private let created: Duration
  private let expires: Duration?
  private let processed: String

  private static let keys = Shape.notification.names
  private static let actionKeys = Shape.action.names

  /// Nil, and findings, if the node is no notification.
  ///
  /// - Parameter start: when the run's time is zero.
  init?(_ node: YAMLNode, from start: WorldDate, _ findings: inout [Diagnostic]) {
    guard let map = node.mapping("a notification", keys: Self.keys, &findings),
      let id = map.require("uuid", of: "a notification", &findings)?.text("`uuid`", &findings)
    else { return nil }
    func text(_ key: String) -> String { map.value(of: key)?.text("`\(key)`", &findings)?.value ?? "" }
    self.id = id
    subject = text("subject")
    message = text("message")
    enterprise = text("enterprise")
    actions = (map["actions"]?.sequence("`actions`", &findings) ?? []).compactMap { Self.action($0, &findings) }
    created = map["createdAt"]?.moment("`createdAt`", &findings)?.since(start) ?? .zero
    expires = map["expiresAfter"]?.span("`expiresAfter`", &findings)
    let answer = map["processed"]?.text("`processed`", &findings)
    if let answer, !actions.contains(where: { $0.name == answer.value }) {
      findings.append(.unknownWord(answer, "`processed`", actions.map(\.name)))
    }
    processed = answer?.value ?? ""
  }

  private static func action(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> Notification.Action? {
    guard let map = node.mapping("an action", keys: actionKeys, &findings),
      let name = map.require("action", of: "an action", &findings)?.text("`action`", &findings)
    else { return nil }
    return Notification.Action(
      name: name.value, label: map["label"]?.text("`label`", &findings)?.value ?? name.value,
      authLevel: map["authLevel"]?.amount("`authLevel`", &findings) ?? 0)
  }

  /// The notifications of all users.
  static func joined(_ users: [UserSyntax], _ findings: inout [Diagnostic]) -> [Notification] {
    var seen: [String: SourceRange] = [:]
    var joined: [Notification] = []
    for (index, user) in users.enumerated() {
      for syntax in user.notifications {
        let id = syntax.id
        if let first = seen[id.value] {
          findings.append(.idTwice("notification", id.value, at: id.range, first: first))
        }
        seen[id.value] = id.range
        joined.append(syntax.notification(of: AccountID(index: index)))
      }
    }
    return joined
  }

  private func notification(of user: AccountID) -> Notification {
    Notification(
      id: id.value, user: user, subject: subject, message: message, enterprise: enterprise, created: created,
      expires: expires.map { created + $0 }, actions: actions, actionPerformed: processed)
  }
}
