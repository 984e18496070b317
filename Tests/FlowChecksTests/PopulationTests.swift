// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Foundation
import SDKContract
import Testing

@Suite("Populations that can come to no end")
struct PopulationTests {
  /// A flow in which everybody can leave from everywhere.
  private static let flow = """
    language: mfaflow/1
    flow: everybody
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then:
          getActivationCode: code
          getPassword(verify): verify
          getAddNewDeviceOptions: device
          onUserLoggedIn: done
          getUser 138: suspended
          getUser 141: blocked
          101: retry
          else: failed
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 3
        then: { getPassword(set): create, getUserConsentForLDA(set): consent, 106: retry, else: failed }
      create:
        challenge: getPassword(set)
        choices: { leave-create: { to: failed } }
        then: { else: failed }
      consent:
        challenge: getUserConsentForLDA(set)
        choices:
          agree: { call: setUserConsentForLDA, with: { shouldEnrollLDA: true }, then: { onUserLoggedIn: done } }
          leave-consent: { to: failed }
        then: { else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        choices: { leave-verify: { to: failed } }
        then: { onUserLoggedIn: done, getPassword(expired): renew, 102: retry, else: failed }
      renew:
        challenge: getPassword(expired)
        choices: { leave-renew: { to: failed } }
        then: { else: failed }
      device:
        challenge: getAddNewDeviceOptions
        choices:
          ask: { call: performVerifyAuth, with: { verifyAuthStatus: true }, then: { getPassword(set): create } }
          leave-device: { to: failed }
        then: { else: failed }
      suspended:
        challenge: getUser 138
        choices: { leave-suspended: { to: failed } }
        then: { else: failed }
      blocked:
        challenge: getUser 141
        choices: { leave-blocked: { to: failed } }
        then: { else: failed }
    interrupts:
      getDeviceName:
        choices:
          name: { call: setDeviceName, with: { deviceName: $event.deviceName }, then: { accepted: resume } }
        then: { else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages: { wait: Please wait. }
    """ + "\n"

  /// Where somebody can only wait until it is too late.
  private static let lobby =
    "  lobby: { wait: wait, within: 1m, then: { timeout: failed, else: failed } }\ninterrupts:\n"

  private func stranded(_ text: String) -> [Diagnostic] {
    let found = Compiler().compile(SourceFile(path: "everybody.yaml", text: text)).findings
    #expect(!found.hasErrors, "\(found.filter { $0.severity == .error }.map(\.message))")
    return found.filter { $0.code.id == "MFA408" }
  }

  private func with(_ edits: (String, String)...) -> String {
    edits.reduce(Self.flow) { text, edit in
      #expect(text.contains(edit.0), "\(edit.0)")
      return text.replacingOccurrences(of: edit.0, with: edit.1)
    }
  }

  @Test("a population that can leave from everywhere is not stranded")
  func sound() {
    #expect(stranded(Self.flow).map(\.message) == [])
  }

  @Test(
    "each population that is led to where it can only wait is stranded there, by the shortest way",
    arguments: [
      ("no-biometrics", "create"), ("declined-biometrics", "consent"), ("known-device", "verify"),
      ("expired-password", "renew"), ("new-device", "device"), ("no-second-device", "device"),
      ("blocked-by-code", "suspended"), ("blocked-by-password", "blocked"), ("new-user", "create"),
    ])
  func waits(_ population: String, _ step: String) throws {
    let found = stranded(
      with(("leave-\(step): { to: failed }", "leave-\(step): { to: lobby }"), ("interrupts:\n", Self.lobby)))
    // A step from which everything leads to the lobby is no way out either.
    let finding = try #require(
      found.first { finding in
        ([finding.message] + finding.notes.map(\.message)).contains { $0.contains("`\(population)`") }
      })
    #expect(["at `lobby` ", "at `\(step)` "].contains { finding.message.contains($0) }, "\(finding.message)")
    #expect(finding.way.first?.message == "`initialize` leads to `identify`")
    #expect(finding.way.count <= 5)
  }

  @Test("who has no second device cannot leave by asking it")
  func noSecondDevice() throws {
    let found = stranded(with(("      leave-device: { to: failed }\n", "")))
    #expect(found.map(\.message) == ["nothing that `no-second-device` can do at `device` leads to an end"])
    #expect(found.first?.way.map(\.message) == ["`initialize` leads to `identify`", "`identify` leads to `device`"])
  }

  @Test("who declines cannot leave by consenting")
  func declined() {
    let found = stranded(with(("      leave-consent: { to: failed }\n", "")))
    #expect(found.map(\.message) == ["nothing that `declined-biometrics` can do at `consent` leads to an end"])
    let asked = with(
      ("      leave-consent: { to: failed }\n", ""),
      (
        "agree: {",
        "refuse: { call: setUserConsentForLDA, with: { shouldEnrollLDA: false }, then: { getPassword(set): create } }\n      agree: {"
      ))
    #expect(stranded(asked).map(\.message) == [])
  }

  @Test("a population that the flow sends to an end at once, or never meets, is not stranded")
  func atOnce() {
    #expect(
      stranded(
        with(
          ("getUser 141: blocked", "getUser 141: failed"),
          (
            "  blocked:\n    challenge: getUser 141\n    choices: { leave-blocked: { to: failed } }\n    then: { else: failed }\n",
            ""
          )
        )
      ).map(\.message) == [])
  }

  @Test("errors and refusals get nobody out: they are none of the user's doing")
  func errorsOnly() {
    let found = stranded(
      with(
        ("      leave-device: { to: failed }\n", ""),
        (
          "then: { getPassword(set): create } }",
          "then: { getPassword(set): create, getUser error: failed, rejected: failed } }"
        )))
    #expect(found.map(\.message) == ["nothing that `no-second-device` can do at `device` leads to an end"])
  }
}
