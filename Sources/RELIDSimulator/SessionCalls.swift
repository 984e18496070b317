// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// From the start of the SDK to the question who signs in, and out again.
extension Conversation {
  mutating func initialize(isBusy: Bool) -> CallOutcome {
    switch device.stage {
    case .off, .dead:
      if isBusy { return .refused(.stillInitializing) }
      device.stage = .off
      device.forgetUser()
      device.threats = ThreatDecisions()
      let session = server.drawKey()
      return .replies(Delivery(.onInitialized(session: session), opens: .idle), firstChallenge(), answer: 1)
    default:
      return .refused(.alreadyInitialized)
    }
  }

  mutating func terminate() -> CallOutcome {
    guard device.stage != .off, device.stage != .dead else { return misplaced() }
    device.forgetUser()
    return .reply(Delivery(.onTerminate(), opens: .off))
  }

  /// Who signs in; or, where the server says so, the first challenge of the user who is remembered.
  private mutating func firstChallenge() -> Delivery {
    let isAutomatic: Bool
    switch server.rules.remembering {
    case .auto: isAutomatic = true
    case .semiAuto: isAutomatic = device.remembered.count == 1
    case .manual, .none: isAutomatic = false
    }
    guard isAutomatic, let user = server.account(named: device.recent), !device.authenticates(user),
      server[user].block == nil, server[user].devices.contains(device.id)
    else { return askUser() }
    return identify(user)
  }

  mutating func setUser(_ arguments: Record) -> CallOutcome {
    guard case .user = device.stage else { return misplaced() }
    guard let name = arguments.trimmedText("userName") else { return .refused(.missingValue) }
    guard let user = server.account(named: name) else {
      device.forgetUser()
      return .reply(askUser(.notValid))
    }
    return .reply(identify(user))
  }

  /// What a user who is known is asked for first.
  private mutating func identify(_ user: AccountID) -> Delivery {
    device.forgetUser()
    device.user = user
    if let block = server[user].block {
      return askUser(UserStatus(block), blocked: block == .password ? user : nil)
    }
    guard server[user].isActivated else { return askCode(user, for: .activation) }
    guard server[user].devices.contains(device.id) else {
      return Delivery(.getAddNewDeviceOptions(of: server[user], server.rules.newDeviceOptions), opens: .newDevice)
    }
    guard device.authenticates(user) else { return askPassword(.verify, user, for: .login) }
    return promptOwner() ?? signIn(user)
  }

  /// Only right after status 141.
  ///
  /// The block stays until a new password is set.
  mutating func resetBlockedUserAccount() -> CallOutcome {
    guard case .user(let blocked?) = device.stage else { return misplaced() }
    device.user = blocked
    return .reply(sendCode(to: blocked, for: .unblock))
  }

  mutating func resetAuthState() -> CallOutcome {
    switch device.stage.phase {
    case .off, .dead: return .refused(.notInitialized)
    case .signedIn: return .refused(.wrongPhase)
    case .beforeLogin:
      device.forgetUser()
      return .reply(askUser())
    }
  }

  mutating func logOff(_ arguments: Record) -> CallOutcome {
    guard let user = signedInUser else { return notSignedIn() }
    guard let name = arguments.trimmedText("userID") else { return .refused(.missingValue) }
    guard name.isSpelled(like: server[user].name) else { return .refused(.notEchoed) }
    device.forgetUser()
    return .replies(Delivery(.onUserLoggedOff(server[user]), opens: .idle), askUser(), answer: 0)
  }

  /// The SDK logs off by itself; nil if nobody is signed in.
  func loggingOff() -> CallOutcome? {
    guard let user = signedInUser else { return nil }
    return .replies(Delivery(.onUserLoggedOff(server[user]), opens: .idle), askUser(), answer: 0)
  }

  /// Whether the session can be extended is for its clock to say.
  mutating func extendSessionIdleTimeout() -> CallOutcome {
    switch device.stage.phase {
    case .off, .dead: return .refused(.notInitialized)
    case .beforeLogin, .signedIn:
      return .reply(Delivery(.onSessionExtensionResponse(of: signedInUser.map { server[$0] }), effect: .extends))
    }
  }

  /// Whether the SDK logs the user off after an event, as it does when a password has expired or attempts are spent.
  func logsOff(after event: SDKEvent) -> Bool {
    switch event.name {
    case "onUpdateNotification": event.endsSession
    case "onUpdateCredentialResponse":
      event.endsSession || (event.isSuccess && server.rules.logsOffAfterUpdate)
    case "onDeviceAuthManagementStatus": event.error == LDAError.attemptsExhausted
    default: false
    }
  }
}

extension SDKEvent {
  fileprivate var endsSession: Bool {
    error == 0
      && (status == NotificationStatus.passwordExpired.rawValue
        || status == NotificationStatus.attemptsExhausted.rawValue)
  }

  /// The session is extended: status 100 says so, and nothing else.
  var hasExtended: Bool { error == 0 && status == 100 }

  /// No error, and no status that is none.
  var isSuccess: Bool { error == 0 && (status ?? 0 == 0 || status == 100) }
}
