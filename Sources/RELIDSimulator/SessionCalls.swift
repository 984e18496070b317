// SPDX-License-Identifier: Apache-2.0

import Values

/// From the start of the SDK to the question who signs in, and out again.
extension Conversation {
  mutating func initialize(isBusy: Bool) -> Reaction {
    switch device.stage {
    case .off, .dead:
      if isBusy { return .refused(.stillInitializing) }
      device.user = nil
      let session = server.drawKey()
      return .replies(Delivery(.onInitialized(session: session), opens: .idle), firstChallenge(), answer: 1)
    default:
      return .refused(.alreadyInitialized)
    }
  }

  mutating func terminate() -> Reaction {
    guard device.stage != .off, device.stage != .dead else { return misplaced() }
    device.user = nil
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

  mutating func setUser(_ arguments: Record) -> Reaction {
    guard case .user = device.stage else { return misplaced() }
    guard let name = arguments.trimmedText("userName") else { return .refused(.missingValue) }
    guard let user = server.account(named: name) else {
      device.user = nil
      return .reply(askUser(.notValid))
    }
    return .reply(identify(user))
  }

  /// What a user who is known is asked for first.
  private mutating func identify(_ user: AccountID) -> Delivery {
    device.user = user
    let account = server[user]
    if let block = account.block {
      return askUser(UserStatus(block), blocked: block == .password ? user : nil)
    }
    guard account.isActivated else { return askCode(user, for: .activation) }
    guard account.devices.contains(device.id) else {
      return Delivery(.getAddNewDeviceOptions(of: account, server.rules.newDeviceOptions), opens: .newDevice)
    }
    guard device.authenticates(user) else { return askPassword(.verify, user, for: .login) }
    return promptOwner() ?? signIn(user)
  }

  /// Only right after status 141.
  ///
  /// The block stays until a new password is set.
  mutating func resetBlockedUserAccount() -> Reaction {
    guard case .user(let blocked?) = device.stage else { return misplaced() }
    device.user = blocked
    return .reply(askCode(blocked, for: .unblock))
  }

  mutating func resetAuthState() -> Reaction {
    guard device.stage.isBeforeLogin else { return misplaced() }
    device.user = nil
    return .reply(askUser())
  }

  mutating func logOff(_ arguments: Record) -> Reaction {
    guard device.stage == .signedIn, let user = device.user else {
      return device.stage.isBeforeLogin ? .refused(.wrongPhase) : .refused(.notInitialized)
    }
    guard let name = arguments.trimmedText("userID") else { return .refused(.missingValue) }
    guard name == server[user].name else { return .refused(.notEchoed) }
    device.user = nil
    return .replies(Delivery(.onUserLoggedOff(server[user]), opens: .idle), askUser(), answer: 0)
  }

  /// A decision against any of the threats shuts the SDK down, which it says with the same threats.
  mutating func takeActionOnThreats(_ arguments: Record) -> Reaction {
    guard device.stage != .dead else { return misplaced() }
    guard let threats = arguments.list("threats"), !threats.isEmpty else { return .refused(.missingValue) }
    var isRefused = false
    for threat in threats {
      guard case .record(let threat) = threat, let proceeds = threat.flag("shouldProceedWithThreats") else {
        return .refused(.missingValue)
      }
      if !proceeds { isRefused = true }
    }
    return isRefused ? .reply(Delivery(.onTerminateWithThreats(threats), opens: .dead)) : .accepted
  }

  mutating func extendSessionIdleTimeout() -> Reaction {
    guard device.stage == .signedIn || device.stage.isBeforeLogin else { return misplaced() }
    let account = device.stage == .signedIn ? device.user.map { server[$0] } : nil
    return .reply(Delivery(.onSessionExtensionResponse(of: account), effect: .nothing))
  }
}
