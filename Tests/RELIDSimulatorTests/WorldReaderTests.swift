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
    "a world that is wrong is refused with the place",
    arguments: [
      Case("user: {}", "MFA120 1:1"),
      Case("users: [alice]", "MFA122 1:8"),
      Case("users: { alice: {} }", "MFA901 1:10"),
      Case("users: { alice: { activationCod: \"1\" } }", "MFA120 1:19", "MFA901 1:10"),
      Case("users: { alice: { activationCode: [] } }", "MFA912 1:35"),
      Case("users: { alice: { activationCode: \"\" } }", "MFA123 1:35"),
      Case("users: { alice: { activationCode: \"1\", activationAttempts: 0 } }", "MFA127 1:60"),
      Case("users: { alice: { activationCode: \"1\", resendLimit: -1 } }", "MFA913 1:53"),
      Case("users: { alice: { activated: true } }", "MFA902 1:10"),
      Case("users: { alice: { activated: yes } }", "MFA125 1:30", "MFA901 1:10"),
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
    ])
  func good(yaml: String) {
    let outcome = WorldReader.read(SourceFile(path: "world.yaml", text: yaml))
    #expect(outcome.findings.map(\.line) == [])
    #expect(outcome.value != nil)
  }

  @Test("a slip of the hand is recognized")
  func suggestions() {
    func help(_ yaml: String) -> String {
      WorldReader.read(SourceFile(path: "w", text: yaml)).findings.first?.help ?? ""
    }
    #expect(help("faults: [ { call: setUsr, error: 1 } ]").contains("`setUser`"))
    #expect(help("device: { lda: Face }").contains("did you mean `face`"))
    #expect(help("users: { bob: { password: p } }\ndevice: { recentUser: bbo }").contains("did you mean `bob`"))
  }

  @Test("every rule has a number of its own in the world's range")
  func rules() {
    let ids = WorldRules.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0 >= "MFA900" && $0 <= "MFA919" })
    #expect(ids == ids.sorted())
  }
}
