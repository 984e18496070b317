// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RELIDSimulator
import Testing

@Suite("Worlds as files")
struct WorldReaderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let yaml: String
    /// Code and place.
    let findings: [String]
    var testDescription: String { yaml }

    init(_ yaml: String, _ findings: String...) {
      self.yaml = yaml
      self.findings = findings
    }
  }

  @Test(
    "a user is told which device has no check of its own, and where that is written",
    arguments: [
      ("device: { id: d }", "true", "add `lda: face` or the like to `device`", nil),
      ("devices: { d: {} }", "[d]", "add `lda: face` or the like to `d` below `devices`", nil),
      (
        "device: { lda: none }", "true",
        "write `lda: face` or the like in place of `lda: none`, or `lda: false` for the user", 16
      ),
      (
        "devices: { d: { lda: none } }", "[d]",
        "write `lda: face` or the like in place of `lda: none`, or `lda: false` for the user", 22
      ),
    ])
  func lackingCheck(device: String, lda: String, help: String, column: Int?) throws {
    let text = device + "\nusers: { alice: { password: p, registeredDevices: [d, device-1], lda: \(lda) } }\n"
    let findings = WorldReader.read(SourceFile(path: "w.yaml", text: text)).findings
    let finding = try #require(findings.first { $0.code.id == "MFA904" }, "\(findings)")
    #expect(finding.help == help)
    #expect(finding.notes.first?.range?.start.column == column.map { Int32($0) })
  }

  @Test(
    "a world that is wrong is refused with the place",
    arguments: [
      Case("user: {}", "MFA120 1:1"),
      Case("users: [alice]", "MFA122 1:8"),
      Case("users: { alice: {} }", "MFA901 1:10"),
      Case("users: { bob: { activated: true, passwrd: x } }", "MFA120 1:34"),
      Case("users: { alice: { activationCod: \"1\" } }", "MFA120 1:19"),
      Case("users: { alice: { activationCode: [] } }", "MFA912 1:35"),
      Case("users: { alice: { activationCode: \"\" } }", "MFA123 1:35"),
      Case("users: { alice: { activationCode: \"1\", activationAttempts: 0 } }", "MFA127 1:60"),
      Case("users: { alice: { activationCode: \"1\", resendLimit: -1 } }", "MFA913 1:53"),
      Case("users: { alice: { activated: true } }", "MFA902 1:10"),
      Case("users: { alice: { activated: yes } }", "MFA125 1:30"),
      Case("users: { alice: { blocked: admni } }", "MFA900 1:28"),
      Case("users: { alice: { lda: faceid } }", "MFA125 1:24"),
      Case("users: { alice: { lda: true } }\ndevice: { lda: faceid }", "MFA900 2:16"),
      Case("users: { alice: { lda: true } }\ndevice: faceid", "MFA122 2:9"),
      Case("users: { alice: { lda: true } }\ndevice: { id: [a], lda: face }", "MFA122 2:15"),
      Case(
        "users: { alice: { registeredDevices: [tablet], lda: [tablet] } }\ndevices: { tablet: face }", "MFA122 2:20"),
      Case("users: { alice: secret }\ndevice: { recentUser: alice }", "MFA122 1:17"),
      Case("user: { alice: { password: p } }\ndevice: { recentUser: alice }", "MFA120 1:1"),
      Case("faults: [ { call: setUser, code: 101 } ]", "MFA120 1:28"),
      Case("threats: [ { consents: [ { threatId: 1 } ] } ]", "MFA120 1:14"),
      Case("users: { alice: { activated: false, activationCode: \"1\", password: p } }", "MFA903 1:58"),
      Case("users: { alice: { password: p, blocked: pasword } }", "MFA900 1:41"),
      Case("users: { alice: { password: p, lda: true } }", "MFA904 1:37"),
      Case("users: { alice: { registeredDevices: [other], lda: true } }\ndevice: { lda: face }", "MFA904 1:52"),
      Case("users: { \" alice\": { password: p } }", "MFA914 1:10"),
      Case("device: { lda: face-id }", "MFA900 1:16"),
      Case("device: { biometric: [accept, no] }", "MFA900 1:31"),
      Case("device: { ldaCancelError: 0 }", "MFA910 1:27"),
      Case("users: { bob: { password: p } }\ndevice: { rememberedUsers: [bob, bbo] }", "MFA905 2:34"),
      Case("device: { recentUser: bob }", "MFA905 1:23"),
      Case("device: { name: [a] }", "MFA122 1:17"),
      Case("policy: { minLength: 9, maxLength: 8 }", "MFA911 1:36"),
      Case("policy: { maxLength: 5, minLength: 1, minDigits: 3, minSymbols: 3 }", "MFA911 1:22"),
      Case("policy: { minDigits: two }", "MFA126 1:22"),
      Case("policy: { maxRepeats: 0 }", "MFA127 1:23"),
      Case("latency: 20", "MFA129 1:10"),
      Case("seed: -5", "MFA913 1:7"),
      Case("history: 1.5", "MFA126 1:10"),
      Case("rememberedUser: AUTO", "MFA900 1:17"),
      Case("approval: maybe", "MFA900 1:11"),
      Case("approval: { after: 10 }", "MFA129 1:20"),
      Case("approval: { answer: reject, error: 0 }", "MFA910 1:36"),
      Case("newDeviceOptions: []", "MFA912 1:19"),
      Case("faults: { call: setUser, error: 1 }", "MFA122 1:9"),
      Case("faults: [ { call: setUser } ]", "MFA906 1:11"),
      Case("faults: [ { error: 1 } ]", "MFA121 1:11"),
      Case("faults: [ { call: setUsr, error: 1 } ]", "MFA909 1:19"),
      Case("faults: [ { call: setUser, error: 0 } ]", "MFA910 1:35"),
      Case("faults: [ { call: setUser, reject: 0 } ]", "MFA910 1:36"),
      Case("faults: [ { call: setUser, nth: 0, error: 1 } ]", "MFA127 1:33"),
      Case("faults: [ { call: setUser, reject: 5, error: 1 } ]", "MFA907 1:39"),
      Case("faults: [ { call: setUser, silent: true, late: 5s } ]", "MFA907 1:42"),
      Case("faults: [ { call: setUser, silent: false } ]", "MFA906 1:36"),
      Case("faults: [ { call: setUser, with: { a: 1 } } ]", "MFA907 1:28"),
      Case("faults: [ { call: setUser, error: 1 }, { call: setUser, late: 1s } ]", "MFA908 1:40"),
      Case("faults: [ { call: setUser, event: e, with: { n: 007 } } ]", "MFA126 1:49"),
      Case("startsAt: today", "MFA915 1:11"),
      Case("startsAt: \"2026-01-01\"", "MFA915 1:11"),
      Case("startsAt: \"2026-02-29T00:00:00Z\"", "MFA915 1:11"),
      Case("startsAt: \"2026-01-01T00:60:00Z\"", "MFA915 1:11"),
      Case("startsAt: \"2026-01-01 00:00:00Z\"", "MFA915 1:11"),
      Case("threats: [ {} ]", "MFA916 1:12"),
      Case("threats: [ { consent: [] } ]", "MFA912 1:23"),
      Case("threats: [ { consent: [ {} ] } ]", "MFA121 1:25"),
      Case("threats: [ { consent: [ { threatId: x } ] } ]", "MFA126 1:37"),
      Case("threats: [ { consent: [ { threatId: 1, threatSeverity: low } ] } ]", "MFA900 1:56"),
      Case("threats: [ { consent: [ { threatId: 1, threatCategory: WEB } ] } ]", "MFA900 1:56"),
      Case("threats: [ { consent: [ { threatId: 1, networkInfo: { sid: a } } ] } ]", "MFA120 1:55"),
      Case("threats: [ { consent: [ { threatId: 1 }, { threatId: 1 } ] } ]", "MFA917 1:54"),
      Case("threats: [ { consent: [ { threatId: 1 } ], terminate: [ { threatId: 2 } ] } ]", "MFA916 1:44"),
      Case("threats: [ { consent: [ { threatId: 1 } ], during: setUser, after: 1s } ]", "MFA916 1:44"),
      Case("threats: [ { consent: [ { threatId: 1 } ], nth: 2, after: 1s } ]", "MFA916 1:44"),
      Case("threats: [ { consent: [ { threatId: 1 } ], during: setUsr } ]", "MFA909 1:52"),
      Case("threats: [ { consent: [ { threatId: 1 } ], nth: 0 } ]", "MFA127 1:49"),
      Case("threats: [ { consent: [ { threatId: 1 } ], after: 5 } ]", "MFA129 1:51"),
      Case("session: {}", "MFA918 1:10"),
      Case("session: { warning: 5s }", "MFA918 1:10"),
      Case("session: { idle: 0s }", "MFA918 1:18"),
      Case("session: { idle: 30s, warning: 30s }", "MFA918 1:32"),
      Case("appSession: { hard: 10s, idle: 60s, warning: 30s }", "MFA918 1:46"),
      Case("session: { idle: 60s, extendable: false, extensions: 2 }", "MFA918 1:42"),
      Case("session: { hard: 60s, extensions: 2 }", "MFA918 1:23"),
      Case("session: { idle: 60s, extensions: -1 }", "MFA913 1:35"),
      Case("forcedLogOff: 60s", "MFA122 1:15"),
      Case("forcedLogOff: {}", "MFA121 1:15"),
      Case("approvalExpires: 0s", "MFA918 1:18"),
      Case("approval: { rejected: no }", "MFA900 1:23"),
      Case("approval: { expiredError: 0 }", "MFA910 1:27"),
      Case("emptyNotifications: nil", "MFA900 1:21"),
      Case("device: { id: d }\ndevices: { d: {} }", "MFA917 2:12"),
      Case("devices: { device-1: {} }", "MFA917 1:12"),
      Case("devices: { d: { id: e } }", "MFA120 1:17"),
      Case("devices: { d: { faults: [ { call: setUser } ] } }", "MFA906 1:27"),
      Case("users: { alice: { password: p, registeredDevices: [d], lda: [d] } }\ndevices: { d: {} }", "MFA904 1:62"),
      Case("users: { alice: { password: p, lda: [d] } }", "MFA919 1:38"),
      Case("users: { alice: { registeredDevices: [d] } }\ndevices: { d: {} }", "MFA902 1:10"),
      Case("users: { alice: { password: p, notifications: [ {} ] } }", "MFA121 1:49"),
      Case("users: { alice: { password: p, notifications: [ { uuid: a }, { uuid: a } ] } }", "MFA917 1:70"),
      Case("users: { alice: { password: p, notifications: [ { uuid: a, createdAt: now } ] } }", "MFA915 1:71"),
      Case("users: { alice: { password: p, notifications: [ { uuid: a, expiresAfter: 0s } ] } }", "MFA918 1:74"),
      Case("users: { alice: { password: p, notifications: [ { uuid: a, actions: [ {} ] } ] } }", "MFA121 1:71"),
      Case(
        "users: { alice: { password: p, notifications: [ { uuid: a, processed: x, actions: [ { action: X } ] } ] } }",
        "MFA900 1:71"),
    ])
  func bad(_ example: Case) {
    let outcome = WorldReader.read(SourceFile(path: "world.yaml", text: example.yaml))
    #expect(outcome.value == nil)
    let places = outcome.findings.map { "\($0.code.id) \($0.range.start.line):\($0.range.start.column)" }
    #expect(places == example.findings, "\(outcome.findings.map(\.line))")
    for finding in outcome.findings {
      #expect(finding.message.unicodeScalars.count <= 90, "\(finding.message)")
      #expect(!finding.message.hasSuffix("."))
      #expect(finding.help != nil)
    }
  }

  @Test(
    "a world that is right is read without a word",
    arguments: [
      "users: {}", "seed: 7", "device: {}", "policy: {}", "faults: []", "latency: 0s",
      "users: { alice: { activationCode: 493021 } }",
      "users: { alice: { activationCode: [\"1\", \"2\"], activationAttempts: 1, resendLimit: 0 } }",
      "users: { alice: { password: p, passwordAttempts: 5, passwordHistory: [a, b], passwordExpired: true } }",
      "users: { alice: { password: p, passwordHistory: a } }",
      "users: { alice: { lda: true } }\ndevice: { lda: passcode }",
      "users: { alice: { registeredDevices: [other-phone] } }",
      "users: { alice: { activated: true, registeredDevices: [] } }",
      "users: { alice: { activated: false, activationCode: \"1\" } }",
      "users: { alice: { blocked: admin } }", "users: { alice@example.com: { password: p, blocked: password } }",
      "users: { bob: { password: p } }\ndevice: { rememberedUsers: [], recentUser: bob }",
      "device: { id: d, name: My phone, lda: fingerprint, biometric: cancel, ldaCancelError: 9, asksName: false }",
      "device: { lda: none, biometric: [] }",
      "policy: { minLength: 0, maxLength: 0 }",
      "policy: { minLength: 1, maxLength: 9, minDigits: 1, minUppercase: 1, minLowercase: 1, minSymbols: 1, maxRepeats: 2 }",
      "policy: { forbidden: \"<>\", mayHoldUserName: false, message: Eight characters or more }",
      "history: 0", "forgotPassword: true", "rememberedUser: semiAuto", "newDeviceOptions: [Verify]",
      "newDeviceOptions: Verify", "approval: ignore", "approval: { answer: reject, after: 10s, error: 5 }",
      "approval: {}",
      "faults: [ { call: setUser, nth: 1, error: 1 }, { call: setUser, nth: 2, error: 1 }, { call: setUser, error: 2 } ]",
      "faults: [ { call: logOff, reject: 500 } ]", "faults: [ { call: initialize, silent: true } ]",
      "faults: [ { call: setUser, event: onWeird, with: {}, status: 0, error: -1, late: 5s, twice: true } ]",
      "startsAt: \"2024-02-29T23:59:59Z\"", "threats: []", "session: { idle: 5m }",
      "appSession: { hard: 5m, warning: 1m }",
      "session: { idle: 60s, hard: 5m, warning: 59s, extendable: true, extensions: 0, message: Soon }",
      "forcedLogOff: { after: 0s }", "approvalExpires: 2m", "emptyNotifications: missing", "logOffAfterUpdate: true",
      "approval: { rejected: fallback, expiredError: 5, authLevel: 1 }", "devices: {}",
      "threats: [ { terminate: [ { threatId: -3, threatName: n, threatMsg: m, threatReason: r } ], during: setUser, nth: 2 } ]",
      "threats: [ { consent: [ { threatId: 1, appInfo: { appName: a } } ], after: 20s } ]",
      "devices: { d: { name: D, lda: face, threats: [], faults: [ { call: setUser, error: 1 } ] } }",
      "users: { a: { registeredDevices: [d], lda: [d] } }\ndevices: { d: { lda: face } }",
      "users: { a: { password: p, notifications: [ { uuid: u, actions: [ { action: A } ], processed: A } ] } }",
    ])
  func good(yaml: String) {
    let outcome = WorldReader.read(SourceFile(path: "world.yaml", text: yaml))
    #expect(outcome.findings.map(\.line) == [])
    #expect(outcome.value != nil)
  }

  @Test("a typing mistake is recognized")
  func suggestions() {
    func help(_ yaml: String) -> String {
      WorldReader.read(SourceFile(path: "w", text: yaml)).findings.first?.help ?? ""
    }
    #expect(help("faults: [ { call: setUsr, error: 1 } ]").contains("`setUser`"))
    #expect(help("device: { lda: Face }").contains("did you mean `face`"))
    #expect(help("users: { bob: { password: p } }\ndevice: { recentUser: bbo }").contains("did you mean `bob`"))
    #expect(
      help("users: { a: { password: p, lda: [phoen] } }\ndevices: { phone: {} }").contains("did you mean `phone`"))
  }

  @Test("every rule has a number of its own in the world's range")
  func rules() {
    let ids = WorldRules.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0 >= "MFA900" && $0 <= "MFA919" })
    #expect(ids == ids.sorted())
  }
}
