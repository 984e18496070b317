// SPDX-License-Identifier: Apache-2.0

import Values

/// How a device becomes one of the user's: the code, the consent, the name.
extension Conversation {
  mutating func setActivationCode(_ arguments: Record) -> CallOutcome {
    guard case .activationCode(let purpose) = device.stage, let user = device.user else { return misplaced() }
    guard let code = arguments.code("activationCode") else { return .refused(.missingValue) }
    switch server.accounts[user.index].tryCode(code, at: now, for: server.rules.codeValidity) {
    case .right:
      return .reply(purpose == .unblock ? askPassword(.set, user, for: .unblock) : askSetUp(user, for: purpose))
    case .expired: return .reply(askCode(user, for: purpose, .expired))
    case .wrong: return .reply(askCode(user, for: purpose, .wrong))
    case .exhausted: return .reply(askUser(.blocked))
    }
  }

  mutating func resendActivationCode() -> CallOutcome {
    guard case .activationCode(let purpose) = device.stage, let user = device.user else { return misplaced() }
    guard server.accounts[user.index].resendCode(at: now) else { return .refused(.tooManyResends) }
    return .reply(askCode(user, for: purpose))
  }

  mutating func setUserConsentForLDA(_ arguments: Record) -> CallOutcome {
    guard case .consent(let purpose) = device.stage, let user = device.user else { return misplaced() }
    guard let isWanted = arguments.flag("shouldEnrollLDA") else { return .refused(.missingValue) }
    guard arguments.number("challengeMode") == ConsentMode.number(for: purpose),
      arguments.number("authenticationType") == device.authentication.rawValue
    else { return .refused(.notEchoed) }
    if purpose == .session { return switchOn(user, isWanted: isWanted) }
    guard isWanted else { return .reply(askPassword(.set, user, for: purpose)) }
    if let refusal = promptOwner() { return .reply(refusal) }
    device.enrol(user)
    return .reply(finish(user))
  }

  mutating func setDeviceName(_ arguments: Record) -> CallOutcome {
    guard device.stage == .deviceName, let user = device.user else { return misplaced() }
    guard let name = arguments.trimmedText("deviceName") else { return .refused(.missingValue) }
    device.name = name
    return .reply(signIn(user))
  }
}
