// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// A server and the devices that talk to it: what each call does to them, and which event it leads to.
///
/// The server changes when a call is made; what a device waits for changes when the event arrives.
struct Conversation: Sendable {
  var server: SimulatedServer
  private(set) var devices: [SimulatedDevice]
  /// Which device talks now, as an index.
  var speaker = 0
  /// Since the start of the run.
  var now = Duration.zero
  /// What other devices must hear of what this one does.
  var letters: [Letter] = []
  /// Whether the server takes a new password, for those that stand in for others while a journal is replayed.
  var verdicts: [Secret: Bool] = [:]

  init(_ world: World) {
    server = SimulatedServer(world)
    devices = world.devices.map(SimulatedDevice.init)
  }

  /// The device that talks now.
  var device: SimulatedDevice {
    _read { yield devices[speaker] }
    _modify { yield &devices[speaker] }
  }

  /// Adds a device, which is the last one then.
  mutating func add(_ description: World.Device) { devices.append(SimulatedDevice(description)) }

  /// What a call leads to.
  ///
  /// - Parameter isBusy: whether the reply to an earlier call is under way.
  mutating func react(to call: CallName, _ arguments: Record, isBusy: Bool) -> CallOutcome {
    if device.threats.isUndecided, call != .takeActionOnThreats { return .refused(.undecidedThreats) }
    if device.stage == .dead, call != .initialize { return .refused(.notInitialized) }
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
    case .getNotifications: return getNotifications(arguments)
    case .updateNotification: return updateNotification(arguments)
    case .getAllChallenges: return getAllChallenges(arguments)
    case .initiateUpdateFlowForCredential: return initiateUpdateFlowForCredential(arguments)
    case .getDeviceAuthenticationDetails: return signedInUser == nil ? notSignedIn() : .accepted
    case .manageDeviceAuthenticationModes: return manageDeviceAuthenticationModes(arguments)
    case .setDeviceToken: return arguments.secret("token") == nil ? .refused(.missingValue) : .accepted
    case .getSDKVersion: return .accepted
    }
  }

  /// What an event that a script made changes on the device when it arrives.
  mutating func follow(_ event: SDKEvent) {
    if event.name == "onUserConsentThreats" {
      let ids = (event.data.list("threats") ?? []).compactMap(\.threatID)
      if !ids.isEmpty { device.threats.ask(about: ids) }
      return
    }
    guard let stage = Stage.opened(by: event, user: device.user) else { return }
    device.stage = stage
    if let name = event.data.trimmedText("userID"), let user = server.account(named: name) { device.user = user }
  }

  /// Does something as another device would, without that device's saying so.
  mutating func on<Result>(_ other: Int, _ body: (inout Conversation) -> Result) -> Result {
    let own = speaker
    speaker = other
    defer { speaker = own }
    return body(&self)
  }

  /// The refusal of a call that does not fit to what the SDK asks: of the phase if there is nothing to answer at all.
  func misplaced() -> CallOutcome {
    switch device.stage {
    case .off, .dead: .refused(.notInitialized)
    case .signedIn: .refused(.wrongPhase)
    default: .refused(.wrongChallenge)
    }
  }

  /// Who is signed in; nil if nobody is.
  var signedInUser: AccountID? { device.stage.phase == .signedIn ? device.user : nil }

  /// The refusal of a call that only somebody who is signed in can make.
  func notSignedIn() -> CallOutcome {
    device.stage.phase == .beforeLogin ? .refused(.wrongPhase) : .refused(.notInitialized)
  }
}
