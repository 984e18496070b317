// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// The notifications of the user who is signed in, and what is answered to them.
extension Conversation {
  mutating func getNotifications(_ arguments: Record) -> CallOutcome {
    guard let user = signedInUser else { return notSignedIn() }
    guard let page = NotificationPage(arguments) else { return .refused(.missingValue) }
    let start = server.rules.start
    let found = server.notifications.enumerated()
      .filter { $1.user == user && $1.isThere(at: now) && isAwaited($1) && page.holds($1, start) }
      .sorted { ($0.element.created, $0.offset) > ($1.element.created, $1.offset) }
      .map(\.element)
    let event = SDKEvent.onGetNotifications(page.part(of: found), from: page.first, of: found.count, server.rules)
    return .reply(Delivery(event, opens: .signedIn))
  }

  mutating func updateNotification(_ arguments: Record) -> CallOutcome {
    guard let user = signedInUser else { return notSignedIn() }
    guard let id = arguments.text("notificationID"), let action = arguments.text("response") else {
      return .refused(.missingValue)
    }
    let answer = PendingAnswer(notification: id, action: action)
    guard let place = place(of: answer, user), server.notifications[place].needsCheck(for: action),
      refusal(of: answer, at: place) == nil
    else { return .reply(settle(answer, user)) }
    device.answer = answer
    return .reply(check(user, for: answer))
  }

  /// The password for an answer that counts only with it.
  mutating func authorize(_ password: Secret, of user: AccountID) -> CallOutcome {
    guard let answer = device.answer else { return misplaced() }
    switch server.accounts[user.index].tryPassword(password) {
    case .right where server[user].isPasswordExpired: return .reply(outcome(.passwordExpired, of: answer))
    case .right: return .reply(settle(answer, user))
    case .wrong: return .reply(askPassword(.authorize, user, for: .session, status: .wrong))
    case .exhausted: return .reply(outcome(.attemptsExhausted, of: answer))
    }
  }

  /// Checks the user by what let the user in: the device's own authentication, or the password.
  private mutating func check(_ user: AccountID, for answer: PendingAnswer) -> Delivery {
    guard device.letOwnerIn else { return askPassword(.authorize, user, for: .session) }
    if device.biometric.next() == .accept { return settle(answer, user) }
    guard server[user].password == nil else { return askPassword(.authorize, user, for: .session) }
    device.answer = nil
    return Delivery(.onUpdateNotification(answer.notification, error: LDAError.stepUpCancelled), opens: .signedIn)
  }

  private mutating func settle(_ answer: PendingAnswer, _ user: AccountID) -> Delivery {
    guard let place = place(of: answer, user) else { return outcome(.unknown, of: answer) }
    if let refusal = refusal(of: answer, at: place) { return outcome(refusal, of: answer) }
    let notification = server.notifications[place]
    server.notifications[place].actionPerformed = answer.action
    tellWaitingDevice(notification, answer.action)
    return outcome(.ok, of: answer)
  }

  private func place(of answer: PendingAnswer, _ user: AccountID) -> Int? {
    server.notifications.firstIndex { $0.id == answer.notification && $0.user == user && $0.created <= now }
  }

  /// Why the answer does not count; nil if it does.
  private func refusal(of answer: PendingAnswer, at place: Int) -> NotificationStatus? {
    let notification = server.notifications[place]
    if !notification.actionPerformed.isEmpty { return .alreadyAnswered }
    if notification.isExpired(at: now) || !isAwaited(notification) { return .expired }
    return notification.actions.contains { $0.name == answer.action } ? nil : .actionNotOffered
  }

  private mutating func outcome(_ status: NotificationStatus, of answer: PendingAnswer) -> Delivery {
    device.answer = nil
    return Delivery(.onUpdateNotification(answer.notification, status), opens: .signedIn)
  }
}

/// Which notifications a call asks for.
private struct NotificationPage {
  /// Counted from 1, the newest first.
  let first: Int
  /// 0 for all.
  private let count: Int
  /// Empty for any.
  private let enterprise: String
  private let from: WorldDate?
  private let to: WorldDate?

  /// Nil if an argument is out of bounds or of another type.
  init?(_ arguments: Record) {
    guard let count = Self.number(arguments, "recordCount", 0), count >= 0,
      let first = Self.number(arguments, "startIndex", 1), first >= 1,
      let enterprise = Self.text(arguments, "enterpriseID"),
      let from = Self.text(arguments, "startDate"), let to = Self.text(arguments, "endDate")
    else { return nil }
    let (fromDate, toDate) = (WorldDate.read(from), WorldDate.read(to))
    guard from.isEmpty || fromDate != nil, to.isEmpty || toDate != nil else { return nil }
    self.count = count
    self.first = first
    self.enterprise = enterprise
    self.from = fromDate?.date
    self.to = toDate.map { $0.precision == .day ? $0.date.endOfDay : $0.date }
  }

  func holds(_ notification: Notification, _ start: WorldDate) -> Bool {
    let date = start.moved(by: notification.created)
    return (enterprise.isEmpty || notification.enterprise == enterprise) && from.map { $0 <= date } ?? true
      && to.map { date <= $0 } ?? true
  }

  func part(of found: [Notification]) -> ArraySlice<Notification> {
    let rest = found.dropFirst(first - 1)
    return count == 0 ? rest : rest.prefix(count)
  }

  private static func number(_ arguments: Record, _ name: String, _ usual: Int) -> Int? {
    arguments[name] == nil ? usual : arguments.number(name)
  }

  private static func text(_ arguments: Record, _ name: String) -> String? {
    switch arguments[name] {
    case nil: ""
    case .text(let text): text
    default: nil
    }
  }
}
