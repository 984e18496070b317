// SPDX-License-Identifier: Apache-2.0

/// The way by which an authenticator's word comes from the user to the one that checks it.
public enum Channel: String, Sendable, Hashable, CaseIterable {
  /// The user types it into the app: a password, a PIN, the code of an OTP app.
  case typed
  /// A key of this device, or its own check of the user.
  case device
  /// The user is asked on another device, such as by a push notification.
  case otherDevice = "other-device"
  /// Sent as a text message.
  case sms
  /// Told by a telephone call.
  case voice
  /// Sent by mail: it shows nothing (NIST SP 800-63B-4 section 3.1.3.1).
  case email
  /// Done on the page of somebody else, such as a bank's.
  case page

  /// Whether what comes by it counts as a proof at all.
  var provesAnything: Bool { self != .email }

  /// Whether what comes by it shows something where the call takes no secret.
  ///
  /// The device, the other device or the page has made a check of its own. Consent, a name and a flag that reach the call by any other way show nothing.
  package var provesWithoutSecret: Bool { Self.withoutSecret.contains(self) }

  /// The channels that need no secret, in the order of the list.
  static let withoutSecret: [Channel] = [.device, .otherDevice, .page]

  /// Whether a key may stand behind it; what is typed or sent can be handed to anybody (SP 800-63B-4 section 3.2.5).
  var mayHoldKey: Bool { self == .device || self == .page }
}

/// What a user shows something with, such as a password or a passkey.
public struct Authenticator: Sendable, Hashable {
  /// As `earns` and `enrols` name it.
  public let name: String
  /// The way by which its word comes.
  public let channel: Channel
  /// Whether what it says is of no use to anybody who stands between (SP 800-63B-4 section 3.2.5).
  public let isPhishingResistant: Bool
  /// Whether its key never leaves it (SP 800-63B-4 section 2.3.2).
  public let isNonExportable: Bool
  /// What it is, in one sentence for people; empty where the contract says nothing.
  public let meaning: String

  /// What the contract's reader makes of a line; all of it stands in the file.
  public init(
    name: String, channel: Channel, isPhishingResistant: Bool = false, isNonExportable: Bool = false,
    meaning: String = ""
  ) {
    self.name = name
    self.channel = channel
    self.isPhishingResistant = isPhishingResistant
    self.isNonExportable = isNonExportable
    self.meaning = meaning
  }
}
