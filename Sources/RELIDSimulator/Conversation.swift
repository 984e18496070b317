// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// A server and a device that talk: what each call does to both, and which event it leads to.
///
/// The server changes when a call is made; what the device waits for changes when the event arrives.
struct Conversation: Sendable {
  var server: SimulatedServer
  var device: SimulatedDevice

  init(_ world: World, device description: World.Device) {
    server = SimulatedServer(world)
    device = SimulatedDevice(description)
  }

  /// What a call leads to.
  ///
  /// - Parameter isBusy: whether the reply to an earlier call is under way.
  mutating func react(to call: CallName, _ arguments: Record, isBusy: Bool) -> Reaction {
    if isBusy, !call.mayInterrupt { return .refused(.busy) }
    switch call {
    case .initialize: return initialize(isBusy: isBusy)
    case .terminate: return terminate()
    case .setUser: return setUser(arguments)
    case .setActivationCode: return setActivationCode(arguments)
    case .resendActivationCode: return resendActivationCode()
    case .setUserConsentForLDA: return setUserConsentForLDA(arguments)
    case .setPassword: return setPassword(arguments)
    case .updatePassword: return updatePassword(arguments)
    case .forgotPassword: return forgotPassword()
    case .setDeviceName: return setDeviceName(arguments)
    case .performVerifyAuth: return performVerifyAuth(arguments)
    case .fallbackNewDeviceActivationFlow: return fallbackNewDeviceActivationFlow()
    case .resetBlockedUserAccount: return resetBlockedUserAccount()
    case .resetAuthState: return resetAuthState()
    case .logOff: return logOff(arguments)
    case .takeActionOnThreats: return takeActionOnThreats(arguments)
    case .extendSessionIdleTimeout: return extendSessionIdleTimeout()
    case .setDeviceToken: return arguments.secret("token") == nil ? .refused(.missingValue) : .accepted
    case .getSDKVersion: return .accepted
    }
  }

  /// What an event changes on the device when it arrives.
  mutating func arrive(_ delivery: Delivery) {
    switch delivery.effect {
    case .opens(let stage): device.stage = stage
    case .nothing: break
    case .asNamed:
      let event = delivery.event
      guard let stage = Stage.opened(by: event, user: device.user) else { return }
      device.stage = stage
      if let name = event.data.trimmedText("userID"), let user = server.account(named: name) { device.user = user }
    }
  }

  /// The refusal of a call that does not fit to what the SDK asks: of the phase if there is nothing to answer at all.
  func misplaced() -> Reaction {
    switch device.stage {
    case .off, .dead: .refused(.notInitialized)
    case .signedIn: .refused(.wrongPhase)
    default: .refused(.wrongChallenge)
    }
  }

  /// Asks again who signs in.
  func askUser(_ status: UserStatus = .ok, error: Int = 0, blocked: AccountID? = nil) -> Delivery {
    let event = SDKEvent.getUser(on: device, server.rules.remembering, status: status, error: error)
    return Delivery(event, opens: .user(blocked: blocked))
  }

  mutating func askCode(_ user: AccountID, for purpose: Purpose, isWrong: Bool = false) -> Delivery {
    let key = server.drawKey()
    return Delivery(
      .getActivationCode(of: server[user], key: key, isWrong: isWrong), opens: .activationCode(purpose))
  }

  func askPassword(
    _ mode: PasswordMode, _ user: AccountID, for purpose: Purpose, status: PasswordStatus = .ok
  ) -> Delivery {
    Delivery(
      .getPassword(mode, of: server[user], server.rules, status: status),
      opens: .password(mode, purpose))
  }

  /// What follows once it is proved that the user may use this device: the device's own authentication if it has one,
  /// else a password.
  func askSetUp(_ user: AccountID, for purpose: Purpose) -> Delivery {
    guard device.authentication != .none else { return askPassword(.set, user, for: purpose) }
    return Delivery(.getUserConsentForLDA(of: server[user], device.authentication), opens: .consent(purpose))
  }

  /// Ends a login, or an activation: a device that is new to the user is registered, and asks for its name first.
  mutating func finish(_ user: AccountID) -> Delivery {
    let isNew = !server[user].devices.contains(device.id)
    if isNew { server.accounts[user.index].register(device.id) }
    guard isNew, device.asksName else { return signIn(user) }
    return Delivery(.getDeviceName(of: server[user], proposing: device.name), opens: .deviceName)
  }

  mutating func signIn(_ user: AccountID) -> Delivery {
    if server.rules.remembering != .none { device.remember(server[user].name) }
    return Delivery(.onUserLoggedIn(server[user], session: server.drawKey()), opens: .signedIn)
  }

  /// Whether the device's own prompt lets its owner pass; if not, what the SDK says.
  mutating func promptOwner() -> Delivery? {
    device.biometric.next() == .accept ? nil : askUser(error: device.biometricError)
  }
}
