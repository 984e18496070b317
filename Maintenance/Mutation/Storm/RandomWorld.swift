// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RELIDSimulator

/// A made-up world, and what its users know.
struct RandomWorld {
  let world: World
  /// The text that it was read from.
  let text: String
  /// By user, every password that is right at some time.
  static let passwords = [
    "bob": "horse-battery-1", "dave": "battery-staple-1", "frank": "former-frank-1", "carol": "carol-knows-4",
  ]
  static let codes = ["493021", "550011"]
  static let users = ["alice", "bob", "carol", "dave", "eve", "frank", "mallory"]

  init?(_ dice: inout Dice) {
    text = Self.text(&dice)
    guard let world = WorldReader.read(SourceFile(path: "world.yaml", text: text)).value else { return nil }
    self.world = world
  }

  /// The text of a world file.
  static func text(_ dice: inout Dice) -> String {
    let waiting =
      "notifications: [{ uuid: n-%, subject: Pay, actions: [{ action: Approve, authLevel: \(dice.roll(2)) }, { action: Reject }] }]"
    func notes(_ name: String) -> String { waiting.split(separator: "%").joined(separator: name) }
    let check = dice.pick(["none", "face", "face", "fingerprint"])
    let hasCheck = check != "none"
    var lines = [
      "users:",
      "  alice: { activationCode: [\"493021\", \"550011\"], activationAttempts: \(dice.roll(3) + 1) }",
      "  bob: { password: horse-battery-1, activationCode: \"550011\", passwordAttempts: \(dice.roll(3) + 1), \(notes("b")) }",
      "  carol: { \(hasCheck ? "lda: true" : "password: carol-knows-4"), \(notes("c")) }",
      "  dave: { password: battery-staple-1, activationCode: \"550011\", registeredDevices: [daves-phone] }",
      "  eve: { blocked: admin }",
      "  frank: { password: former-frank-1, passwordExpired: true, activationCode: \"493021\", lda: \(hasCheck && dice.happens(30)) }",
      "  mallory: { password: staple-correct-2, blocked: password, activationCode: \"493021\" }",
      "device:",
      "  lda: \(check)",
      "  asksName: \(dice.happens(70))",
      "  biometric: [\(dice.pick(["accept", "cancel", "fail"])), \(dice.pick(["accept", "cancel"]))]",
      "rememberedUser: \(dice.pick(["manual", "auto", "semiAuto", "none"]))",
      "forgotPassword: \(dice.happens(70))",
      "logOffAfterUpdate: \(dice.happens(40))",
      "emptyNotifications: \(dice.pick(["list", "missing"]))",
      "latency: \(dice.pick(["0s", "0s", "200ms", "2s"]))",
      "approval: { answer: \(dice.pick(["approve", "reject", "ignore"])), after: \(dice.pick(["0s", "10s", "4m"])) }",
      "policy: { minDigits: \(dice.roll(2)) }",
    ]
    if dice.happens(30) {
      let more = dice.pick(["extendable: false", "extensions: 0", "extensions: 2", "extendable: true"])
      lines.append("session: { idle: \(dice.pick(["1m", "5m"])), warning: 30s, \(more) }")
    }
    if dice.happens(15) { lines.append("appSession: { idle: \(dice.pick(["20s", "3m"])), warning: 10s }") }
    if dice.happens(10) { lines.append("forcedLogOff: { after: \(dice.pick(["10s", "5m"])) }") }
    if dice.happens(30) {
      let kind = dice.pick(["consent", "consent", "terminate"])
      let severity = dice.pick(["LOW", "MEDIUM", "HIGH"])
      let moment = dice.pick(["during: initialize", "during: setUser", "during: setPassword", "after: 15s"])
      lines.append("threats: [{ \(kind): [{ threatId: 7, threatSeverity: \(severity) }], \(moment) }]")
    }
    if dice.happens(30) {
      let call = dice.pick(["setUser", "setPassword", "setActivationCode", "resetAuthState", "logOff", "initialize"])
      let trouble = dice.pick(["reject: 500", "silent: true", "late: 3s", "late: 70s"])
      lines.append("faults: [{ call: \(call), nth: \(dice.roll(3) + 1), \(trouble) }]")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
